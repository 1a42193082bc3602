#include "core/engine/testing.h"

#include <algorithm>
#include <set>
#include <utility>

#include "absl/strings/str_cat.h"
#include "absl/strings/str_join.h"
#include "core/engine/errors.h"
#include "core/engine/model_config.h"
#include "core/layers/errors.h"
#include "core/layers/layer_kind.h"

namespace clonecheck {
namespace {

// Writes the objects of a session, each once.
class Dumper {
 public:
  explicit Dumper(Session& session) : session_(session) {}

  std::string Run() {
    absl::StrAppend(&text_, "objects ", session_.num_objects(), ", tensors ",
                    session_.num_tensors(), ", terms ", session_.terms().size(),
                    "\n");
    for (Layer* layer : session_.layers()) AddLayer(layer);
    for (const Tensor* tensor : tensors_) AddTensor(tensor);
    return std::move(text_);
  }

 private:
  struct ById {
    bool operator()(const Tensor* a, const Tensor* b) const {
      return a->id < b->id;
    }
  };

  std::string Id(const Tensor* tensor) {
    if (tensor == nullptr) return "None";
    tensors_.insert(tensor);
    return absl::StrCat("t", tensor->id);
  }
  static std::string Id(const Layer* layer) {
    return layer == nullptr ? "-" : absl::StrCat("l", layer->id());
  }
  static std::string Id(const Node* node) {
    return absl::StrCat("n", node->id());
  }
  template <typename Items>
  std::string Ids(const Items& items) {
    std::string text = "[";
    for (const auto* item : items) {
      absl::StrAppend(&text, text.size() > 1 ? " " : "", Id(item));
    }
    return text + "]";
  }

  void AddLayer(Layer* layer) {
    absl::StrAppend(&text_, Id(layer), " ", layer->name()->text, " ",
                    layer->spec().kind().class_name(), " config ",
                    layer->spec().config()->id, " trainable ",
                    layer->trainable(), " built ", layer->built());
    if (layer->is_input_layer()) {
      absl::StrAppend(&text_, " ", layer->batch_input_shape()->ToString(),
                      " dtype ", static_cast<int>(layer->dtype()), " sparse ",
                      layer->sparse(), " placeholder ",
                      layer->is_placeholder());
    }
    absl::StrAppend(&text_, "\n  outbound ", Ids(layer->outbound_nodes()),
                    "\n");
    for (const Node* node : layer->inbound_nodes()) AddNode(node);
    ArenaVector<Variable*> weights;
    layer->AppendWeights(session_.arena(), &weights);
    for (const Variable* weight : weights) {
      absl::StrAppend(&text_, "  w", weight->id, " ", weight->role, " ",
                      weight->shape->ToString(), " term ", weight->term,
                      " trainable ", weight->trainable, "\n");
    }
    if (Model* model = layer->as_model()) AddModel(model);
  }

  void AddNode(const Node* node) {
    absl::StrAppend(&text_, "  ", Id(node), " of ", Id(node->outbound_layer()),
                    node->has_inbound_layers() ? "" : " by nobody", "\n");
    for (const Node::Inbound& input : node->inputs()) {
      absl::StrAppend(&text_, "    in ", Id(input.tensor), " from ",
                      Id(input.layer), ":", input.node_index, ":",
                      input.tensor_index, " mask ", Id(input.mask), "\n");
    }
    absl::StrAppend(&text_, "    out ", Ids(node->output_tensors()), " masks ",
                    node->num_output_masks(), ":");
    for (size_t i = 0; i < node->num_output_masks(); ++i) {
      absl::StrAppend(&text_, " ", Id(node->output_mask(i)));
    }
    absl::StrAppend(&text_, "\n");
    if (node->arguments() == nullptr) return;
    absl::StrAppend(&text_, "    arguments {");
    for (const Dict::Entry& entry : node->arguments()->entries()) {
      absl::StrAppend(&text_, " ", entry.key->text, "=", Text(entry.value));
    }
    absl::StrAppend(&text_, " }\n");
  }

