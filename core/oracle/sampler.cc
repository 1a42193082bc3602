#include "core/oracle/sampler.h"

#include <algorithm>

#include "absl/strings/str_cat.h"
#include "core/limits.h"
#include "core/oracle/draw_values.h"
#include "core/oracle/drawn_sizes.h"

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

// The original's terms, and then what the clone's mean in terms of it; empty if
// `match` was not asked about all of these.
std::vector<TermId> AllByOriginal(const Question& question,
                                  const TermMatch& match) {
  std::vector<TermId> all;
  all.reserve(question.original_terms.size() + question.clone_terms.size());
  all.assign(question.original_terms.begin(), question.original_terms.end());
  for (const TermId term : question.clone_terms) {
    all.push_back(match.image(term));
    if (term != kNoTerm && all.back() == kNoTerm) return {};
  }
  return all;
}

}  // namespace

Sampler::Sampler(const TermArena& terms, const Question& question,
                 const TermMatch& match, Sides sides)
    : terms_(terms),
      question_(question),
      match_(match),
      batch_(DrawnBatch(question.original_inputs)),
      fillers_(MaskedValues(question.original)) {
  const size_t inputs = question.original_inputs.size();
  const size_t weights = match.original_weights().size();
  leaves_.reserve(inputs + weights);
  inputs_.reserve(inputs);
  weights_.reserve(weights);
  original_values_.reserve(question.original_terms.size());
  clone_values_.reserve(question.clone_terms.size());
  for (const Tensor* input : question.original_inputs) leaves_[input->term];
  for (const Variable* weight : match.original_weights()) {
    weights_.push_back({nullptr, leaves_.try_emplace(weight->term).second});
  }
  // All are there: they stay where they are from now on.
  for (const Tensor* input : question.original_inputs) {
    inputs_.push_back(&leaves_[input->term]);
  }
  for (size_t i = 0; i < weights_.size(); ++i) {
    weights_[i].value = &leaves_[match.original_weights()[i]->term];
  }
  if (sides == Sides::kApart) return;
  const std::vector<TermId> all = AllByOriginal(question, match);
  if (!all.empty()) together_.emplace(terms, all);
}

absl::Status Sampler::Run(uint64_t draw) {
  if (absl::Status status = Draw(draw); !status.ok()) return status;
  return Compute();
}

absl::Status Sampler::Draw(uint64_t draw) {
  const auto& original_weights = match_.original_weights();
  const auto& clone_weights = match_.clone_weights();
  if (CountValues(question_.original, original_weights, batch_) +
          CountValues(question_.clone, clone_weights, batch_) >
      kMaxNumericValues) {
    return absl::UnimplementedError(
        "The tensors are too large for numbers; only proofs are possible "
        "here.");
  }
  SplitMix64 random(draw);
  const bool with_zeros = draw >= kDrawsWithoutZeros && draw < kNumericDraws;
  for (size_t i = 0; i < inputs_.size(); ++i) {
    if (absl::Status status = DrawInput(*question_.original_inputs[i], batch_,
                                        fillers_, random, inputs_[i]);
        !status.ok()) {
      return status;
    }
  }
  for (size_t i = 0; i < weights_.size(); ++i) {
    if (!weights_[i].is_drawn) continue;
    if (absl::Status status = DrawWeight(*original_weights[i], with_zeros,
                                         random, weights_[i].value);
        !status.ok()) {
      return status;
    }
  }
  for (size_t i = 0; i < weights_.size() && i < clone_weights.size(); ++i) {
    if (clone_weights[i]->shape != original_weights[i]->shape) {
      return absl::InvalidArgumentError(
          absl::StrCat("Weight ", i, " of the clone has another shape."));
    }
  }
  if (with_zeros) {
    if (!mask_roots_.has_value()) {
      mask_roots_.emplace(terms_, question_.original_terms);
    }
    mask_roots_->Fill(question_.original_inputs, random, &leaves_);
  }
  return absl::OkStatus();
}

absl::Status Sampler::Compute() {
  if (together_.has_value() && together_->Run(leaves_).ok()) {
    Compare(*together_, question_.original_terms.size(), *together_);
    return absl::OkStatus();
  }
  if (!original_.has_value()) {
    original_.emplace(terms_, question_.original_terms);
    clone_.emplace(terms_, question_.clone_terms);
  }
  if (absl::Status status = original_->Run(leaves_); !status.ok()) {
    return status;
  }
  FeedClone();
  if (absl::Status status = clone_->Run(clone_leaves_); !status.ok()) {
    return status;
  }
  Compare(*original_, /*first_of_clone=*/0, *clone_);
  return absl::OkStatus();
}

void Sampler::FeedClone() {
  const size_t inputs = std::min(inputs_.size(), question_.clone_inputs.size());
  for (size_t i = 0; i < inputs; ++i) {
    clone_leaves_[question_.clone_inputs[i]->term] = *inputs_[i];
  }
  for (size_t i = 0; i < weights_.size(); ++i) {
    clone_leaves_[match_.original_weights()[i]->term] = *weights_[i].value;
  }
  const auto& clone_weights = match_.clone_weights();
  for (size_t i = 0; i < weights_.size() && i < clone_weights.size(); ++i) {
    clone_leaves_[clone_weights[i]->term] = *weights_[i].value;
  }
}

void Sampler::Compare(const Evaluator& original, size_t first_of_clone,
                      const Evaluator& clone) {
  original_values_.clear();
  clone_values_.clear();
  for (size_t i = 0; i < question_.original_terms.size(); ++i) {
    original_values_.push_back(&original.value(i));
  }
  for (size_t i = first_of_clone; i < clone.size(); ++i) {
    clone_values_.push_back(&clone.value(i));
  }
  output_ = 0;
  difference_ = 0;
  const size_t pairs = std::min(original_values_.size(), clone_values_.size());
  for (size_t i = 0; i < pairs; ++i) {
    const double difference =
        MaxDifference(*original_values_[i], *clone_values_[i]);
    if (difference > difference_) {
      difference_ = difference;
      output_ = static_cast<int>(i);
    }
  }
}

Numbers Sampler::Copy() const {
  Numbers numbers;
  for (const Array* input : inputs_) numbers.inputs.push_back(*input);
  for (const Weight& weight : weights_) {
    numbers.weights.push_back(*weight.value);
  }
  for (const Array* value : original_values_) {
    numbers.original.push_back(*value);
  }
  for (const Array* value : clone_values_) numbers.clone.push_back(*value);
  numbers.output = output_;
  numbers.difference = difference_;
  return numbers;
}

}  // namespace clonecheck
