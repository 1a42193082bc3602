#include "core/graph/order.h"

#include <cstddef>
#include <cstdint>
#include <initializer_list>

#include "absl/types/span.h"

namespace clonecheck {
namespace {

template <typename T>
int Compare(T a, T b) {
  return a < b ? -1 : (b < a ? 1 : 0);
}

// The first of the comparisons that decides.
int First(std::initializer_list<int> comparisons) {
  for (int c : comparisons) {
    if (c != 0) return c;
  }
  return 0;
}

// Element by element, by `compare`; the shorter list first.
template <typename T, typename F>
int CompareLists(absl::Span<const T> a, absl::Span<const T> b, F compare) {
  if (a.size() != b.size()) return Compare(a.size(), b.size());
  for (size_t i = 0; i < a.size(); ++i) {
    if (const int c = compare(a[i], b[i]); c != 0) return c;
  }
  return 0;
}

int CompareNames(const Name* a, const Name* b) {
  if (a == b) return 0;
  if (a == nullptr || b == nullptr) return Compare(a != nullptr, b != nullptr);
  return First(
      {Compare(a->text.size(), b->text.size()), a->text.compare(b->text)});
}

// The calls; and where a layer is the model, which takes none, one for it and
// one for each layer that it holds.
size_t Steps(const Graph& graph) {
  const uint32_t layer = graph.model().layer;
  if (layer == ModelDecl::kNoLayer) return graph.calls().size();
  return graph.calls().size() + 1 + graph.layers()[layer].children.size;
}

// Everything about size that takes one pass over a Graph.
struct Totals {
  explicit Totals(const Graph& graph) {
    for (const InputDecl& input : graph.inputs()) {
      unusual += (input.name != nullptr) + (input.dtype != DType::kFloat32) +
                 (input.sparse ? 1 : 0);
      rank += input.batch_shape->rank;
      for (int32_t dim : input.batch_shape->dims()) {
        if (dim != kUnknownDim) size += dim;
      }
      // A sequence may have any number of steps, but a vector of unknown size,
      // alone or at each step, is less simple than one of a single number.
      const int rank_here = input.batch_shape->rank;
      if (rank_here >= 2 &&
          input.batch_shape->dim[rank_here - 1] == kUnknownDim) {
        size += 2;
      }
    }
    for (const LayerDecl& layer : graph.layers()) {
      refs += layer.children.size + layer.model_inputs.size +
              layer.model_outputs.size;
      unusual += (layer.name != nullptr) + (layer.trainable ? 0 : 1) +
                 (layer.position > 0);
      entries += layer.config->entries.size();
    }
    for (const Call& call : graph.calls()) {
      refs += call.inputs.size;
      kwargs += call.kwargs.size;
      unusual += call.as_list ? 1 : 0;
      for (const Kwarg& kwarg : graph.kwargs(call)) refs += kwarg.tensors.size;
    }
    unusual += (graph.model().name != nullptr) +
               (graph.model().position < graph.calls().size());
  }

  size_t refs = 0;
  size_t kwargs = 0;
  size_t unusual = 0;
  size_t entries = 0;
  int64_t rank = 0;
  int64_t size = 0;
};

class Comparison {
 public:
  Comparison(const Graph& a, const Graph& b, const LayerFacts* facts)
      : a_(a), b_(b), facts_(facts) {}

  // Cheap questions first: counts, then one pass over each Graph, then both
  // side by side.
  int Run() const {
    if (const int c = CompareCounts(); c != 0) return c;
    if (const int c = CompareTotals(); c != 0) return c;
    return CompareStatements();
  }

 private:
  int CompareCounts() const {
    return First({Compare(Steps(a_), Steps(b_)),
                  Compare(a_.layers().size(), b_.layers().size()),
                  Compare(a_.inputs().size(), b_.inputs().size()),
                  Compare(a_.model_outputs().size(), b_.model_outputs().size()),
                  Compare(a_.model_inputs().size(), b_.model_inputs().size())});
  }

