#include "core/layers/rnn_layer.h"

#include <algorithm>
#include <vector>

#include "core/layers/built_size.h"
#include "core/layers/errors.h"

namespace clonecheck {
namespace {

constexpr int kRank = 3;  // (batch, time, features)

LayerSpec::Traits RnnTraits(const RnnConfig& config) {
  LayerSpec::Traits traits =
      RecurrentTraits(config.num_states(), config.return_state, kRank);
  // A loop forgets how many steps it makes (2.2.4, 2.2.5).
  traits.loses_sizes = config.return_sequences && !config.unroll;
  return traits;
}

// build of one cell.
void AddWeights(Pool& pool, const RnnConfig::Part& part, int32_t dim,
                std::vector<WeightDecl>& weights) {
  const RnnCell& cell = part.cell;
  const int32_t columns = cell.num_blocks() * cell.units;
  const auto add = [&](const char* role, const Shape* shape) {
    WeightDecl weight{role, shape};
    weight.trainable = part.trainable;
    weights.push_back(weight);
  };
  add("kernel", pool.InternShape({dim, columns}));
  add("recurrent_kernel", pool.InternShape({cell.units, columns}));
  if (cell.use_bias) {
    add("bias", cell.reset_after ? pool.InternShape({2, columns})
                                 : pool.InternShape({columns}));
  }
}

}  // namespace

RnnLayer::RnnLayer(const LayerKind& kind, const RnnConfig& config)
    : LayerSpec(kind, RnnTraits(config)),
      config_(config),
      state_rule_(*this),
      in_training_(*this) {}

Refusal RnnLayer::Build(BuildContext& context) const {
  const Shape& input = *context.input_shapes[0];
  const int32_t dim = input.known_rank() ? input.last() : kUnknownDim;
  context.has_input_spec = true;
  context.input_spec.ndim = kRank;
  if (input.known_rank()) {
    context.input_spec.shape = built_on_.Get(&input, [&] {
      const int32_t batch = config_.stateful ? input.dim[0] : kUnknownDim;
      return context.pool.InternShape({batch, kUnknownDim, dim});
    });
  }
  if (dim == kUnknownDim) return context.Refuse(errors::kUnknownFanIn);
  context.memo = MemoOfSize(dim);
  if (weights_.from != &input) {
    weights_.list.clear();
    for (size_t i : config_.weight_order) {
      AddWeights(context.pool, config_.parts[i],
                 i == 0 ? dim : config_.parts[i - 1].cell.units, weights_.list);
    }
    weights_.from = &input;
  }
  std::copy(weights_.list.begin(), weights_.list.end(),
            context.weights.extend(context.arena, weights_.list.size()));
  // States that are given to the first call must have the cell's sizes.
  if (Refusal refusal = RefuseStateSizes(
          context, config_.state_sizes,
          config_.is_stack || config_.state_sizes.size() > 1)) {
    return refusal;
  }
  if (config_.stateful && input.dim[0] == kUnknownDim) {
    return context.Refuse(errors::kStatefulBatch);
  }
  return nullptr;
}

Refusal RnnLayer::OutputShapes(ShapeContext& context) const {
  AddOutputShapes(context, outputs_);
  return nullptr;
}

void RnnLayer::AddOutputShapes(ShapeContext& context,
                               Answer<const Shape*>& answer) const {
  const Shape& input = *context.input_shapes[0];
  if (answer.from != &input) {
    answer.list.clear();
    const int32_t batch = input.known_rank() ? input.dim[0] : kUnknownDim;
    const int32_t time =
        input.known_rank() && input.rank > 1 ? input.dim[1] : kUnknownDim;
    answer.list.push_back(
        config_.return_sequences
            ? context.pool.InternShape({batch, time, config_.units()})
            : context.pool.InternShape({batch, config_.units()}));
    for (int k = 1; k < num_outputs(); ++k) {
      const int32_t size = config_.state_sizes[static_cast<size_t>(k - 1)];
      answer.list.push_back(context.pool.InternShape({batch, size}));
    }
    answer.from = &input;
  }
  std::copy(answer.list.begin(), answer.list.end(),
            context.output_shapes.extend(context.arena, answer.list.size()));
}

Refusal RnnLayer::RefuseInput(const CallContext& context,
                              absl::Span<Symbol* const> states) const {
  const Symbol& input = *context.inputs[0];
  if (input.dtype != DType::kFloat32 || input.shape->rank != kRank) {
    return context.Refuse(errors::kBackend,
                          ErrorArg::Of("not a float32 sequence"));
  }
  const int32_t time = input.shape->dim[1];
  if (config_.unroll &&
      (time == kUnknownDim ||
       (time == 1 && context.rules.unroll_refuses_one_step))) {
    return context.Refuse(context.rules.unroll_refuses_one_step
                              ? errors::kUnrollUndefinedOrOne
                              : errors::kUnrollUndefined);
  }
  if (config_.unroll && input.static_shape->dim[1] == kUnknownDim) {
    return context.Refuse(errors::kUnrollUnknownToTensorFlow);
  }
  if (input.static_shape->known_rank()) {
    if (Refusal refusal =
            RefuseOtherSize(context, input.static_shape->last())) {
      return refusal;
    }
  }
  for (size_t i = 0; i < states.size(); ++i) {
    const Symbol& state = *states[i];
    if (state.dtype != DType::kFloat32 || state.static_shape->rank != 2 ||
        (state.static_shape->last() != kUnknownDim &&
         state.static_shape->last() != config_.state_sizes[i])) {
      return context.Refuse(errors::kBackend,
                            ErrorArg::Of("a state of another size"));
    }
  }
  if (context.mask.first() != nullptr && !config_.unroll &&
      context.rules.masked_step_outputs_the_state && !state_is_like_output()) {
    return context.Refuse(
        errors::kBackend,
        ErrorArg::Of("a state of another size in the place of an output"));
  }
  return nullptr;
}

const Op& RnnLayer::OpFor(const CallContext& context, bool masked,
                          bool stated) const {
  if (config_.drops && context.is_training()) return in_training_;
  // The two rules differ only where a state that is no output of the steps
  // before, and is not zero, meets a mask.
  if (context.rules.masked_step_outputs_the_state && !config_.unroll &&
      masked && (stated || config_.output_state() != 0)) {
    return state_rule_;
  }
  // Where no states come in or go out, their order makes no difference.
  return stated || config_.return_state ? static_cast<const Op&>(*this)
                                        : saved();
}

TermId RnnLayer::TermOfOutput(const CallContext& context, const Op& op,
                              TermId term,
                              absl::Span<const TermId> operands) const {
  const bool stated =
      operands.size() > 2 + context.weights.size();  // input and mask
  return &op == this && &saved() != this && !stated
             ? context.terms.Apply(saved(), operands)
             : term;
}

Refusal RnnLayer::Call(CallContext& context) const {
  const Symbol& input = *context.inputs[0];
  absl::Span<Symbol* const> states;
  if (Refusal refusal = TakeStates(context, config_.num_states(), &states)) {
    return refusal;
  }
  if (Refusal refusal = RefuseInput(context, states)) return refusal;
  const Symbol* mask = context.mask.first();
  const size_t size = 2 + context.weights.size() + states.size();
  TermId* operands = context.arena.NewUnset<TermId>(size);
  size_t n = 0;
  operands[n++] = input.term;
  for (TermId weight : context.weights) operands[n++] = weight;
  operands[n++] = mask == nullptr ? kNoTerm : mask->term;
  for (const Symbol* state : states) operands[n++] = state->term;
  const Op& op = OpFor(context, mask != nullptr, !states.empty());
  const auto all_operands = absl::MakeConstSpan(operands, n);
  const TermId first = context.terms.Apply(op, all_operands);
  const TermId output = TermOfOutput(context, op, first, all_operands);
  // The input's shape, as far as TensorFlow still knows it after the loop.
  const Shape* known = input.static_shape;
  if (!config_.unroll && context.rules.loop_loses_steps &&
      known->known_rank()) {
    known = known_input_.Get(known, [&] {
      return context.pool.InternShape(
          {known->dim[0], kUnknownDim, known->dim[2]});
    });
  }
  ShapeContext shapes(context);
  shapes.input_shapes = absl::MakeConstSpan(&known, 1);
  AddOutputShapes(shapes, known_outputs_);
  // Without a mask, the last output is a state; unrolled, one object.
  const int output_again = !config_.return_sequences && mask == nullptr
                               ? 1 + static_cast<int>(config_.output_state())
                               : 0;
  for (int k = 0; k < num_outputs(); ++k) {
    const bool again = k == 0 || k == output_again;
    if (again && k > 0 && config_.unroll) {
      context.outputs.push_back(context.arena, context.outputs[0]);
      continue;
    }
    context.outputs.push_back(
        context.arena,
        context.maker.NewSymbol(again ? output : first + static_cast<TermId>(k),
                                shapes.output_shapes[k], DType::kFloat32,
                                k == 0 ? "TensorArrayReadV3" : "while/Exit"));
  }
  return nullptr;
}

Refusal RnnLayer::ComputeMask(MaskContext& context) const {
  SetRecurrentMask(context, config_.return_sequences, config_.return_state,
                   num_outputs());
  return nullptr;
}

bool RnnLayer::Accepts(absl::Span<const TensorInfo> earlier,
                       const TensorInfo& candidate) const {
  const Shape& shape = *candidate.shape;
  if (candidate.dtype != DType::kFloat32 || !shape.known_rank()) return false;
  if (!earlier.empty()) {
    return earlier.size() <= config_.state_sizes.size() && shape.rank == 2 &&
           shape.last() == config_.state_sizes[earlier.size() - 1] &&
           shape.dim[0] == earlier[0].shape->dim[0];
  }
  return shape.rank == kRank && shape.last() != kUnknownDim &&
         shape.dim[1] != 0 &&
         (!candidate.masked || config_.unroll || state_is_like_output()) &&
         (!config_.unroll || (shape.dim[1] != kUnknownDim && shape.dim[1] > 1 &&
                              !candidate.loses_sizes)) &&
         (!config_.stateful || shape.dim[0] != kUnknownDim);
}

void ReadRnnFlags(ConfigReader& reader, RnnConfig& config) {
  config.return_sequences = reader.Bool("return_sequences", false);
  config.return_state = reader.Bool("return_state", false);
  config.go_backwards = reader.Bool("go_backwards", false);
  config.stateful = reader.Bool("stateful", false);
  config.unroll = reader.Bool("unroll", false);
}

}  // namespace clonecheck
