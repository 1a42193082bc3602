#include "core/search/generator.h"

#include <algorithm>
#include <iterator>
#include <utility>

#include "absl/strings/str_cat.h"
#include "core/layers/kinds.h"

namespace clonecheck {
namespace {

// Sizes of inputs, up to the first 0: few, so that merges find partners; rank 3
// for masks; rank 4 and 5 for layers that take no others.
constexpr int32_t kInputShapes[][kMaxRank] = {{kUnknownDim, 4},
                                              {kUnknownDim, 4},
                                              {kUnknownDim, 3, 4},
                                              {kUnknownDim, 3},
                                              {2, 4},
                                              {kUnknownDim, kUnknownDim, 4},
                                              {kUnknownDim, 4},
                                              {kUnknownDim, 3, 4},
                                              {kUnknownDim, 2, 3, 4},
                                              {kUnknownDim, 2, 1, 3, 4}};
// Sizes of inputs of whole numbers.
constexpr int32_t kIntegerShapes[][2] = {
    {kUnknownDim, 3}, {kUnknownDim, 4}, {2, 3}};
// At most so many layers are drawn for a call; where none of them takes a
// tensor at hand, the fallback does.
constexpr int kDraws = 4;
// Given names of layers, `name_0`, …: as many as a Graph may need.
constexpr int kGivenNames = 64;
// At most this many model outputs are added for calls that nobody uses.
constexpr size_t kMaxOutputs = 8;
// Merges take two inputs, sometimes three.
constexpr uint32_t kThirdInputPercent = 15;
// An input may be the same tensor as another one although others would fit;
// with the cases where nothing else fits this makes one merge in seven.
constexpr uint32_t kSameTensorAgainPercent = 2;
// Of the model outputs drawn from all tensors, inputs are kept this often: real
// Keras' predict refuses them.
constexpr uint32_t kInputAsOutputPercent = 55;

}  // namespace

Generator::Generator(Catalogue& catalogue, const Profile& profile)
    : catalogue_(catalogue),
      profile_(profile),
      mask_key_(catalogue.pool().InternName("mask")) {
  Pool& pool = catalogue.pool();
  for (const LayerKind* kind : AllLayerKinds()) {
    KindDomain domain;
    for (const DomainEntry& entry : kind->Domain(pool)) {
      const LayerSpec* spec = catalogue.Resolve(entry.config).value();
      domain.specs.insert(domain.specs.end(), entry.weight, spec);
    }
    domain.weight = kind->weight();
    if (!domain.specs.empty()) domains_.push_back(std::move(domain));
  }
  const Config* relu =
      pool.InternConfig(pool.InternName(ActivationKind().class_name()),
                        {{pool.InternName("activation"),
                          ConfigValue::String(pool.InternName("relu"))}});
  fallback_ = catalogue.Resolve(relu).value();
  for (const auto& dims : kInputShapes) {
    const auto rank = std::find(std::begin(dims), std::end(dims), 0) - dims;
    input_shapes_.push_back(
        pool.InternShape(absl::MakeConstSpan(dims, static_cast<size_t>(rank))));
  }
  for (const auto& dims : kIntegerShapes) {
    integer_shapes_.push_back(pool.InternShape(dims));
  }
  for (int i = 0; i < kGivenNames; ++i) {
    given_names_.push_back(pool.InternName(absl::StrCat("name_", i)));
  }
}

const Graph& Generator::Generate(ChoiceSource& choices) {
  builder_.Clear();
  arena_.Clear();
  tensors_.clear();
  layers_.clear();
  shapes_.clear();
  call_begins_.clear();
  model_inputs_.clear();
  ChooseKinds(choices);
  AddInputs(choices);
  const uint32_t calls =
      profile_.min_calls +
      choices.Below(profile_.max_calls - profile_.min_calls + 1);
  for (uint32_t i = 0; i < calls; ++i) AddCall(choices);
  ChooseOutputs(choices);
  return builder_.graph();
}

// Swarm testing (Groce et al., ISSTA 2012): a case that cannot use everything
// reaches what a case that can use everything hardly ever does.
void Generator::ChooseKinds(ChoiceSource& choices) {
  enabled_.clear();
  enabled_weight_ = 0;
  for (const KindDomain& domain : domains_) {
    if (choices.Percent(profile_.disabled_kind)) continue;
    enabled_.push_back(&domain);
    enabled_weight_ += domain.weight;
  }
}

const LayerSpec& Generator::DrawSpec(ChoiceSource& choices) const {
  if (enabled_.empty()) return *fallback_;
  uint32_t ticket = choices.Below(enabled_weight_);
  size_t kind = 0;
  while (ticket >= enabled_[kind]->weight) ticket -= enabled_[kind++]->weight;
  const std::vector<const LayerSpec*>& specs = enabled_[kind]->specs;
  return *specs[choices.Below(static_cast<uint32_t>(specs.size()))];
}

void Generator::AddInputs(ChoiceSource& choices) {
  const uint32_t count = 1 + choices.Below(profile_.max_inputs);
  uint32_t shape = choices.Below(static_cast<uint32_t>(input_shapes_.size()));
  for (uint32_t i = 0; i < count; ++i) {
    // Mostly like the one before.
    if (i > 0 && choices.Percent(30)) {
      shape = choices.Below(static_cast<uint32_t>(input_shapes_.size()));
    }
    AddInput(input_shapes_[shape], DType::kFloat32);
  }
  if (count < profile_.max_inputs && choices.Percent(profile_.integer_input)) {
    AddInput(integer_shapes_[choices.Below(
                 static_cast<uint32_t>(integer_shapes_.size()))],
             DType::kInt32);
  }
}

void Generator::AddInput(const Shape* shape, DType dtype) {
  const TensorRef ref = builder_.AddInput(shape, dtype);
  model_inputs_.push_back(ref);
  tensors_.push_back(AtHand{ref, TensorInfo{shape, dtype, false}});
}

void Generator::AddCall(ChoiceSource& choices) {
  if (!layers_.empty() && choices.Percent(profile_.reuse_layer) &&
      TryReuse(choices)) {
    return;
  }
  const LayerSpec* spec = nullptr;
  bool found = false;
  for (int draw = 0; draw < kDraws && !found; ++draw) {
    spec = &DrawSpec(choices);
    found = ChooseInputs(choices, *spec, nullptr);
  }
  if (!found) {
    spec = fallback_;
    if (!ChooseInputs(choices, *spec, nullptr)) return;
  }
  const Name* name = nullptr;
  if (layers_.size() < given_names_.size() &&
      choices.Percent(profile_.explicit_name)) {
    name = given_names_[layers_.size()];
  }
  const uint32_t layer = builder_.AddLayer(spec->config(), name);
  Made made{spec, 0, static_cast<uint32_t>(shapes_.size()),
            static_cast<uint32_t>(chosen_.size())};
  for (uint32_t input : chosen_) shapes_.push_back(tensors_[input].info.shape);
  if (spec->traits().builds) {
    BuildContext build(LayerContext{arena_, catalogue_.pool(), terms_});
    build.input_shapes =
        absl::MakeConstSpan(shapes_).subspan(made.first_shape, made.num_inputs);
    if (spec->Build(build) == nullptr) made.memo = build.memo;
  }
  layers_.push_back(made);
  EmitCall(choices, layer);
}

// A layer is called again on shapes like those of its first call, which it is
// bound to accept.
bool Generator::TryReuse(ChoiceSource& choices) {
  const uint32_t layer = choices.Below(static_cast<uint32_t>(layers_.size()));
  const Made made = layers_[layer];
  if (!ChooseInputs(choices, *made.spec, &made)) return false;
  EmitCall(choices, layer);
  return true;
}

bool Generator::ChooseInputs(ChoiceSource& choices, const LayerSpec& spec,
                             const Made* made) {
  uint32_t count = static_cast<uint32_t>(spec.traits().min_inputs);
  if (made != nullptr) {
    count = made->num_inputs;
  } else if (spec.traits().max_inputs > spec.traits().min_inputs &&
             choices.Percent(kThirdInputPercent)) {
    ++count;
  }
  chosen_.clear();
  chosen_info_.clear();
  const uint32_t size = static_cast<uint32_t>(tensors_.size());
  for (uint32_t position = 0; position < count; ++position) {
    auto fits = [&](const AtHand& tensor) {
      if (made != nullptr &&
          shapes_[made->first_shape + position] != tensor.info.shape) {
        return false;
      }
      return spec.Accepts(chosen_info_, tensor.info);
    };
    // From a random start on, the first that fits and is as good as there is:
    // not taken by this very call unless that is asked for, and unused if that
    // is what is preferred.
    const bool again = position > 0 && choices.Percent(kSameTensorAgainPercent);
    const bool unused = choices.Percent(profile_.prefer_unused);
    const uint32_t start = choices.Below(size);
    uint32_t found = size;
    int best = -1;
    for (uint32_t i = 0; i < size; ++i) {
      const uint32_t candidate =
          start + i < size ? start + i : start + i - size;
      const bool taken = !again && std::find(chosen_.begin(), chosen_.end(),
                                             candidate) != chosen_.end();
      const int rank = taken                                    ? 0
                       : unused && tensors_[candidate].uses > 0 ? 1
                                                                : 2;
      if (rank <= best || !fits(tensors_[candidate])) continue;
      found = candidate;
      best = rank;
      if (rank == 2) break;
    }
    if (found == size) return false;
    chosen_.push_back(found);
    chosen_info_.push_back(tensors_[found].info);
  }
  return true;
}

void Generator::EmitCall(ChoiceSource& choices, uint32_t layer) {
  const Made& made = layers_[layer];
  const LayerSpec& spec = *made.spec;
  refs_.clear();
  for (uint32_t input : chosen_) {
    AtHand& tensor = tensors_[input];
    ++tensor.uses;
    refs_.push_back(tensor.ref);
  }
  const TensorRef call = builder_.AddCall(layer, refs_);
  if (spec.traits().takes_mask && choices.Percent(profile_.mask_none)) {
    builder_.AddKwarg(mask_key_, ConfigValue::None());
  }
  ShapeContext shapes(LayerContext{arena_, catalogue_.pool(), terms_});
  shapes.memo = made.memo;
  // Every call of a layer is on the shapes of its first.
  shapes.input_shapes =
      absl::MakeConstSpan(shapes_).subspan(made.first_shape, made.num_inputs);
  const bool ok = spec.OutputShapes(shapes) == nullptr;
  call_begins_.push_back(static_cast<uint32_t>(tensors_.size()));
  for (int k = 0; k < spec.num_outputs(); ++k) {
    TensorInfo info = chosen_info_[0];
    info.dtype = spec.OutputDType(info.dtype);
    if (ok && static_cast<size_t>(k) < shapes.output_shapes.size()) {
      info.shape = shapes.output_shapes[k];
    }
    info.masked = spec.OutputMasked(chosen_info_, k);
    tensors_.push_back(AtHand{TensorRef::Call(call.producer, k), info});
  }
}

// Most calls are to be of use: one output of each call that nobody uses becomes
// an output of the model.
void Generator::ChooseOutputs(ChoiceSource& choices) {
  refs_.clear();
  call_begins_.push_back(static_cast<uint32_t>(tensors_.size()));
  for (size_t call = 0; call + 1 < call_begins_.size(); ++call) {
    const uint32_t begin = call_begins_[call];
    const uint32_t end = call_begins_[call + 1];
    bool used = false;
    for (uint32_t i = begin; i < end; ++i) used |= tensors_[i].uses > 0;
    if (used || refs_.size() >= kMaxOutputs) continue;
    if (choices.Percent(profile_.keep_dead_call)) continue;
    refs_.push_back(tensors_[begin + choices.Below(end - begin)].ref);
  }
  while (refs_.empty() || choices.Percent(profile_.extra_output)) {
    const AtHand& extra =
        tensors_[choices.Below(static_cast<uint32_t>(tensors_.size()))];
    if (!refs_.empty() && extra.ref.is_input() &&
        !choices.Percent(kInputAsOutputPercent)) {
      continue;
    }
    refs_.push_back(extra.ref);
    if (refs_.size() >= kMaxOutputs) break;
  }
  // The order of outputs is unlike the order of creation.
  for (size_t i = refs_.size(); i > 1; --i) {
    std::swap(refs_[i - 1],
              refs_[i - 1 - choices.Below(static_cast<uint32_t>(i))]);
  }
  for (size_t i = model_inputs_.size(); i > 1; --i) {
    std::swap(model_inputs_[i - 1],
              model_inputs_[i - 1 - choices.Below(static_cast<uint32_t>(i))]);
  }
  builder_.SetModel(model_inputs_, refs_);
}

}  // namespace clonecheck
