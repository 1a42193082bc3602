#include "bench/peers/rapidcheck_peer.h"

#include <utility>
#include <vector>

#include "bench/peers/vocabulary.h"

namespace clonecheck {
namespace {

constexpr int kMostOutputs = 4;
// Taken modulo the tensors that there are, of which there are at most 18.
constexpr unsigned kMostNumber = 64;

// A call, told in numbers that are taken modulo what there is.
struct Step {
  PlainKind kind = PlainKind::kActivation;
  int units = 1;
  bool again = false;  // of the last such layer, if there is one
  unsigned first = 0;
  unsigned second = 0;
};

struct Tensor {
  TensorRef ref;
  int size = 0;
};

// The last layer that has these, and was called on the same sizes before.
struct Called {
  PlainLayer layer;
  std::vector<int> sizes;
};

PlainCase Grow(std::vector<int> sizes, bool reversed,
               const std::vector<Step>& steps,
               const std::vector<unsigned>& outputs) {
  PlainCase plain;
  std::vector<Tensor> tensors;
  for (int size : sizes) {
    tensors.push_back(
        {TensorRef::Input(static_cast<int32_t>(tensors.size())), size});
  }
  plain.inputs = std::move(sizes);
  plain.reversed = reversed;
  std::vector<Called> called;
  for (const Step& step : steps) {
    const Tensor first = tensors[step.first % tensors.size()];
    std::vector<TensorRef> inputs = {first.ref};
    std::vector<int> input_sizes = {first.size};
    if (PlainInputs(step.kind) == 2) {
      std::vector<Tensor> fitting;
      for (const Tensor& tensor : tensors) {
        if (step.kind == PlainKind::kConcatenate || tensor.size == first.size) {
          fitting.push_back(tensor);
        }
      }
      const Tensor& second = fitting[step.second % fitting.size()];
      inputs.push_back(second.ref);
      input_sizes.push_back(second.size);
    }
    const PlainLayer layer = {step.kind,
                              step.kind == PlainKind::kDense ? step.units : 0};
    size_t number = called.size();
    for (size_t i = called.size(); step.again && i-- > 0;) {
      if (called[i].layer.kind == layer.kind &&
          called[i].layer.units == layer.units &&
          called[i].sizes == input_sizes) {
        number = i;
        break;
      }
    }
    if (number == called.size()) {
      called.push_back({layer, input_sizes});
      plain.layers.push_back(layer);
    }
    int size = first.size;
    if (step.kind == PlainKind::kDense) size = step.units;
    if (step.kind == PlainKind::kConcatenate) size += input_sizes[1];
    for (int k = 0; k < PlainOutputs(step.kind); ++k) {
      tensors.push_back(
          {TensorRef::Call(static_cast<int32_t>(plain.calls.size()), k), size});
    }
    plain.calls.push_back({number, std::move(inputs)});
  }
  for (unsigned output : outputs) {
    plain.outputs.push_back(tensors[output % tensors.size()].ref);
  }
  return plain;
}

// A list of 0 to `most` at size 100, and at 99, where RapidCheck's own runs
// end; its items are as large as ever.
template <typename T>
rc::Gen<std::vector<T>> UpTo(int most, rc::Gen<T> item) {
  return rc::gen::scale((most + 0.5) / 100,
                        rc::gen::container<std::vector<T>>(rc::gen::resize(
                            rc::kNominalSize, std::move(item))));
}

}  // namespace

rc::Gen<PlainCase> RapidCheckCases() {
  using rc::gen::arbitrary;
  using rc::gen::inRange;
  using rc::gen::set;
  const auto size =
      rc::gen::resize(rc::kNominalSize, inRange<int>(1, kPeersMaxSize + 1));
  const auto kind = rc::gen::elementOf(std::vector<PlainKind>{
      PlainKind::kActivation, PlainKind::kDense, PlainKind::kAdd,
      PlainKind::kConcatenate, PlainKind::kTwo});
  const auto number =
      rc::gen::resize(rc::kNominalSize, inRange<unsigned>(0, kMostNumber));
  const auto step = rc::gen::build<Step>(
      set(&Step::kind, kind), set(&Step::units, size),
      set(&Step::again, arbitrary<bool>()), set(&Step::first, number),
      set(&Step::second, number));
  const auto outputs = rc::gen::pair(number, UpTo(kMostOutputs - 1, number));
  return rc::gen::apply(
      [](int first, rc::Maybe<int> second, bool reversed,
         const std::vector<Step>& steps,
         const std::pair<unsigned, std::vector<unsigned>>& chosen) {
        std::vector<int> sizes = {first};
        if (second) sizes.push_back(*second);
        std::vector<unsigned> all = {chosen.first};
        all.insert(all.end(), chosen.second.begin(), chosen.second.end());
        return Grow(std::move(sizes), reversed, steps, all);
      },
      size, rc::gen::maybe(size), arbitrary<bool>(),
      UpTo<Step>(kPeersMaxCalls, step), outputs);
}

}  // namespace clonecheck
