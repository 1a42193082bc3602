// Bidirectional: runs a recurrent layer forwards, and a copy of it backwards,
// on the same sequence. Rules: Keras 2.2.4, keras/layers/wrappers.py.
#include <cstring>
#include <memory>
#include <string>
#include <utility>
#include <vector>

#include "absl/status/status.h"
#include "absl/strings/str_cat.h"
#include "core/layers/errors.h"
#include "core/layers/kinds.h"
#include "core/layers/shape_cache.h"

namespace clonecheck {
namespace {

enum class MergeMode : uint8_t { kConcat, kSum, kMul, kAve, kNone };
constexpr absl::string_view kMergeModes[] = {"concat", "sum", "mul", "ave"};

// One operand, reversed along axis 1.
class ReverseTimeOp final : public Op {
 public:
  ReverseTimeOp() : Op(1, /*hash_seed=*/101) {}
  absl::string_view op_name() const override { return "reverse_time"; }
  absl::Status Evaluate(absl::Span<const Array* const> operands,
                        absl::Span<Array> outputs) const override {
    const Array& x = *operands[0];
    if (x.rank() < 2) {
      return absl::InvalidArgumentError("Bidirectional: there is no time axis");
    }
    outputs[0] = x;
    const auto time = static_cast<size_t>(x.dims[1]);
    const auto batch = static_cast<size_t>(x.dims[0]);
    if (batch * time == 0) return absl::OkStatus();
    const size_t width = x.values.size() / (batch * time);
    for (size_t b = 0; b < batch; ++b) {
      for (size_t t = 0; t < time; ++t) {
        for (size_t i = 0; i < width; ++i) {
          outputs[0].values[(b * time + t) * width + i] =
              x.values[(b * time + time - 1 - t) * width + i];
        }
      }
    }
    return absl::OkStatus();
  }
};

// Two operands of equal dimensions: both directions' outputs become one.
class MergeDirectionsOp final : public Op {
 public:
  explicit MergeDirectionsOp(MergeMode mode)
      : Op(1, /*hash_seed=*/103 + static_cast<uint32_t>(mode)), mode_(mode) {}
  absl::string_view op_name() const override {
    return kMergeModes[static_cast<size_t>(mode_)];
  }
  absl::Status Evaluate(absl::Span<const Array* const> operands,
                        absl::Span<Array> outputs) const override {
    const Array& a = *operands[0];
    const Array& b = *operands[1];
    if (a.dims != b.dims || a.dims.empty()) {
      return absl::InvalidArgumentError(
          "Bidirectional: the directions' outputs differ in size");
    }
    Array& output = outputs[0];
    if (mode_ != MergeMode::kConcat) {
      output = a;
      for (size_t i = 0; i < a.values.size(); ++i) {
        const double sum = a.values[i] + b.values[i];
        output.values[i] = mode_ == MergeMode::kMul ? a.values[i] * b.values[i]
                           : mode_ == MergeMode::kAve ? sum / 2
                                                      : sum;
      }
      return absl::OkStatus();
    }
    output.dims = a.dims;
    output.dims.back() *= 2;
    const auto width = static_cast<size_t>(a.last());
    output.values.reserve(2 * a.values.size());
    for (size_t row = 0; row < a.rows(); ++row) {
      for (const Array* half : {&a, &b}) {
        for (size_t i = 0; i < width; ++i) {
          output.values.push_back(half->values[row * width + i]);
        }
      }
    }
    return absl::OkStatus();
  }

 private:
  const MergeMode mode_;
};

const Op& ReverseTime() {
  static const ReverseTimeOp op;
  return op;
}

const Op& MergeDirections(MergeMode mode) {
  static const MergeDirectionsOp ops[] = {
      MergeDirectionsOp(MergeMode::kConcat), MergeDirectionsOp(MergeMode::kSum),
      MergeDirectionsOp(MergeMode::kMul), MergeDirectionsOp(MergeMode::kAve)};
  return ops[static_cast<size_t>(mode)];
}

bool Flag(const LayerSpec& spec, absl::string_view key) {
  const ConfigValue* value = spec.config()->Find(key);
  return value != nullptr && value->bits() != 0;
}

LayerSpec::Traits BidirectionalTraits(const LayerSpec& inner, MergeMode mode) {
  LayerSpec::Traits traits = inner.traits();
  // Each direction returns its output, then (with return_state) its states.
  const int states = inner.traits().num_outputs - 1;
  traits.num_outputs = (mode == MergeMode::kNone ? 2 : 1) + 2 * states;
  traits.num_states *= 2;
  traits.states_in_halves = true;
  traits.max_inputs = 1 + traits.num_states;
  // Its constructor sets the flag before the base constructor resets it.
  traits.supports_masking = false;
  traits.loses_sizes = true;
  return traits;
}

class Bidirectional final : public LayerSpec {
 public:
  // REQUIRES: both are recurrent.
  Bidirectional(const LayerKind& kind, const LayerSpec& forward,
                const LayerSpec& backward, MergeMode mode)
      : LayerSpec(kind, BidirectionalTraits(forward, mode)),
        forward_(forward),
        backward_(backward),
        mode_(mode),
        return_sequences_(Flag(forward, "return_sequences")),
        num_state_outputs_(forward.traits().num_outputs - 1) {}

