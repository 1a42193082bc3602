// TimeDistributed: runs a layer on every step of a sequence. Rules: Keras
// 2.2.4, keras/layers/wrappers.py.
#include <memory>
#include <utility>
#include <vector>

#include "absl/status/status.h"
#include "core/layers/errors.h"
#include "core/layers/kinds.h"
#include "core/layers/mask_ops.h"
#include "core/layers/shape_cache.h"
#include "core/layers/time_ops.h"

namespace clonecheck {
namespace {

constexpr int kMinRank = 3;  // (batch, time, …)

LayerSpec::Traits TimeDistributedTraits() {
  LayerSpec::Traits traits;
  traits.supports_masking = true;
  traits.takes_mask = true;
  traits.takes_training = true;
  traits.builds = true;
  traits.asks_list_for_shape = true;
  traits.runs_inner = true;
  traits.loses_sizes = true;
  return traits;
}

class TimeDistributed final : public LayerSpec {
 public:
  TimeDistributed(const LayerKind& kind, const LayerSpec& inner, Pool& pool)
      : LayerSpec(kind, TimeDistributedTraits()), inner_(inner), pool_(pool) {}

  Refusal Build(BuildContext& context) const override {
    // Of several inputs Keras takes their number for the rank.
    const size_t count = context.input_shapes.size();
    if (count > 1) {
      return context.Refuse(count < static_cast<size_t>(kMinRank)
                                ? errors::kTimeDistributedRank
                                : errors::kTupleAndList);
    }
    const Shape* shape = context.input_shapes[0];
    if (shape->rank < kMinRank) {
      return context.Refuse(errors::kTimeDistributedRank);
    }
    context.has_input_spec = true;
    context.input_spec.ndim = static_cast<int8_t>(shape->rank);
    context.input_spec.shape = shape;
    const Shape* step = StepShape(shape);
    BuildContext inner(static_cast<const LayerContext&>(context));
    inner.input_shapes = absl::MakeConstSpan(&step, 1);
    if (context.inner != nullptr) {
      const Shape** kept = context.arena.NewArray<const Shape*>(1);
      kept[0] = step;
      inner.input_shapes = absl::MakeConstSpan(kept, 1);
      return context.host->BuildInner(*context.inner, inner);
    }
    inner.layer_name = context.layer_name;
    Refusal refusal = inner_.Build(inner);
    context.memo = inner.memo;
    return refusal;
  }

  Refusal OutputShapes(ShapeContext& context) const override {
    const Shape* shape = context.input_shapes[0];
    ShapeContext inner(static_cast<const LayerContext&>(context));
    const Shape* step = StepShape(shape);
    inner.input_shapes = absl::MakeConstSpan(&step, 1);
    if (Refusal refusal = InnerShapes(context, inner)) return refusal;
    if (inner.output_shapes.size() != 1 ||
        inner_.traits().returns_list_of_one) {
      return context.Refuse(errors::kTupleAndList);
    }
    const Shape& output = *inner.output_shapes[0];
    if (output.rank + 1 > kMaxRank) {
      return context.Refuse(errors::kBackend, ErrorArg::Of("too many axes"));
    }
    context.output_shapes.push_back(
        context.arena, WithTime(output.rank == 0 ? kUnknownDim : output.dim[0],
                                shape->dim[1], output));
    return nullptr;
  }

  DType OutputDType(DType input) const override {
    return inner_.OutputDType(input);
  }

