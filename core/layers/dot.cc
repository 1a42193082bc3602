// Dot: contracts one axis of each of two tensors, sample by sample. Keras
// 2.2.4, keras/layers/merge.py.
#include <algorithm>
#include <array>
#include <cmath>
#include <memory>
#include <numeric>
#include <optional>
#include <string>
#include <vector>

#include "absl/status/status.h"
#include "absl/strings/str_cat.h"
#include "core/layers/broadcast.h"
#include "core/layers/errors.h"
#include "core/layers/int_list.h"
#include "core/layers/kinds.h"

namespace clonecheck {
namespace {

LayerSpec::Traits DotTraits() {
  LayerSpec::Traits traits;
  traits.min_inputs = 2;
  traits.max_inputs = 2;
  traits.supports_masking = true;
  traits.builds = true;
  return traits;
}

// What sums of squares are raised to before their root divides.
constexpr double kMinSquares = 1e-12;
// 2.2.4 multiplies tensors of higher ranks by other rules than it states.
constexpr int kMaxContractedRank = 3;

ErrorArg SizeArg(int32_t size) {
  return ErrorArg{nullptr, size, [](const ErrorArg& arg) {
                    return arg.number == kUnknownDim ? std::string("None")
                                                     : absl::StrCat(arg.number);
                  }};
}

// Known to be different.
bool Differ(int32_t a, int32_t b) {
  return a != b && a != kUnknownDim && b != kUnknownDim;
}

// What K.batch_dot says of two axes of different sizes.
struct UnequalSizes {
  int axes[2];
  int32_t sizes[2];

  static std::string PrintAxes(const ErrorArg& arg) {
    const auto& self = *static_cast<const UnequalSizes*>(arg.pointer);
    return absl::StrCat("[", self.axes[0], ", ", self.axes[1], "]");
  }
  static std::string PrintSizes(const ErrorArg& arg) {
    const auto& self = *static_cast<const UnequalSizes*>(arg.pointer);
    return absl::StrCat("x.shape[", self.axes[0], "] != y.shape[", self.axes[1],
                        "] (", self.sizes[0], " != ", self.sizes[1], ")");
  }
};

class Dot final : public LayerSpec {
 public:
  struct Config {
    // One number for both: a negative one is taken modulo the rank. Of two
    // numbers a negative one counts from the end, as Python's indices do.
    bool one_axis = false;
    int axes[2] = {0, 0};
    bool normalize = false;
  };

  Dot(const LayerKind& kind, const Config& config)
      : LayerSpec(kind, DotTraits()), config_(config) {}

  // Only checks shapes.
  Refusal Build(BuildContext& context) const override {
    const absl::Span<const Shape* const> shapes = context.input_shapes;
    if (shapes.size() != 2) return context.Refuse(errors::kDotNeedsList);
    if (!shapes[0]->known_rank() || !shapes[1]->known_rank()) return nullptr;
    int32_t sizes[2];
    for (int i = 0; i < 2; ++i) {
      const int axis = AxisIn(i, shapes[i]->rank);
      if (axis < 0 || axis >= shapes[i]->rank) {
        return context.Refuse(errors::kTupleIndex);
      }
      sizes[i] = shapes[i]->dim[axis];
    }
    if (sizes[0] != sizes[1]) {
      return context.Refuse(errors::kDotSizes, SizeArg(sizes[0]),
                            SizeArg(sizes[1]), ErrorArg::Of(shapes[0]),
                            ErrorArg::Of(shapes[1]));
    }
    return nullptr;
  }

  Refusal OutputShapes(ShapeContext& context) const override {
    if (context.input_shapes.size() != 2) {
      return context.Refuse(errors::kDotNeedsList);
    }
    const Shape* shape = OutputShape(context.pool, *context.input_shapes[0],
                                     *context.input_shapes[1]);
    if (shape == nullptr) return context.Refuse(errors::kPopIndex);
    context.output_shapes.push_back(context.arena, shape);
    return nullptr;
  }