  std::string Text(const Value& value) {
    switch (value.type) {
      case Value::Type::kLiteral:
        return ConfigValueToPython(value.literal);
      case Value::Type::kTensor:
        return Id(value.tensor);
      case Value::Type::kTensorList:
        return Ids(value.list());
    }
    return "";
  }

  void AddModel(Model* model) {
    absl::StrAppend(&text_, "  inputs ", Ids(model->inputs()), " outputs ",
                    Ids(model->outputs()), " input layers ",
                    Ids(model->input_layers()), " layers ",
                    Ids(model->layers()), " nodes ", Ids(model->nodes()),
                    " depths ", absl::StrJoin(model->node_depths(), " "), "\n");
    for (const Model::Coordinates& at : model->output_coordinates()) {
      absl::StrAppend(&text_, "  output from ", Id(at.layer), ":",
                      at.node_index, ":", at.tensor_index, "\n");
    }
    for (const Model::CacheEntry& entry : model->cached_answers()) {
      const size_t outputs = model->outputs().size();
      absl::StrAppend(&text_, "  for ",
                      Ids(absl::MakeConstSpan(entry.inputs, entry.input_count)),
                      " masks ", entry.mask_count);
      if (entry.masks != nullptr) {
        absl::StrAppend(
            &text_, Ids(absl::MakeConstSpan(entry.masks, entry.mask_count)));
      }
      if (entry.outputs != nullptr) {
        absl::StrAppend(&text_, " gives ",
                        Ids(absl::MakeConstSpan(entry.outputs, outputs)));
      }
      if (entry.output_masks != nullptr) {
        absl::StrAppend(&text_, " output masks ",
                        Ids(absl::MakeConstSpan(entry.output_masks, outputs)));
      }
      absl::StrAppend(&text_, "\n");
    }
  }

  void AddTensor(const Tensor* tensor) {
    absl::StrAppend(&text_, "t", tensor->id, " ", tensor->shape->ToString(),
                    " dtype ", static_cast<int>(tensor->dtype), " term ",
                    tensor->term, " history ", Id(tensor->layer), ":",
                    tensor->node_index, ":", tensor->tensor_index, " op ",
                    tensor->op == nullptr ? "-" : tensor->op, "\n");
  }