  Refusal Call(CallContext& context) const override {
    if (Refusal refusal = RefuseCount(context)) return refusal;
    Symbol& input = *context.inputs[0];
    if (input.shape->rank < kMinRank) {
      return context.Refuse(errors::kBackend,
                            ErrorArg::Of("a tensor without steps"));
    }
    const bool fixed_batch = input.shape->dim[0] != kUnknownDim;
    Symbol* const step = Step(context, input);
    CallContext inner(context, context.maker);
    inner.inputs = absl::MakeConstSpan(&step, 1);
    inner.keywords =
        inner_.traits().takes_training ? context.keywords : nullptr;
    // A fixed batch is run step by step, without masks.
    if (!fixed_batch && inner_.traits().takes_mask && !context.mask.is_list &&
        context.mask.single != nullptr) {
      inner.mask = MaskValue::Single(Fold(context, *context.mask.single));
    }
    if (Refusal refusal = context.maker.CallInner(*context.inner, inner)) {
      return refusal;
    }
    if (inner.outputs.size() != 1 || inner_.traits().returns_list_of_one) {
      return fixed_batch
                 ? context.Refuse(errors::kBackend,
                                  ErrorArg::Of("an inner layer with several "
                                               "outputs"))
                 : context.Refuse(errors::kTupleAndList);
    }
    const Symbol& output = *inner.outputs[0];
    if (output.shape->rank + 1 > kMaxRank) {
      return context.Refuse(errors::kBackend, ErrorArg::Of("too many axes"));
    }
    Symbol* unfolded = Unfold(context, output, input, output.dtype,
                              fixed_batch ? "transpose_1" : "Reshape_1");
    if (fixed_batch) {
      if (context.rules.loop_loses_steps) {
        unfolded->SetStaticShape(
            WithTime(input.static_shape->dim[0], kUnknownDim, *output.shape));
      }
    } else {
      // A reshape by what compute_output_shape says.
      ShapeContext shapes(static_cast<const LayerContext&>(context));
      shapes.host = &context.maker;
      shapes.inner = context.inner;
      shapes.layer_name = context.layer_name;
      shapes.input_shapes = absl::MakeConstSpan(&input.shape, 1);
      if (Refusal refusal = OutputShapes(shapes)) return refusal;
      const Shape* shape = shapes.output_shapes[0];
      if (shape->rank == unfolded->static_shape->rank) {
        if (MayDiffer(*unfolded->static_shape, *shape)) {
          const TermId operands[] = {output.term, input.term};
          unfolded = context.maker.NewSymbol(
              context.terms.Apply(unfolds_to_.Get(*shape), operands),
              unfolded->static_shape, output.dtype, "Reshape_1");
        }
        unfolded->SetStaticShape(
            KnownSizes(pool_, shape, unfolded->static_shape));
      }
    }
    context.outputs.push_back(context.arena, unfolded);
    return nullptr;
  }

  Refusal ComputeMask(MaskContext& context) const override {
    Symbol& input = *context.inputs[0];
    Symbol* const mask = context.masks.is_list ? nullptr : context.masks.single;
    if (input.shape->rank > 0 && input.shape->dim[0] != kUnknownDim) {
      context.result = context.masks;
      return nullptr;
    }
    if (input.shape->rank < kMinRank) {
      return context.Refuse(errors::kBackend,
                            ErrorArg::Of("a tensor without steps"));
    }
    Symbol* const step = Step(context, input);
    MaskContext inner(context, context.maker);
    inner.inputs = absl::MakeConstSpan(&step, 1);
    if (mask != nullptr) {
      inner.masks = MaskValue::Single(Fold(context, *mask));
    }
    if (Refusal refusal = context.maker.InnerMask(*context.inner, inner)) {
      return refusal;
    }
    if (inner.result.is_list) {
      return context.Refuse(errors::kBackend,
                            ErrorArg::Of("a list of masks in each step"));
    }
    if (inner.result.single != nullptr) {
      Symbol* unfolded = Unfold(context, *inner.result.single, input,
                                DType::kBool, "Reshape_3", mask);
      context.result = MaskValue::Single(unfolded);
      return nullptr;
    }
    // The inner layer drops its mask: a step counts if anything in it does.
    Symbol* reduced = mask;
    while (reduced != nullptr && reduced->shape->rank > 2) {
      const TermId term = context.terms.Apply(
          SomeFeatureNotZero(), absl::MakeConstSpan(&reduced->term, 1));
      reduced = context.maker.NewSymbol(
          term, WithoutAxis(pool_, *reduced->shape, reduced->shape->rank - 1),
          DType::kBool, "Any");
    }
    context.result = MaskValue::Single(reduced);
    return nullptr;
  }

  bool Accepts(absl::Span<const TensorInfo> earlier,
               const TensorInfo& candidate) const override {
    if (!earlier.empty() || candidate.shape->rank < kMinRank) return false;
    const TensorInfo step = StepInfo(candidate);
    // A mask of rank 3 that the inner layer drops would not fit the output.
    if (candidate.masked && candidate.shape->rank > kMinRank &&
        !inner_.OutputMasked({&step, 1}, 0)) {
      return false;
    }
    return inner_.traits().num_outputs == 1 &&
           !inner_.traits().returns_list_of_one && inner_.Accepts({}, step);
  }
  bool OutputMasked(absl::Span<const TensorInfo> inputs, int) const override {
    if (inputs[0].shape->dim[0] != kUnknownDim) return inputs[0].masked;
    const TensorInfo step = StepInfo(inputs[0]);
    return inputs[0].masked || inner_.OutputMasked({&step, 1}, 0);
  }