  Refusal Call(CallContext& context) const override {
    if (!context.inputs_are_list) {
      return context.Refuse(errors::kMergeNeedsList);
    }
    if (context.inputs.size() != 2) return context.Refuse(errors::kDotCount);
    const Symbol& x = *context.inputs[0];
    const Symbol& y = *context.inputs[1];
    if (x.dtype != y.dtype || (config_.normalize && !IsFloat(x.dtype)) ||
        x.dtype == DType::kBool) {
      return context.Refuse(errors::kBackend, ErrorArg::Of("such dtypes"));
    }
    if (!context.rules.dot_of_matrices_broadcasts) {
      if (Refusal refusal = CheckBatchDot(context, x.shape, y.shape)) {
        return refusal;
      }
    }
    const Shape& a = *x.static_shape;
    const Shape& b = *y.static_shape;
    if (!Contracts(a, b) &&
        !(context.rules.dot_of_matrices_broadcasts && Multiplies(a, b))) {
      return context.Refuse(
          errors::kBackend,
          ErrorArg::Of("shapes other than those of the first call"));
    }
    const Shape* shape = OutputShape(context.pool, a, b);
    if (shape == nullptr) return context.Refuse(errors::kPopIndex);
    if (shape->rank > 0 && b.rank > 0 &&
        (shape->dim[0] == kUnknownDim || (shape->dim[0] == 1 && b.rank == 2))) {
      std::array<int32_t, kMaxRank> dims = shape->dim;
      dims[0] = b.dim[0];
      shape = context.pool.InternShape(
          absl::MakeConstSpan(dims.data(), shape->rank));
    }
    if (Refusal refusal = ApplyOp(context, TfOp(a, b))) return refusal;
    context.outputs[0]->SetStaticShape(shape);
    return nullptr;
  }

  Refusal ComputeMask(MaskContext& context) const override {
    context.result = MaskValue::None();
    return nullptr;
  }

  absl::Status Evaluate(absl::Span<const Array* const> operands,
                        absl::Span<Array> outputs) const override {
    const Array& x = *operands[0];
    const Array& y = *operands[1];
    const int a = AxisIn(0, x.rank());
    const int b = AxisIn(1, y.rank());
    if (std::max(x.rank(), y.rank()) > kMaxContractedRank || a == 0 || b == 0) {
      return absl::UnimplementedError(
          "No numbers for a Dot of rank above 3 or over the batch; only proofs "
          "are possible here.");
    }
    if (x.rank() == 2 && y.rank() == 2 && a == b && x.dims != y.dims) {
      return SumOfProducts(x, y, a, &outputs[0]);
    }
    if (a < 0 || b < 0 || a >= x.rank() || b >= y.rank() ||
        x.dims[a] != y.dims[b] || x.dims[0] != y.dims[0]) {
      return absl::InvalidArgumentError("Dot: sizes that do not fit");
    }
    const Rows left = RowsAlong(x, a);
    const Rows right = RowsAlong(y, b);
    Array& output = outputs[0];
    output.dims = {x.dims[0]};
    AppendOthers(x, a, &output.dims);
    AppendOthers(y, b, &output.dims);
    if (output.dims.size() == 1) output.dims.push_back(1);
    for (int32_t sample = 0; sample < x.dims[0]; ++sample) {
      for (size_t i = 0; i < left.per_sample; ++i) {
        const double* u = left.Row(sample, i);
        for (size_t j = 0; j < right.per_sample; ++j) {
          const double* v = right.Row(sample, j);
          double sum = 0;
          for (size_t k = 0; k < left.size; ++k) sum += u[k] * v[k];
          output.values.push_back(sum);
        }
      }
    }
    return absl::OkStatus();
  }

  bool Accepts(absl::Span<const TensorInfo> earlier,
               const TensorInfo& candidate) const override {
    const Shape& shape = *candidate.shape;
    if (earlier.size() >= 2 || !LayerSpec::Accepts(earlier, candidate) ||
        shape.rank < 2 || shape.rank > kMaxContractedRank) {
      return false;
    }
    const int axis = AxisIn(static_cast<int>(earlier.size()), shape.rank);
    if (axis < 1 || axis >= shape.rank) return false;
    if (earlier.empty()) return true;
    const Shape& first = *earlier[0].shape;
    return earlier[0].dtype == candidate.dtype &&
           first.dim[0] == shape.dim[0] &&
           first.dim[AxisIn(0, first.rank)] == shape.dim[axis];
  }

  bool OutputMasked(absl::Span<const TensorInfo>, int) const override {
    return false;
  }

 private:
  // The vectors of a tensor along one axis, one after the other.
  struct Rows {
    std::vector<double> values;
    size_t size = 0;        // of a vector
    size_t per_sample = 0;  // vectors
    const double* Row(int32_t sample, size_t i) const {
      return values.data() +
             (static_cast<size_t>(sample) * per_sample + i) * size;
    }
  };

