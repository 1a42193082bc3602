#include "judge/verdict.h"

#include <algorithm>

namespace clonecheck {
namespace {

// Fails at severity error.
bool Fails(const CaseVerdict& verdict) { return IsFailure(verdict.verdict); }

bool HasNoClone(const CaseVerdict& verdict) {
  return Fails(verdict) && verdict.signature.obligation == &kCompletes;
}

uint32_t Errors(absl::Span<const Obligation* const> obligations) {
  uint32_t bits = 0;
  for (size_t i = 0; i < obligations.size(); ++i) {
    if (obligations[i]->severity == Severity::kError) bits |= 1u << i;
  }
  return bits;
}

// Bits of the obligations that fail, the first one included.
uint32_t FailedObligations(const CaseVerdict& verdict,
                           absl::Span<const Obligation* const> obligations) {
  uint32_t bits = verdict.implied;
  for (size_t i = 0; i < obligations.size(); ++i) {
    if (obligations[i] == verdict.signature.obligation) bits |= 1u << i;
  }
  return bits;
}

}  // namespace

absl::string_view PatchVerdictName(PatchVerdict verdict) {
  switch (verdict) {
    case PatchVerdict::kUnusable:
      return "unusable";
    case PatchVerdict::kCrashesAlways:
      return "crashes_always";
    case PatchVerdict::kDoesNotFix:
      return "does_not_fix";
    case PatchVerdict::kBreaks:
      return "breaks";
    case PatchVerdict::kEquivalent:
      return "equivalent";
  }
  return "";
}

void AddSymptom(const ReferenceSymptom& symptom,
                std::vector<ReferenceSymptom>* symptoms) {
  if (std::find(symptoms->begin(), symptoms->end(), symptom) ==
      symptoms->end()) {
    symptoms->push_back(symptom);
  }
}

void AddSymptom(const CaseVerdict& verdict,
                std::vector<ReferenceSymptom>* symptoms) {
  if (!Fails(verdict)) return;
  AddSymptom({verdict.signature.obligation, verdict.signature.symptom},
             symptoms);
}

FailureKind KindOfFailure(
    const CaseRecord& record, absl::Span<const Obligation* const> obligations,
    absl::Span<const ReferenceSymptom> reference_symptoms) {
  const Signature& signature = record.candidate.signature;
  if (record.must_be_fixed && (signature.obligation == &kCompletes ||
                               signature.obligation == &kOutputs)) {
    return FailureKind::kDoesNotFix;
  }
  if (HasNoClone(record.reference)) {
    // Without its clone nobody knows what 2.2.4 would have met.
    const ReferenceSymptom symptom{signature.obligation, signature.symptom};
    return std::find(reference_symptoms.begin(), reference_symptoms.end(),
                     symptom) == reference_symptoms.end()
               ? FailureKind::kBreaks
               : FailureKind::kRemaining;
  }
  uint32_t ours = FailedObligations(record.candidate, obligations);
  // Without a clone there is none that meets the others.
  if (HasNoClone(record.candidate)) ours = Errors(obligations);
  const uint32_t theirs = FailedObligations(record.reference, obligations);
  return (ours & ~theirs & Errors(obligations)) != 0 ? FailureKind::kBreaks
                                                     : FailureKind::kRemaining;
}

Decision Decide(absl::Span<const CaseRecord> records,
                absl::Span<const Obligation* const> obligations,
                std::vector<ReferenceSymptom> more_symptoms) {
  std::vector<ReferenceSymptom> symptoms = std::move(more_symptoms);
  for (const CaseRecord& record : records) {
    AddSymptom(record.reference, &symptoms);
  }
  Decision decision;
  uint64_t without_clone = 0;
  bool does_not_fix = false;
  bool breaks = false;
  for (size_t i = 0; i < records.size(); ++i) {
    const CaseRecord& record = records[i];
    if (record.candidate.verdict == Verdict::kUnjudged) {
      ++decision.unjudged;
      continue;
    }
    // There is nothing to clone.
    if (record.candidate.verdict == Verdict::kBothRefuse) continue;
    ++decision.judged;
    if (!Fails(record.candidate)) continue;
    ++decision.failing;
    without_clone += HasNoClone(record.candidate) ? 1 : 0;
    const FailureKind kind = KindOfFailure(record, obligations, symptoms);
    does_not_fix |= kind == FailureKind::kDoesNotFix;
    breaks |= kind == FailureKind::kBreaks;
    auto found =
        std::find_if(decision.failures.begin(), decision.failures.end(),
                     [&](const Failure& failure) {
                       return failure.kind == kind &&
                              failure.signature == record.candidate.signature;
                     });
    if (found == decision.failures.end()) {
      Failure failure;
      failure.signature = record.candidate.signature;
      failure.kind = kind;
      failure.first_case = i;
      found = decision.failures.insert(found, failure);
    }
    ++found->count;
    found->implied |= record.candidate.implied;
  }
  std::sort(decision.failures.begin(), decision.failures.end(),
            [](const Failure& a, const Failure& b) {
              if (a.kind != b.kind) return a.kind < b.kind;
              if (a.count != b.count) return a.count > b.count;
              return a.first_case < b.first_case;
            });
  if (decision.judged == 0) {
    decision.verdict = PatchVerdict::kUnusable;
  } else if (without_clone == decision.judged) {
    decision.verdict = PatchVerdict::kCrashesAlways;
  } else if (does_not_fix) {
    decision.verdict = PatchVerdict::kDoesNotFix;
  } else if (breaks) {
    decision.verdict = PatchVerdict::kBreaks;
  } else {
    decision.verdict = PatchVerdict::kEquivalent;
  }
  return decision;
}

}  // namespace clonecheck