  Refusal Build(BuildContext& context) const override {
    const size_t states = context.input_shapes.size() - 1;
    for (const bool first : {true, false}) {
      BuildContext direction(static_cast<const LayerContext&>(context));
      direction.layer_name = context.layer_name;
      direction.input_shapes =
          Half(context, context.input_shapes, states, first);
      const LayerSpec& spec = first ? forward_ : backward_;
      Refusal refusal = spec.Build(direction);
      for (const WeightDecl& weight : direction.weights) {
        context.weights.push_back(context.arena, weight);
      }
      context.has_input_spec = true;
      context.input_spec = direction.input_spec;
      context.memo = direction.memo;
      if (refusal != nullptr) return refusal;
    }
    return nullptr;
  }

  Refusal OutputShapes(ShapeContext& context) const override {
    ShapeContext forward(static_cast<const LayerContext&>(context));
    forward.input_shapes = context.input_shapes;
    if (Refusal refusal = forward_.OutputShapes(forward)) return refusal;
    const Shape* output = forward.output_shapes[0];
    if (mode_ == MergeMode::kConcat) {
      std::array<int32_t, kMaxRank> dims = output->dim;
      dims[output->rank - 1] *= 2;
      output = context.pool.InternShape(
          absl::MakeConstSpan(dims.data(), output->rank));
    }
    context.output_shapes.push_back(context.arena, output);
    if (mode_ == MergeMode::kNone) {
      context.output_shapes.push_back(context.arena, output);
    }
    for (int direction = 0; direction < 2; ++direction) {
      for (int k = 1; k <= num_state_outputs_; ++k) {
        context.output_shapes.push_back(context.arena,
                                        forward.output_shapes[k]);
      }
    }
    return nullptr;
  }

  Refusal Call(CallContext& context) const override {
    absl::Span<Symbol* const> states = context.inputs.subspan(1);
    const bool by_keyword =
        context.keywords != nullptr && context.keywords->has_initial_state;
    bool split = !states.empty();
    if (context.rules.states_may_be_given_twice) {
      // 2.2.4 looks for the keyword, and then takes the states from the list.
      split = by_keyword && !states.empty();
    } else {
      if (by_keyword && !states.empty()) {
        return context.Refuse(errors::kStatesFromBothSides);
      }
      if (by_keyword) {
        states = context.keywords->initial_state;
        split = true;
      }
    }
    // Of the keywords a direction sees this one; states are among its inputs.
    CallKeywords keywords;
    if (context.keywords != nullptr) {
      keywords.training = context.keywords->training;
    }
    ArenaVector<Symbol*> results[2];
    for (const bool first : {true, false}) {
      CallContext direction(context, context.maker);
      direction.layer_name = context.layer_name;
      direction.memo = context.memo;
      direction.mask = context.mask;
      direction.keywords = &keywords;
      if (split) {
        Symbol** inputs = context.arena.NewArray<Symbol*>(1 + states.size());
        inputs[0] = context.inputs[0];
        const size_t half = states.size() / 2;
        const size_t begin = first ? 0 : half;
        const size_t count = first ? half : states.size() - half;
        for (size_t i = 0; i < count; ++i) inputs[1 + i] = states[begin + i];
        direction.inputs = absl::MakeConstSpan(inputs, 1 + count);
      } else {
        direction.inputs = context.inputs;
      }
      direction.inputs_are_list = direction.inputs.size() > 1;
      const size_t weights = context.weights.size() / 2;
      direction.weights = context.weights.subspan(first ? 0 : weights, weights);
      if (Refusal refusal = (first ? forward_ : backward_).Call(direction)) {
        return refusal;
      }
      results[first ? 0 : 1] = direction.outputs;
    }
    Symbol* forward = results[0][0];
    Symbol* backward = results[1][0];
    if (return_sequences_) {
      const TermId term = context.terms.Apply(
          ReverseTime(), absl::MakeConstSpan(&backward->term, 1));
      backward = context.maker.NewSymbol(term, backward->static_shape,
                                         backward->dtype, "ReverseV2");
    }
    if (mode_ == MergeMode::kNone) {
      context.outputs.push_back(context.arena, forward);
      context.outputs.push_back(context.arena, backward);
    } else {
      const TermId operands[] = {forward->term, backward->term};
      const TermId term = context.terms.Apply(MergeDirections(mode_), operands);
      const Shape* shape = forward->static_shape;
      if (mode_ == MergeMode::kConcat) {
        shape = WithLastDim(context.pool, *shape,
                            shape->last() + backward->static_shape->last());
      }
      context.outputs.push_back(
          context.arena,
          context.maker.NewSymbol(term, shape, DType::kFloat32, TfOp()));
    }
    for (const ArenaVector<Symbol*>& direction : results) {
      for (int k = 1; k <= num_state_outputs_; ++k) {
        context.outputs.push_back(context.arena, direction[k]);
      }
    }
    return nullptr;
  }