  // Of two matrices of other sizes, which only 2.2.4 lets pass.
  absl::Status SumOfProducts(const Array& x, const Array& y, int axis,
                             Array* output) const {
    if (axis != 1) {
      return absl::InvalidArgumentError("Dot: sizes that do not fit");
    }
    Array products;
    const Array left = WithRows(x);
    const Array right = WithRows(y);
    const Array* const operands[] = {&left, &right};
    absl::Status status = FoldElementwise(
        operands, Alignment::kInFront, [](double u, double v) { return u * v; },
        &products);
    if (!status.ok()) return status;
    output->dims = {products.dims[0], 1};
    const auto size = static_cast<size_t>(products.dims[1]);
    for (size_t row = 0; row < products.rows(); ++row) {
      output->values.push_back(std::accumulate(
          products.values.begin() + static_cast<ptrdiff_t>(row * size),
          products.values.begin() + static_cast<ptrdiff_t>((row + 1) * size),
          0.0));
    }
    return absl::OkStatus();
  }
  // A matrix as it is multiplied: normalized, if the layer does so.
  Array WithRows(const Array& matrix) const {
    Array result = matrix;
    result.values = RowsAlong(matrix, 1).values;
    return result;
  }

  Rows RowsAlong(const Array& array, int axis) const {
    Rows rows;
    rows.size = static_cast<size_t>(array.dims[axis]);
    size_t stride = 1;
    for (int i = axis + 1; i < array.rank(); ++i) {
      stride *= static_cast<size_t>(array.dims[i]);
    }
    rows.per_sample = 1;
    for (int i = 1; i < array.rank(); ++i) {
      if (i != axis) rows.per_sample *= static_cast<size_t>(array.dims[i]);
    }
    rows.values.resize(array.values.size());
    for (size_t i = 0; i < array.values.size(); ++i) {
      const size_t inner = i % stride;
      const size_t k = i / stride % rows.size;
      const size_t outer = i / stride / rows.size;
      rows.values[(outer * stride + inner) * rows.size + k] = array.values[i];
    }
    if (!config_.normalize) return rows;
    for (size_t begin = 0; begin < rows.values.size(); begin += rows.size) {
      double squares = 0;
      for (size_t k = 0; k < rows.size; ++k) {
        squares += rows.values[begin + k] * rows.values[begin + k];
      }
      const double length = std::sqrt(std::max(squares, kMinSquares));
      for (size_t k = 0; k < rows.size; ++k) rows.values[begin + k] /= length;
    }
    return rows;
  }

  static void AppendOthers(const Array& array, int axis,
                           std::vector<int32_t>* dims) {
    for (int i = 1; i < array.rank(); ++i) {
      if (i != axis) dims->push_back(array.dims[i]);
    }
  }

  // The axis of input i; negative or too large where there is none.
  int AxisIn(int i, int rank) const {
    const int axis = config_.axes[i];
    if (axis >= 0) return axis;
    if (!config_.one_axis) return rank + axis;
    return rank == 0 ? -1 : ((axis % rank) + rank) % rank;
  }

  // K.batch_dot's own checks, from 2.2.5 on. It looks at Keras shapes.
  Refusal CheckBatchDot(CallContext& context, const Shape* x,
                        const Shape* y) const {
    if (!x->known_rank() || !y->known_rank()) return nullptr;
    const int a = AxisIn(0, x->rank);
    const int b = AxisIn(1, y->rank);
    const bool there = a >= 0 && b >= 0 && a < x->rank && b < y->rank;
    // Normalizing comes before.
    if (config_.normalize && !there) return nullptr;
    if (x->rank < 2 || y->rank < 2) {
      return context.Refuse(errors::kBatchDotRank, ErrorArg::Of(x),
                            ErrorArg::Of(y));
    }
    if (Differ(x->dim[0], y->dim[0])) {
      return context.Refuse(errors::kBatchDotBatch, ErrorArg::Of(x),
                            ErrorArg::Of(y));
    }
    if (a == 0 || b == 0) return context.Refuse(errors::kBatchDotOverBatch);
    if (!there) return context.Refuse(errors::kTupleIndex);
    if (!Differ(x->dim[a], y->dim[b])) return nullptr;
    auto* unequal = context.arena.New<UnequalSizes>();
    *unequal = {{a, b}, {x->dim[a], y->dim[b]}};
    return context.Refuse(errors::kBatchDotSizes, ErrorArg::Of(x),
                          ErrorArg::Of(y),
                          ErrorArg{unequal, 0, UnequalSizes::PrintAxes},
                          ErrorArg{unequal, 0, UnequalSizes::PrintSizes});
  }