  int CompareTotals() const {
    const Totals a(a_);
    const Totals b(b_);
    return First({Compare(a.refs, b.refs), Compare(a.kwargs, b.kwargs),
                  Compare(a.unusual, b.unusual),
                  Compare(TotalComplexity(a_), TotalComplexity(b_)),
                  Compare(a.entries, b.entries), Compare(a.rank, b.rank),
                  Compare(a.size, b.size)});
  }

  int CompareStatements() const {
    const auto layers = [&](const LayerDecl& x, const LayerDecl& y) {
      return CompareLayers(x, y);
    };
    if (const int c = CompareLists(a_.layers(), b_.layers(), layers); c != 0) {
      return c;
    }
    if (const int c = CompareLists(a_.inputs(), b_.inputs(), CompareInputs);
        c != 0) {
      return c;
    }
    const auto calls = [&](const Call& x, const Call& y) {
      return CompareCalls(x, y);
    };
    if (const int c = CompareLists(a_.calls(), b_.calls(), calls); c != 0) {
      return c;
    }
    return First({Compare(a_.model().layer, b_.model().layer),
                  CompareRefs(a_.model().inputs, b_.model().inputs),
                  CompareRefs(a_.model().outputs, b_.model().outputs),
                  // Later is more usual.
                  Compare(b_.model().position, a_.model().position),
                  CompareNames(a_.model().name, b_.model().name)});
  }

  int Complexity(const LayerDecl& layer) const {
    return facts_ == nullptr ? 0 : facts_->Complexity(*layer.config);
  }
  int64_t TotalComplexity(const Graph& graph) const {
    int64_t sum = 0;
    if (facts_ == nullptr) return sum;
    for (const LayerDecl& layer : graph.layers()) sum += Complexity(layer);
    return sum;
  }

  static int CompareRef(TensorRef a, TensorRef b) {
    if (a.is_input() && b.is_input()) return Compare(a.input(), b.input());
    return First({Compare(b.is_input(), a.is_input()),
                  Compare(a.producer, b.producer), Compare(a.index, b.index)});
  }
  int CompareRefs(Range a, Range b) const {
    return CompareLists(a_.tensors(a), b_.tensors(b), CompareRef);
  }

  int CompareLayers(const LayerDecl& x, const LayerDecl& y) const {
    return First(
        {Compare(Complexity(x), Complexity(y)),
         CompareConfigs(*x.config, *y.config),
         CompareLists(a_.children(x), b_.children(y), Compare<uint32_t>),
         CompareRefs(x.model_inputs, y.model_inputs),
         CompareRefs(x.model_outputs, y.model_outputs),
         Compare(x.position, y.position), Compare(y.trainable, x.trainable),
         CompareNames(x.name, y.name)});
  }

  static int CompareInputs(const InputDecl& x, const InputDecl& y) {
    return First({CompareLists(x.batch_shape->dims(), y.batch_shape->dims(),
                               Compare<int32_t>),
                  Compare(x.dtype, y.dtype), Compare(x.sparse, y.sparse),
                  CompareNames(x.name, y.name)});
  }

  int CompareCalls(const Call& x, const Call& y) const {
    const auto kwargs = [&](const Kwarg& p, const Kwarg& q) {
      return First({CompareNames(p.key, q.key), Compare(p.form, q.form),
                    CompareConfigValues(p.literal, q.literal),
                    CompareRefs(p.tensors, q.tensors)});
    };
    return First({Compare(x.layer, y.layer), CompareRefs(x.inputs, y.inputs),
                  Compare(x.as_list, y.as_list),
                  CompareLists(a_.kwargs(x), b_.kwargs(y), kwargs)});
  }

  const Graph& a_;
  const Graph& b_;
  const LayerFacts* facts_;
};

}  // namespace

int CompareGraphs(const Graph& a, const Graph& b, const LayerFacts* facts) {
  return Comparison(a, b, facts).Run();
}

}  // namespace clonecheck