 private:
  const Shape* StepShape(const Shape* shape) const {
    if (shape->rank < 2) return shape;
    return step_shape_.Get(shape,
                           [&] { return WithoutAxis(pool_, *shape, 1); });
  }
  // Whether a step has another size than compute_output_shape says, by what
  // TensorFlow knows of (batch, time, sizes). If it does not know, only a layer
  // whose weights may have been built elsewhere, for more values, can have made
  // more of one.
  bool MayDiffer(const Shape& known, const Shape& said) const {
    for (int i = 2; i < said.rank; ++i) {
      const int32_t is = known.dim[static_cast<size_t>(i)];
      const int32_t says = said.dim[static_cast<size_t>(i)];
      if (says == kUnknownDim || is == says) continue;
      if (is != kUnknownDim || (says == 1 && inner_.traits().forgets_build)) {
        return true;
      }
    }
    return false;
  }
  TensorInfo StepInfo(const TensorInfo& info) const {
    TensorInfo step = info;
    step.shape = StepShape(info.shape);
    return step;
  }
  // (batch, time) and all but the first axis of `step`.
  const Shape* WithTime(int32_t batch, int32_t time, const Shape& step) const {
    std::array<int32_t, kMaxRank> dims{};
    dims[0] = batch;
    dims[1] = time;
    int rank = 2;
    for (int i = 1; i < step.rank; ++i) dims[rank++] = step.dim[i];
    return pool_.InternShape(absl::MakeConstSpan(dims.data(), rank));
  }
  Refusal InnerShapes(ShapeContext& context, ShapeContext& inner) const {
    if (context.inner != nullptr) {
      return context.host->InnerShapes(*context.inner, inner);
    }
    return inner_.OutputShapes(inner);
  }

  // The tensor that the inner layer is run on; its sizes are the Keras shape's.
  // `compute_mask` uses the one that `call` made for the same input.
  template <typename Context>
  Symbol* Step(Context& context, Symbol& input) const {
    Symbol*& step = context.maker.InnerInput(*context.inner, input);
    if (step == nullptr) step = Fold(context, input);
    return step;
  }

  template <typename Context>
  Symbol* Fold(Context& context, Symbol& x) const {
    TermArena& terms = context.terms;
    // What was unfolded is folded into what it was.
    const TermId term =
        terms[x.term].op == &UnfoldTime()
            ? terms.operands(x.term)[0]
            : terms.Apply(FoldTime(), absl::MakeConstSpan(&x.term, 1));
    const Shape* shape = x.shape;
    if (shape->rank >= 2) {
      std::array<int32_t, kMaxRank> dims = StepShape(shape)->dim;
      dims[0] = shape->dim[0];
      shape =
          pool_.InternShape(absl::MakeConstSpan(dims.data(), shape->rank - 1));
    }
    return context.maker.NewSymbol(term, shape, x.dtype, "Reshape");
  }

  // `mask`: of x, null if it has none. What was folded, and is as it was, has
  // no term but its own. Of what was unfolded like another, that other is what
  // its sizes are taken from.
  template <typename Context>
  Symbol* Unfold(Context& context, const Symbol& y, const Symbol& x,
                 DType dtype, const char* tf_op,
                 const Symbol* mask = nullptr) const {
    TermArena& terms = context.terms;
    TermId term = kNoTerm;
    for (const Symbol* whole : {&x, mask}) {
      if (whole != nullptr &&
          terms.Is(y.term, FoldTime(), absl::MakeConstSpan(&whole->term, 1))) {
        term = whole->term;
      }
    }
    // A mask of what was folded, too: it is about one step of rank 2 or more.
    if (terms[y.term].op == &SomeFeatureNotZero() &&
        terms.Is(terms.operands(y.term)[0], FoldTime(),
                 absl::MakeConstSpan(&x.term, 1))) {
      term = terms.Apply(SomeFeatureNotZero(), absl::MakeConstSpan(&x.term, 1));
    }
    if (term == kNoTerm) {
      const TermId like = terms[x.term].op == &UnfoldTime()
                              ? terms.operands(x.term)[1]
                              : x.term;
      const TermId operands[] = {y.term, like};
      term = terms.Apply(UnfoldTime(), operands);
    }
    return context.maker.NewSymbol(
        term,
        WithTime(x.static_shape->dim[0],
                 x.static_shape->dim[1] != kUnknownDim ? x.static_shape->dim[1]
                                                       : x.shape->dim[1],
                 *y.static_shape),
        dtype, tf_op);
  }

  const LayerSpec& inner_;
  Pool& pool_;
  const UnfoldsTo unfolds_to_;
  mutable ShapeCache step_shape_;
};

class TimeDistributedClass final : public LayerKind {
 public:
  absl::string_view class_name() const override { return "TimeDistributed"; }
  absl::string_view name_prefix() const override { return "time_distributed"; }
  int num_children() const override { return 1; }

  std::unique_ptr<LayerSpec> Parse(ConfigReader& reader) const override {
    return std::make_unique<TimeDistributed>(*this, *reader.children()[0],
                                             reader.pool());
  }
};

}  // namespace

const LayerKind& TimeDistributedKind() {
  static const TimeDistributedClass kind;
  return kind;
}

}  // namespace clonecheck