  // Whether the backend can contract tensors of these shapes.
  bool Contracts(const Shape& x, const Shape& y) const {
    if (!x.known_rank() || !y.known_rank()) return true;
    if (x.rank < 2 || y.rank < 2) return false;
    const int a = AxisIn(0, x.rank);
    const int b = AxisIn(1, y.rank);
    return a >= 0 && b >= 0 && a < x.rank && b < y.rank &&
           !Differ(x.dim[a], y.dim[b]) && !Differ(x.dim[0], y.dim[0]);
  }

  // Two matrices over the same axis, whose sizes fit together elementwise.
  bool Multiplies(const Shape& x, const Shape& y) const {
    const int axis = x.rank == 2 && y.rank == 2 ? AxisIn(0, 2) : -1;
    if (axis < 0 || axis > 1 || axis != AxisIn(1, 2)) return false;
    for (int i = 0; i < 2; ++i) {
      const int32_t a = x.dim[i];
      const int32_t b = y.dim[i];
      if (a != b && a != 1 && b != 1 && a != kUnknownDim && b != kUnknownDim) {
        return false;
      }
    }
    return true;
  }

  static const char* TfOp(const Shape& x, const Shape& y) {
    if (x.rank == 2 && y.rank == 2) return "ExpandDims";
    return x.rank == y.rank ? "MatMul" : "Squeeze";
  }

  // As Keras puts lists together: without the two axes, and without what is
  // then the first of the second. Null: an axis is not there.
  const Shape* OutputShape(Pool& pool, const Shape& x, const Shape& y) const {
    if (!x.known_rank() || !y.known_rank()) return pool.unknown_shape();
    const int a = AxisIn(0, x.rank);
    const int b = AxisIn(1, y.rank);
    if (a < 0 || b < 0 || a >= x.rank || b >= y.rank || y.rank < 2) {
      return nullptr;
    }
    int32_t dims[2 * kMaxRank];
    size_t n = 0;
    for (int i = 0; i < x.rank; ++i) {
      if (i != a) dims[n++] = x.dim[i];
    }
    for (int i = b == 0 ? 2 : 1; i < y.rank; ++i) {
      if (i != b) dims[n++] = y.dim[i];
    }
    if (n == 1) dims[n++] = 1;
    if (n > kMaxRank) return pool.unknown_shape();
    return pool.InternShape(absl::MakeConstSpan(dims, n));
  }

  const Config config_;
};

class DotClass final : public LayerKind {
 public:
  absl::string_view class_name() const override { return "Dot"; }
  absl::string_view call_owner() const override { return "_Merge"; }
  absl::string_view name_prefix() const override { return "dot"; }

  std::unique_ptr<LayerSpec> Parse(ConfigReader& reader) const override {
    Dot::Config config;
    const ConfigValue axes = reader.Any("axes", ConfigValue::None());
    config.one_axis = axes.type == ConfigValue::Type::kInt;
    const std::optional<std::vector<int32_t>> list =
        config.one_axis ? ToIntList(TwiceInList(reader.pool(), axes))
                        : ToIntList(axes);
    if (list.has_value() && list->size() == 2 && Fits((*list)[0]) &&
        Fits((*list)[1])) {
      config.axes[0] = (*list)[0];
      config.axes[1] = (*list)[1];
    } else {
      reader.Fail("axes", "the number of an axis, or a list of two");
    }
    config.normalize = reader.Bool("normalize", false);
    return std::make_unique<Dot>(*this, config);
  }

  std::vector<DomainEntry> Domain(Pool& pool) const override {
    const ConfigValue yes = ConfigValue::Bool(true);
    return {
        Entry(pool, {{"axes", ConfigValue::Int(-1)}}, /*weight=*/2),
        Entry(pool, {{"axes", ConfigValue::Int(1)}}, /*weight=*/2),
        Entry(pool, {{"axes", ConfigValue::Int(2)}}),
        Entry(pool, {{"axes", IntList(pool, {1, 2})}}),
        Entry(pool, {{"axes", IntList(pool, {2, 1})}}),
        Entry(pool, {{"axes", IntList(pool, {-1, -2})}}),
        Entry(pool, {{"axes", ConfigValue::Int(-1)}, {"normalize", yes}}),
        Entry(pool, {{"axes", IntList(pool, {1, -1})}, {"normalize", yes}})};
  }

 private:
  static bool Fits(int32_t axis) {
    return axis >= -kMaxRank && axis < kMaxRank;
  }
  static ConfigValue TwiceInList(Pool& pool, ConfigValue axis) {
    return ConfigValue::List(pool.InternList({axis, axis}));
  }
};

}  // namespace

const LayerKind& DotKind() {
  static const DotClass kind;
  return kind;
}

}  // namespace clonecheck
