#include "core/oracle/numbers.h"

#include <algorithm>
#include <iterator>
#include <utility>

#include "absl/strings/str_cat.h"
#include "core/limits.h"
#include "core/oracle/draw_values.h"
#include "core/oracle/drawn_sizes.h"
#include "core/oracle/mask_roots.h"
#include "core/random.h"
#include "core/term/evaluate.h"

namespace clonecheck {
namespace {

// How many values the tensors and weights of a model hold, nested ones left to
// the shapes of what they return.
double CountValues(const Model& model, const ArenaVector<Variable*>& weights,
                   int32_t batch) {
  double total = 0;
  auto add = [&](const Shape& shape) {
    double size = 1;
    for (int i = 0; i < shape.rank; ++i) {
      const int32_t dim = shape.dim[i];
      size *= dim != kUnknownDim ? dim : (i == 0 ? batch : kAnySteps);
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
  const int32_t batch = DrawnBatch(question.original_inputs);
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
  const bool with_zeros = draw >= kDrawsWithoutZeros && draw < kNumericDraws;
  const std::vector<double> fillers = MaskedValues(question.original);
  for (const Tensor* input : question.original_inputs) {
    absl::StatusOr<Array> value = DrawInput(*input, batch, fillers, random);
    if (!value.ok()) return value.status();
    leaves[input->term] = *std::move(value);
  }
  const auto& original_weights = match.original_weights();
  const auto& clone_weights = match.clone_weights();
  for (size_t i = 0; i < original_weights.size(); ++i) {
    // A variable at two positions has one value.
    auto it = leaves.find(original_weights[i]->term);
    if (it == leaves.end()) {
      absl::StatusOr<Array> value =
          DrawWeight(*original_weights[i], with_zeros, random);
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
  if (with_zeros) {
    FillWithMaskRoots(terms, question.original_terms, question.original_inputs,
                      random, &leaves);
  }
  for (const Tensor* input : question.original_inputs) {
    numbers.inputs.push_back(leaves[input->term]);
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