  Session& session_;
  std::set<const Tensor*, ById> tensors_;
  std::string text_;
};

class ScriptedClass final : public LayerKind {
 public:
  absl::string_view class_name() const override { return "Scripted"; }
  absl::string_view name_prefix() const override { return "scripted"; }
  std::unique_ptr<LayerSpec> Parse(ConfigReader&) const override {
    return nullptr;  // not in the catalogue
  }
};

LayerSpec::Traits ScriptedTraits(const Script& script) {
  LayerSpec::Traits traits;
  traits.max_inputs = LayerSpec::kManyInputs;
  traits.num_outputs = static_cast<int>(script.outputs.size());
  traits.supports_masking = script.supports_masking;
  traits.takes_mask = script.takes_mask;
  traits.takes_training = script.takes_training;
  traits.builds = true;
  traits.takes_list_of_one = true;
  return traits;
}

template <typename Items, typename Print>
std::string Join(const Items& items, Print print) {
  std::string text;
  for (const auto& item : items) {
    absl::StrAppend(&text, text.empty() ? "" : " ", print(item));
  }
  return text;
}

}  // namespace

std::string Dump(Session& session) { return Dumper(session).Run(); }

Meanings::Meanings(Session& session, const Model& original, const Model& clone)
    : terms_(session.terms()), original_(original), clone_(clone) {
  auto map = [&](TermId in_clone, TermId in_original) {
    auto [it, is_new] = original_of_.emplace(in_clone, in_original);
    one_to_one_ &= is_new || it->second == in_original;
  };
  map(kNoTerm, kNoTerm);
  for (size_t i = 0;
       i < std::min(original.inputs().size(), clone.inputs().size()); ++i) {
    map(clone.inputs()[i]->term, original.inputs()[i]->term);
  }
  ArenaVector<Variable*> of_original;
  ArenaVector<Variable*> of_clone;
  original.AppendModelWeights(session.arena(), &of_original);
  clone.AppendModelWeights(session.arena(), &of_clone);
  one_to_one_ &= of_original.size() == of_clone.size();
  for (size_t i = 0; i < std::min(of_original.size(), of_clone.size()); ++i) {
    map(of_clone[i]->term, of_original[i]->term);
  }
}

bool Meanings::Same(TermId in_original, TermId in_clone) {
  if (auto it = original_of_.find(in_clone); it != original_of_.end()) {
    return it->second == in_original;
  }
  const Term a = terms_[in_original];
  const Term b = terms_[in_clone];
  if (a.kind != TermKind::kApply || b.kind != TermKind::kApply ||
      a.op != b.op || a.output != b.output ||
      a.num_operands != b.num_operands) {
    return false;
  }
  for (size_t i = 0; i < a.num_operands; ++i) {
    if (!Same(terms_.operands(in_original)[i], terms_.operands(in_clone)[i])) {
      return false;
    }
  }
  original_of_.emplace(in_clone, in_original);
  return true;
}

bool Meanings::Same(const Tensor* in_original, const Tensor* in_clone) {
  if (in_original == nullptr || in_clone == nullptr) {
    return in_original == in_clone;
  }
  return Same(in_original->term, in_clone->term);
}

bool Meanings::SameOutputs() {
  if (!one_to_one_ || original_.outputs().size() != clone_.outputs().size()) {
    return false;
  }
  for (size_t i = 0; i < original_.outputs().size(); ++i) {
    const Tensor* a = original_.outputs()[i];
    const Tensor* b = clone_.outputs()[i];
    if (a->shape != b->shape || a->dtype != b->dtype || !Same(a, b)) {
      return false;
    }
  }
  return true;
}

ScriptedSpec::ScriptedSpec(const LayerKind& kind, const Script& script)
    : LayerSpec(kind, ScriptedTraits(script)), script_(script) {}

Refusal ScriptedSpec::Build(BuildContext& context) const {
  events += 'b';
  if (script_.refuses_build) {
    return context.Refuse(errors::kBackend, ErrorArg::Of("build"));
  }
  constexpr int32_t kDims[] = {2};
  context.weights.push_back(context.arena,
                            {"kernel", context.pool.InternShape(kDims), true});
  return nullptr;
}

Refusal ScriptedSpec::OutputShapes(ShapeContext& context) const {
  events += 's';
  const int count =
      script_.shapes == Script::kOnePerOutput ? num_outputs() : script_.shapes;
  for (int k = 0; k < count; ++k) {
    context.output_shapes.push_back(context.arena, context.input_shapes[0]);
  }
  return nullptr;
}

Refusal ScriptedSpec::Call(CallContext& context) const {
  events += 'c';
  mask = context.mask;
  if (script_.refuses_call) {
    return context.Refuse(errors::kBackend, ErrorArg::Of("call"));
  }
  const Symbol& first = *context.inputs[0];
  const TermId operands[] = {first.term, context.weights[0]};
  const TermId term = context.terms.Apply(*this, operands);
  for (int k = 0; k < num_outputs(); ++k) {
    Symbol* output = nullptr;
    switch (script_.outputs[k]) {
      case Script::Output::kNew:
        output = context.maker.NewSymbol(term + static_cast<TermId>(k),
                                         first.shape, first.dtype, "op");
        break;
      case Script::Output::kInput0:
        output = context.inputs[0];
        break;
      case Script::Output::kInput1:
        output = context.inputs[1];
        break;
      case Script::Output::kOutput0:
        output = context.outputs[0];
        break;
    }
    context.outputs.push_back(context.arena, output);
  }
  return nullptr;
}

Refusal ScriptedSpec::ComputeMask(MaskContext& context) const {
  events += 'm';
  previous = context.masks;
  if (script_.masks == Script::kBaseRule) {
    return LayerSpec::ComputeMask(context);
  }
  Symbol** masks = context.arena.NewArray<Symbol*>(script_.masks);
  for (int i = 0; i < script_.masks; ++i) {
    masks[i] =
        context.maker.NewSymbol(context.terms.NewLeaf(TermKind::kConstant),
                                context.inputs[0]->shape, DType::kBool, "mask");
  }
  context.result = MaskValue::List(absl::MakeConstSpan(masks, script_.masks));
  return nullptr;
}

EngineTest::EngineTest() = default;
EngineTest::~EngineTest() = default;

void EngineTest::UseEngine(absl::string_view version) {
  session_.set_rules(*FindEngineRules(version));
}

const Config* EngineTest::ConfigOf(absl::string_view kind,
                                   const std::vector<Arg>& args) {
  std::vector<ConfigEntry> entries;
  for (const Arg& arg : args) {
    ConfigValue value;
    if (const bool* b = std::get_if<bool>(&arg.value)) {
      value = ConfigValue::Bool(*b);
    } else if (const int* i = std::get_if<int>(&arg.value)) {
      value = ConfigValue::Int(*i);
    } else if (const double* d = std::get_if<double>(&arg.value)) {
      value = ConfigValue::Double(*d);
    } else if (const auto* list = std::get_if<std::vector<int>>(&arg.value)) {
      std::vector<ConfigValue> items;
      for (int item : *list) items.push_back(ConfigValue::Int(item));
      value = ConfigValue::List(pool_.InternList(std::move(items)));
    } else if (std::holds_alternative<std::nullptr_t>(arg.value)) {
      value = ConfigValue::None();
    } else {
      value = ConfigValue::String(N(std::get<const char*>(arg.value)));
    }
    entries.push_back({N(arg.key), value});
  }
  return pool_.InternConfig(N(kind), std::move(entries));
}

const LayerSpec& EngineTest::Spec(absl::string_view kind,
                                  std::vector<Arg> args) {
  return *catalogue_.Resolve(ConfigOf(kind, args)).value();
}

Layer* EngineTest::Wrap(absl::string_view kind, Layer* inner,
                        std::vector<Arg> args, const char* name) {
  const LayerSpec* child = &inner->spec();
  const LayerSpec* spec =
      catalogue_.Resolve(ConfigOf(kind, args), absl::MakeConstSpan(&child, 1))
          .value();
  return session_.NewLayer(*spec, name == nullptr ? nullptr : N(name),
                           /*trainable=*/true, inner);
}

Sequential* EngineTest::Stack(const std::vector<Layer*>& layers,
                              const char* name) {
  OrRefusal<Sequential*> model =
      Sequential::Make(session_, layers, name == nullptr ? nullptr : N(name));
  EXPECT_TRUE(model.ok()) << model.refusal->ToString();
  return model.value;
}

Tensor* EngineTest::In(std::vector<int32_t> dims, const char* name) {
  return session_.NewInput(pool_.InternShape(dims), DType::kFloat32,
                           /*sparse=*/false,
                           name == nullptr ? nullptr : N(name));
}

Tensor* EngineTest::Plain(std::vector<int32_t> dims) {
  return session_.NewTensor(session_.terms().NewLeaf(TermKind::kConstant),
                            pool_.InternShape(dims), DType::kFloat32,
                            N("plain"), nullptr);
}

Tensor* EngineTest::Masked(std::vector<int32_t> dims) {
  return One(Make("Masking"), {In(std::move(dims))});
}

Layer* EngineTest::Make(absl::string_view kind, std::vector<Arg> args,
                        const char* name, bool trainable) {
  return session_.NewLayer(Spec(kind, std::move(args)),
                           name == nullptr ? nullptr : N(name), trainable);
}

Layer* EngineTest::MakeScripted(const Script& script, const char* name,
                                const ScriptedSpec** spec_of) {
  static const ScriptedClass* const kind = new ScriptedClass;
  scripted_.push_back(std::make_unique<ScriptedSpec>(*kind, script));
  ScriptedSpec* spec = scripted_.back().get();
  spec->Bind(pool_.InternConfig(N("Scripted"), {}), /*kind_index=*/0);
  if (spec_of != nullptr) *spec_of = spec;
  return session_.NewLayer(*spec, N(name), /*trainable=*/true);
}

Dict* EngineTest::Keywords(const std::vector<KeywordArgument>& keywords) {
  Dict* dict = session_.NewDict();
  for (const KeywordArgument& keyword : keywords) {
    dict->Set(session_, N(keyword.key), keyword.value);
  }
  return dict;
}

Tensors EngineTest::Call(Layer* layer, const std::vector<Tensor*>& inputs,
                         const Dict* keywords) {
  OrRefusal<Tensors> outputs = layer->Call(session_, inputs, keywords);
  EXPECT_TRUE(outputs.ok()) << outputs.refusal->ToString();
  return outputs.value;
}

Tensor* EngineTest::One(Layer* layer, const std::vector<Tensor*>& inputs,
                        const Dict* keywords) {
  Tensors outputs = Call(layer, inputs, keywords);
  EXPECT_EQ(outputs.size(), 1u);
  return outputs.empty() ? nullptr : outputs[0];
}

std::string EngineTest::CallError(Layer* layer,
                                  const std::vector<Tensor*>& inputs,
                                  const Dict* keywords) {
  OrRefusal<Tensors> outputs = layer->Call(session_, inputs, keywords);
  return outputs.ok() ? "accepted" : outputs.refusal->ToString();
}

Model* EngineTest::MakeModel(const std::vector<Tensor*>& inputs,
                             const std::vector<Tensor*>& outputs,
                             const char* name) {
  OrRefusal<Model*> model = Model::Make(session_, inputs, outputs,
                                        name == nullptr ? nullptr : N(name));
  EXPECT_TRUE(model.ok()) << model.refusal->ToString();
  return model.value;
}

std::string EngineTest::ModelError(const std::vector<Tensor*>& inputs,
                                   const std::vector<Tensor*>& outputs,
                                   const char* name) {
  OrRefusal<Model*> model = Model::Make(session_, inputs, outputs,
                                        name == nullptr ? nullptr : N(name));
  return model.ok() ? "accepted" : model.refusal->ToString();
}

OrRefusal<Model*> EngineTest::Reload(Model* model) {
  return ModelFromConfig(session_, *GetModelConfig(session_, *model));
}

std::string EngineTest::NodesByDepth(const Model& model) {
  std::string text;
  for (int32_t depth = 0;; ++depth) {
    std::string nodes;
    for (size_t i = 0; i < model.nodes().size(); ++i) {
      if (model.node_depths()[i] != depth) continue;
      const Node* node = model.nodes()[i];
      absl::Span<Node* const> all = node->outbound_layer()->inbound_nodes();
      absl::StrAppend(&nodes, nodes.empty() ? "" : " ",
                      node->outbound_layer()->name()->text, ":",
                      std::find(all.begin(), all.end(), node) - all.begin());
    }
    if (nodes.empty()) return text;
    absl::StrAppend(&text, text.empty() ? "" : " ", "[", nodes, "]");
  }
}

std::string EngineTest::LayerNames(const Model& model) {
  return Join(model.layers(), [](const Layer* l) { return l->name()->text; });
}

std::string EngineTest::Weights(const Model& model) {
  ArenaVector<Variable*> weights;
  model.AppendModelWeights(session_.arena(), &weights);
  return Join(weights, [&](const Variable* weight) {
    return session_.terms().ToString(weight->term);
  });
}

std::string EngineTest::History(const Tensor* tensor) {
  if (tensor->layer == nullptr) return "-";
  return absl::StrCat(tensor->layer->name()->text, ":", tensor->node_index, ":",
                      tensor->tensor_index);
}

}  // namespace clonecheck
