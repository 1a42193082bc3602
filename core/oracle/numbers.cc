#include "core/oracle/numbers.h"

#include <algorithm>
#include <iterator>
#include <utility>

#include "absl/strings/str_cat.h"
#include "core/limits.h"
#include "core/random.h"
#include "core/term/evaluate.h"

namespace clonecheck {
namespace {

// Sizes that stand for None: three samples (one of them all zero), four steps.
constexpr int32_t kBatch = 3;
constexpr int32_t kSteps = 4;
// Integer inputs are row numbers of an Embedding; three rows are always there.
constexpr int kMaxInteger = 3;

// The batch size that stands for None: that of an input which fixes it, since
// other inputs may meet it in a merge.
int32_t BatchOf(Tensors inputs) {
  for (const Tensor* input : inputs) {
    if (input->shape->rank > 0 && input->shape->dim[0] != kUnknownDim) {
      return input->shape->dim[0];
    }
  }
  return kBatch;
}

// How many values the tensors and weights of a model hold, nested ones left to
// the shapes of what they return.
double CountValues(const Model& model, const ArenaVector<Variable*>& weights,
                   int32_t batch) {
  double total = 0;
  auto add = [&](const Shape& shape) {
    double size = 1;
    for (int i = 0; i < shape.rank; ++i) {
      const int32_t dim = shape.dim[i];
      size *= dim != kUnknownDim ? dim : (i == 0 ? batch : kSteps);
    }
    total += size;
  };
  for (const Tensor* input : model.inputs()) add(*input->shape);
  for (const Variable* weight : weights) add(*weight->shape);
  for (const Node* node : model.nodes()) {
    for (const Tensor* output : node->output_tensors()) add(*output->shape);
  }
  return total;
}

absl::StatusOr<Array> DrawInput(const Tensor& input, int32_t batch,
                                SplitMix64& random) {
  if (!input.shape->known_rank()) {
    return absl::UnimplementedError("An input of unknown rank has no numbers.");
  }
  std::vector<int32_t> dims;
  for (int i = 0; i < input.shape->rank; ++i) {
    const int32_t dim = input.shape->dim[i];
    dims.push_back(dim != kUnknownDim ? dim : (i == 0 ? batch : kSteps));
  }
  Array array = Array::Zeros(std::move(dims));
  if (!IsFloat(input.dtype)) {
    for (double& value : array.values) {
      value = static_cast<double>(random.Next() % kMaxInteger);
    }
    return array;
  }
  for (double& value : array.values) value = 2 * random.NextDouble() - 1;
  // A step is a vector along the last axis. A quarter of them are zero; in a
  // quarter of the samples the leading steps, too; the last sample wholly.
  if (array.values.empty()) return array;
  const size_t width = static_cast<size_t>(array.last());
  const size_t rows = array.rows();
  const size_t samples = static_cast<size_t>(array.dims[0]);
  const size_t steps = samples == 0 ? 0 : rows / samples;
  for (size_t row = 0; row < rows && array.rank() > 1; ++row) {
    const size_t sample = steps == 0 ? 0 : row / steps;
    const size_t step = steps == 0 ? 0 : row % steps;
    const bool whole = samples > 1 && sample + 1 == samples;
    const bool leading = steps > 1 && sample % 4 == 1 && step == 0;
    if (whole || leading || (steps > 1 && random.Next() % 4 == 0)) {
      std::fill_n(array.values.begin() + static_cast<ptrdiff_t>(row * width),
                  width, 0.0);
    }
  }
  return array;
}

absl::StatusOr<Array> DrawWeight(const Variable& variable, bool may_be_zero,
                                 SplitMix64& random) {
  std::vector<int32_t> dims;
  for (int32_t dim : variable.shape->dims()) {
    if (dim == kUnknownDim) {
      return absl::UnimplementedError(
          "A weight of unknown size has no numbers.");
    }
    dims.push_back(dim);
  }
  if (!variable.shape->known_rank()) {
    return absl::UnimplementedError("A weight of unknown rank has no numbers.");
  }
  Array array = Array::Zeros(std::move(dims));
  if (may_be_zero && !variable.positive && random.Next() % 3 == 0) return array;
  for (double& value : array.values) {
    // Away from zero, so that no unit is dead by chance.
    const double magnitude = 0.25 + 0.75 * random.NextDouble();
    value =
        variable.positive || random.Next() % 2 == 0 ? magnitude : -magnitude;
  }
  return array;
}

std::vector<TermId> OutputTerms(const Model& model) {
  std::vector<TermId> terms;
  for (const Tensor* output : model.outputs()) terms.push_back(output->term);
  return terms;
}

struct OutputsQuestion {
  OutputsQuestion(const Model& original, const Model& clone)
      : original_terms(OutputTerms(original)),
        clone_terms(OutputTerms(clone)),
        question{original,       clone,          original.inputs(),
                 clone.inputs(), original_terms, clone_terms} {}

