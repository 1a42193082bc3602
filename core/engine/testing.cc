#include "core/engine/testing.h"

#include <utility>

#include "absl/strings/str_cat.h"
#include "core/engine/model_config.h"

namespace clonecheck {
namespace {

template <typename Items, typename Print>
std::string Join(const Items& items, Print print) {
  std::string text;
  for (const auto& item : items) {
    absl::StrAppend(&text, text.empty() ? "" : " ", print(item));
  }
  return text;
}

}  // namespace

EngineTest::EngineTest() = default;
EngineTest::~EngineTest() = default;

void EngineTest::UseEngine(absl::string_view version) {
  session_.set_rules(*FindEngineRules(version));
}

const Config* EngineTest::ConfigOf(absl::string_view kind,
                                   const std::vector<Arg>& args) {
  return clonecheck::ConfigOf(pool_, kind, args);
}

const LayerSpec& EngineTest::Spec(absl::string_view kind,
                                  const std::vector<Arg>& args) {
  return *catalogue_.Resolve(ConfigOf(kind, args)).value();
}

Layer* EngineTest::Wrap(absl::string_view kind, Layer* inner,
                        const std::vector<Arg>& args, const char* name) {
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

Tensor* EngineTest::In(const std::vector<int32_t>& dims, const char* name) {
  return session_.NewInput(pool_.InternShape(dims), DType::kFloat32,
                           /*sparse=*/false,
                           name == nullptr ? nullptr : N(name));
}

Tensor* EngineTest::Plain(const std::vector<int32_t>& dims) {
  return session_.NewTensor(session_.terms().NewLeaf(TermKind::kConstant),
                            pool_.InternShape(dims), DType::kFloat32,
                            N("plain"), nullptr);
}

Tensor* EngineTest::Masked(const std::vector<int32_t>& dims) {
  return One(Make("Masking"), {In(dims)});
}

Layer* EngineTest::Make(absl::string_view kind, const std::vector<Arg>& args,
                        const char* name, bool trainable) {
  return session_.NewLayer(Spec(kind, args),
                           name == nullptr ? nullptr : N(name), trainable);
}

Layer* EngineTest::MakeScripted(const Script& script, const char* name,
                                const ScriptedSpec** spec_of) {
  scripted_.push_back(std::make_unique<ScriptedSpec>(ScriptedKind(), script));
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