  Refusal ComputeMask(MaskContext& context) const override {
    Symbol* mask = context.masks.first();
    if (!return_sequences_) mask = nullptr;
    if (num_outputs() == 1) {
      context.result = MaskValue::Single(mask);
      return nullptr;
    }
    const auto count = static_cast<size_t>(num_outputs());
    Symbol** masks = context.arena.NewArray<Symbol*>(count);
    masks[0] = mask;
    if (mode_ == MergeMode::kNone) masks[1] = mask;
    context.result = MaskValue::List(absl::MakeConstSpan(masks, count));
    return nullptr;
  }

  bool Accepts(absl::Span<const TensorInfo> earlier,
               const TensorInfo& candidate) const override {
    if (earlier.size() >= static_cast<size_t>(traits().max_inputs)) {
      return false;
    }
    // The sequence, and as many states of one direction as there are before.
    const auto half = static_cast<size_t>(forward_.traits().num_states);
    const size_t before = earlier.empty() ? 0 : 1 + (earlier.size() - 1) % half;
    return forward_.Accepts(earlier.subspan(0, before), candidate);
  }
  bool OutputMasked(absl::Span<const TensorInfo> inputs, int k) const override {
    return return_sequences_ && inputs[0].masked &&
           k < (mode_ == MergeMode::kNone ? 2 : 1);
  }

 private:
  const char* TfOp() const {
    switch (mode_) {
      case MergeMode::kConcat:
        return "concat";
      case MergeMode::kMul:
        return "mul";
      case MergeMode::kAve:
        return "truediv";
      case MergeMode::kSum:
      case MergeMode::kNone:
        return "add";
    }
    return "";
  }

  // The sequence, and the states of one direction.
  static absl::Span<const Shape* const> Half(
      const BuildContext& context, absl::Span<const Shape* const> shapes,
      size_t states, bool first) {
    const size_t half = states / 2;
    const Shape** result = context.arena.NewArray<const Shape*>(1 + half);
    result[0] = shapes[0];
    for (size_t i = 0; i < half; ++i) {
      result[1 + i] = shapes[1 + (first ? 0 : half) + i];
    }
    return absl::MakeConstSpan(result, 1 + half);
  }

  const LayerSpec& forward_;
  const LayerSpec& backward_;
  const MergeMode mode_;
  const bool return_sequences_;
  // By direction.
  const int num_state_outputs_;
};

class BidirectionalClass final : public LayerKind {
 public:
  absl::string_view class_name() const override { return "Bidirectional"; }
  absl::string_view name_prefix() const override { return "bidirectional"; }
  int num_children() const override { return 1; }

  std::unique_ptr<LayerSpec> Parse(ConfigReader& reader) const override {
    const MergeMode mode = ReadMode(reader);
    const LayerSpec& forward = *reader.children()[0];
    if (forward.traits().num_states == 0 || forward.traits().states_in_halves) {
      // Keras: KeyError 'go_backwards'.
      reader.FailChildren("a recurrent one: SimpleRNN, GRU, LSTM or RNN",
                          forward.kind().class_name());
      return std::make_unique<Bidirectional>(*this, forward, forward, mode);
    }
    // The backward layer is made from the config with the direction flipped.
    Pool& pool = reader.pool();
    const Name* direction = pool.InternName("go_backwards");
    std::vector<ConfigEntry> entries;
    for (const ConfigEntry& entry : forward.saved().config()->entries) {
      if (entry.key != direction) entries.push_back(entry);
    }
    if (!Flag(forward, "go_backwards")) {
      entries.push_back(ConfigEntry{direction, ConfigValue::Bool(true)});
    }
    const LayerSpec& backward = reader.Resolve(
        pool.InternConfig(forward.config()->kind, std::move(entries)));
    return std::make_unique<Bidirectional>(*this, forward, backward, mode);
  }

 private:
  // None, written out, means that the outputs stay two.
  static MergeMode ReadMode(ConfigReader& reader) {
    const Name* concat = reader.pool().InternName(kMergeModes[0]);
    const ConfigValue mode =
        reader.Any("merge_mode", ConfigValue::String(concat));
    if (mode.type == ConfigValue::Type::kNone) return MergeMode::kNone;
    for (size_t i = 0; i < std::size(kMergeModes); ++i) {
      if (mode.type == ConfigValue::Type::kString &&
          mode.string->text == kMergeModes[i]) {
        return static_cast<MergeMode>(i);
      }
    }
    reader.Fail("merge_mode", "one of 'concat', 'sum', 'mul', 'ave', or None");
    return MergeMode::kConcat;
  }
};

}  // namespace

const LayerKind& BidirectionalKind() {
  static const BidirectionalClass kind;
  return kind;
}

}  // namespace clonecheck