  std::vector<TermId> original_terms;
  std::vector<TermId> clone_terms;
  Question question;
};

// What the clone is given. It knows the original's weights, too, which are
// there whoever asks; a placeholder has to be fed by its own model.
LeafValues CloneLeaves(const Question& question, const TermMatch& match,
                       const Numbers& numbers) {
  LeafValues leaves;
  const size_t inputs =
      std::min(numbers.inputs.size(), question.clone_inputs.size());
  for (size_t i = 0; i < inputs; ++i) {
    leaves[question.clone_inputs[i]->term] = numbers.inputs[i];
  }
  const auto& clone_weights = match.clone_weights();
  for (size_t i = 0; i < numbers.weights.size(); ++i) {
    leaves.emplace(match.original_weights()[i]->term, numbers.weights[i]);
  }
  for (size_t i = 0; i < numbers.weights.size() && i < clone_weights.size();
       ++i) {
    leaves[clone_weights[i]->term] = numbers.weights[i];
  }
  return leaves;
}

// What the clone's terms mean in terms of the original, as `match` has found;
// empty if it was not asked about all of them.
std::vector<TermId> ImagesOf(const Question& question, const TermMatch& match) {
  std::vector<TermId> images;
  for (const TermId term : question.clone_terms) {
    images.push_back(match.image(term));
    if (term != kNoTerm && images.back() == kNoTerm) return {};
  }
  return images;
}

// What EvaluateBoth does. With the images of the clone's terms (none: they are
// not known) all is computed at once from the original's inputs and weights,
// and what both models share only once. An image may need a leaf that stands
// for nothing of the original's; then each side is computed by itself.
absl::StatusOr<Numbers> EvaluateOnce(const TermArena& terms,
                                     const Question& question,
                                     const TermMatch& match, uint64_t draw,
                                     absl::Span<const TermId> images) {
  const int32_t batch = BatchOf(question.original_inputs);
  if (CountValues(question.original, match.original_weights(), batch) +
          CountValues(question.clone, match.clone_weights(), batch) >
      kMaxNumericValues) {
    return absl::UnimplementedError(
        "The tensors are too large for numbers; only proofs are possible "
        "here.");
  }
  SplitMix64 random(draw);
  Numbers numbers;
  LeafValues leaves;  // of the original
  for (const Tensor* input : question.original_inputs) {
    absl::StatusOr<Array> value = DrawInput(*input, batch, random);
    if (!value.ok()) return value.status();
    leaves[input->term] = *value;
    numbers.inputs.push_back(*std::move(value));
  }
  const auto& original_weights = match.original_weights();
  const auto& clone_weights = match.clone_weights();
  for (size_t i = 0; i < original_weights.size(); ++i) {
    // A variable at two positions has one value.
    auto it = leaves.find(original_weights[i]->term);
    if (it == leaves.end()) {
      absl::StatusOr<Array> value = DrawWeight(
          *original_weights[i],
          draw >= kDrawsWithoutZeros && draw < kNumericDraws, random);
      if (!value.ok()) return value.status();
      it = leaves.emplace(original_weights[i]->term, *std::move(value)).first;
    }
    numbers.weights.push_back(it->second);
  }
  for (size_t i = 0; i < numbers.weights.size() && i < clone_weights.size();
       ++i) {
    if (clone_weights[i]->shape != original_weights[i]->shape) {
      return absl::InvalidArgumentError(
          absl::StrCat("Weight ", i, " of the clone has another shape."));
    }
  }
  bool computed = false;
  if (!images.empty()) {
    std::vector<TermId> all(question.original_terms.begin(),
                            question.original_terms.end());
    all.insert(all.end(), images.begin(), images.end());
    absl::StatusOr<std::vector<Array>> values = Evaluate(terms, all, leaves);
    computed = values.ok();
    if (computed) {
      const auto middle = std::make_move_iterator(
          values->begin() +
          static_cast<ptrdiff_t>(question.original_terms.size()));
      numbers.original.assign(std::make_move_iterator(values->begin()), middle);
      numbers.clone.assign(middle, std::make_move_iterator(values->end()));
    }
  }
  if (!computed) {
    absl::StatusOr<std::vector<Array>> original_values =
        Evaluate(terms, question.original_terms, leaves);
    if (!original_values.ok()) return original_values.status();
    absl::StatusOr<std::vector<Array>> clone_values = Evaluate(
        terms, question.clone_terms, CloneLeaves(question, match, numbers));
    if (!clone_values.ok()) return clone_values.status();
    numbers.original = *std::move(original_values);
    numbers.clone = *std::move(clone_values);
  }
  const size_t pairs = std::min(numbers.original.size(), numbers.clone.size());
  for (size_t i = 0; i < pairs; ++i) {
    const double difference =
        MaxDifference(numbers.original[i], numbers.clone[i]);
    if (difference > numbers.difference) {
      numbers.difference = difference;
      numbers.output = static_cast<int>(i);
    }
  }
  return numbers;
}

}  // namespace

absl::StatusOr<Numbers> EvaluateBoth(const TermArena& terms,
                                     const Question& question,
                                     const TermMatch& match, uint64_t draw) {
  return EvaluateOnce(terms, question, match, draw, /*images=*/{});
}

bool AgreeOnSamples(const TermArena& terms, const Question& question,
                    const TermMatch& match) {
  const std::vector<TermId> images = ImagesOf(question, match);
  for (int draw = 0; draw < kNumericDraws; ++draw) {
    absl::StatusOr<Numbers> numbers =
        EvaluateOnce(terms, question, match, draw, images);
    if (!numbers.ok() || numbers->difference > kNumericTolerance) return false;
  }
  return true;
}

absl::StatusOr<Numbers> FindDifference(const TermArena& terms,
                                       const Question& question,
                                       const TermMatch& match) {
  absl::StatusOr<Numbers> best =
      absl::NotFoundError("No difference in numbers; the terms alone differ.");
  for (int draw = 0; draw < kNumericDraws; ++draw) {
    absl::StatusOr<Numbers> numbers =
        EvaluateBoth(terms, question, match, draw);
    if (!numbers.ok()) return numbers.status();
    if (numbers->difference > kNumericTolerance &&
        (!best.ok() || numbers->difference > best->difference)) {
      best = *std::move(numbers);
    }
  }
  return best;
}

absl::StatusOr<Numbers> EvaluateBoth(const TermArena& terms,
                                     const Model& original, const Model& clone,
                                     const TermMatch& match, uint64_t draw) {
  return EvaluateBoth(terms, OutputsQuestion(original, clone).question, match,
                      draw);
}

bool AgreeOnSamples(const TermArena& terms, const Model& original,
                    const Model& clone, const TermMatch& match) {
  return AgreeOnSamples(terms, OutputsQuestion(original, clone).question,
                        match);
}

absl::StatusOr<Numbers> FindDifference(const TermArena& terms,
                                       const Model& original,
                                       const Model& clone,
                                       const TermMatch& match) {
  return FindDifference(terms, OutputsQuestion(original, clone).question,
                        match);
}

}  // namespace clonecheck
