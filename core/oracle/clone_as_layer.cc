// `clone_as_layer`: called on new tensors, masked or not, the clone computes
// what the original computes there, and refuses what it refuses.
#include <algorithm>

#include "absl/strings/str_cat.h"
#include "core/layers/kinds.h"
#include "core/oracle/meaning.h"
#include "core/oracle/obligation.h"
#include "core/oracle/script_parts.h"

namespace clonecheck {
namespace {

const LayerSpec& MaskingSpec(Session& session) {
  Pool& pool = session.pool();
  return *session.catalogue()
              .Resolve(pool.InternConfig(
                  pool.InternName(MaskingKind().class_name()), {}))
              .value();
}

bool CanBeMasked(const Tensor& input) {
  return IsFloat(input.dtype) && input.shape->known_rank() &&
         input.shape->rank >= 2;
}

class AsLayer {
 public:
  explicit AsLayer(Subject& subject)
      : subject_(subject), session_(subject.session) {}

  // Where none of the inputs is masked, where one is, and where all are that
  // can be: of two inputs, that is every combination.
  Judgement Judge() {
    const Tensors inputs = subject_.original.inputs();
    uint32_t maskable = 0;
    for (size_t i = 0; i < inputs.size() && i < 32; ++i) {
      if (CanBeMasked(*inputs[i])) maskable |= 1u << i;
    }
    Judgement weakest = JudgeOn(0);
    if (IsFailure(weakest.verdict)) return weakest;
    const auto judge = [&](uint32_t masked) {
      Judgement judgement = JudgeOn(masked);
      if (IsFailure(judgement.verdict) && KeepsMoreMasks()) {
        judgement = Judgement();
      }
      if (judgement.verdict != Verdict::kAgree) weakest = judgement;
      return !IsFailure(judgement.verdict);
    };
    for (uint32_t i = 0; i < 32; ++i) {
      if ((maskable >> i & 1) != 0 && !judge(1u << i)) return weakest;
    }
    if ((maskable & (maskable - 1)) != 0) judge(maskable);
    return weakest;
  }

 private:
  // New inputs, and what a model is called on: these, or masked.
  struct Given {
    ArenaVector<Tensor*> inputs;
    ArenaVector<Tensor*> tensors;
  };

  static Tensors Span(const ArenaVector<Tensor*>& tensors) {
    return absl::MakeConstSpan(tensors.data(), tensors.size());
  }

  // False if one cannot be masked.
  bool Give(uint32_t masked, Given* given) {
    for (size_t i = 0; i < subject_.original.inputs().size(); ++i) {
      const Tensor& input = *subject_.original.inputs()[i];
      Tensor* tensor = session_.NewInput(input.shape, input.dtype,
                                         /*sparse=*/false, nullptr);
      given->inputs.push_back(session_.arena(), tensor);
      if (i < 32 && (masked >> i & 1) != 0) {
        Layer* masking =
            session_.NewLayer(MaskingSpec(session_), nullptr, true);
        OrRefusal<Tensors> output =
            masking->Call(session_, Tensors(&tensor, 1));
        if (!output.ok()) return false;
        tensor = output.value[0];
      }
      given->tensors.push_back(session_.arena(), tensor);
    }
    return true;
  }

  // With the inputs masked whose bits are set.
  Judgement JudgeOn(uint32_t masked) {
    Session::Trial trial(session_);
    Given given;
    if (!Give(masked, &given)) return Judgement();
    const Tensors inputs = Span(given.inputs);
    const OrRefusal<Tensors> a =
        subject_.original.Call(session_, Span(given.tensors));
    // A Model that gives a tensor back writes over its shape, which the clone
    // is not to find.
    Given others;
    const bool is_reshaped =
        std::any_of(given.tensors.begin(), given.tensors.end(),
                    [](const Tensor* tensor) { return tensor->reshaped; });
    if (is_reshaped && !Give(masked, &others)) return Judgement();
    const Given& for_clone = is_reshaped ? others : given;
    const OrRefusal<Tensors> b =
        subject_.clone->Call(session_, Span(for_clone.tensors));
    if (!a.ok() || !b.ok()) return Refused(a, b, masked);
    if (a.value.size() != b.value.size()) {
      return DifferOn("number-of-outputs", masked);
    }
    TermMatch& match = subject_.spare->match;
    const Tensors clone_inputs = Span(for_clone.inputs);
    match.Start(session_, subject_.original, *subject_.clone, inputs,
                clone_inputs);
    ArenaVector<TermId> terms_a;
    ArenaVector<TermId> terms_b;
    Append(a.value, &terms_a);
    Append(b.value, &terms_b);
    Judgement weakest;
    const size_t outputs = a.value.size();
    // Outputs, then their masks.
    for (const bool masks : {false, true}) {
      const size_t from = masks ? outputs : 0;
      const Question question{
          subject_.original,
          *subject_.clone,
          inputs,
          clone_inputs,
          absl::MakeConstSpan(terms_a.data() + from, outputs),
          absl::MakeConstSpan(terms_b.data() + from, outputs)};
      const Meaning meaning = CompareMeanings(subject_, question, match);
      if (meaning == Meaning::kProved) continue;
      // Where the original itself cannot be evaluated, nothing is owed: a mask
      // that it was given as a keyword is still that of its own inputs.
      if (IsUnfed(match, question)) continue;
      if (meaning == Meaning::kOnSamples) {
        weakest.verdict = Verdict::kAgreeNumerically;
        continue;
      }
      const char* const symptom = meaning == Meaning::kUnfed
                                      ? "unfed-placeholder"
                                  : masks ? "mask-values"
                                          : "output-values";
      const Judgement judgement = DifferOn(symptom, masked);
      ExplainMeanings(session_, question, match, masks ? "mask" : "output",
                      subject_.details);
      return judgement;
    }
    return weakest;
  }

  // Whether the original's calls have more masks from the run of a Model than
  // the clone's: a run that is no part of the model has written them, and they
  // stand for those of any further masked tensors.
  bool KeepsMoreMasks() {
    return CountComputedMasks(subject_.original) >
           CountComputedMasks(*subject_.clone);
  }

  size_t CountComputedMasks(Model& model) {
    size_t count = 0;
    for (const Node* node : model.nodes()) {
      if (node->arguments() != nullptr) {
        const Value* mask = node->arguments()->Find(session_.kMask);
        count += mask != nullptr && mask->was_computed() ? 1 : 0;
      }
    }
    for (Layer* layer : model.layers()) {
      for (; layer != nullptr; layer = layer->inner()) {
        if (layer->as_model() != nullptr) {
          count += CountComputedMasks(*layer->as_model());
        }
      }
    }
    return count;
  }

  static bool IsUnfed(TermMatch& match, const Question& question) {
    return std::any_of(
        question.original_terms.begin(), question.original_terms.end(),
        [&](TermId term) { return match.OriginalHasForeignPlaceholder(term); });
  }

  void Append(Tensors outputs, ArenaVector<TermId>* terms) {
    for (const Tensor* output : outputs) {
      terms->push_back(session_.arena(), output->term);
    }
    for (const Tensor* output : outputs) {
      const Node& node = *output->layer->inbound_nodes()[output->node_index];
      terms->push_back(
          session_.arena(),
          MaskTerm(node, static_cast<size_t>(output->tensor_index)));
    }
  }

  Judgement Refused(const OrRefusal<Tensors>& a, const OrRefusal<Tensors>& b,
                    uint32_t masked) {
    if (!a.ok() && !b.ok()) return Judgement();
    const Judgement judgement =
        DifferOn(a.ok() ? "refuses-as-layer" : "accepts-as-layer", masked);
    if (subject_.details != nullptr) {
      const auto text = [](const OrRefusal<Tensors>& result) {
        return result.ok() ? "accepts them" : result.refusal->ToString();
      };
      subject_.details->original = text(a);
      subject_.details->clone = text(b);
    }
    return judgement;
  }

  Judgement DifferOn(const char* symptom, uint32_t masked) {
    if (subject_.details != nullptr) {
      std::string inputs;
      for (size_t i = 0; i < 32; ++i) {
        if ((masked >> i & 1) == 0) continue;
        absl::StrAppend(&inputs, inputs.empty() ? ", masked: input " : ", ", i);
      }
      subject_.details->what = absl::StrCat("a call on new tensors", inputs);
    }
    return Differ(symptom, nullptr);
  }

  Subject& subject_;
  Session& session_;
};

Judgement Judge(Subject& subject) {
  // A Sequential that has not been built is built by its first call.
  if (subject.original.inputs().empty()) return Judgement();
  return AsLayer(subject).Judge();
}

constexpr absl::string_view kLook = R"py(
def called(model, inputs, masked, values):
    """Whether the model can be called on these, and what it gives."""
    from keras.layers import Masking
    arguments = [Masking()(tensor) if mask else tensor for tensor, mask in zip(inputs, masked)]
    try:
        outputs = model(arguments if len(arguments) > 1 else arguments[0])
    except Exception as error:
        return False, '%s: %s' % (type(error).__name__, error)
    try:
        return True, fetch(inputs, outputs if isinstance(outputs, list) else [outputs], values)
    except Exception as error:
        return True, '%s: %s' % (type(error).__name__, error)


def look(model, clone, values, expected):
    import itertools
    weights = model.get_weights()
    clone.set_weights(weights)
    # Masks of a run outside of the model stand for those of further tensors.
    keeps_more = len(written_masks(model)) > len(written_masks(clone))
    maskable = [len(K.int_shape(tensor) or ()) > 1 and K.dtype(tensor).startswith('float') and not K.is_sparse(tensor)
                for tensor in model.inputs]
    choices = itertools.product(*[[False, True] if can else [False] for can in maskable])
    for masked in sorted(choices, key=sum):
        if any(masked) and keeps_more:
            return
        if any(masked):
            # Calls have written masks into both, which stand for those of later ones.
            model = build()
            model.set_weights(weights)
            clone = clone_model(model)
            clone.set_weights(weights)
        # Each on its own: a model that gives one of them back writes over its shape.
        (could, a), (can, b) = [called(m, new_inputs(model), masked, values) for m in (model, clone)]
        of = 'called on new tensors, masked: %s\n' % [i for i, mask in enumerate(masked) if mask]
        if could != can:
            yield of + '%s\n%s' % (a if not could else 'the model can be called', b if not can else 'the clone can')
        if not (could and can) or isinstance(a, str):
            continue  # what cannot be evaluated owes nothing
        if isinstance(b, str) or not all(same(*pair) for of_a, of_b in zip(a, b) for pair in zip(of_a, of_b)):
            yield of + 'the model gives, with masks:\n%s\nthe clone:\n%s' % (a, b)
            return
)py";

PythonLook Look() {
  return {absl::StrCat(NewInputsPython(), WrittenMasksPython(), kLook),
          "what both give as layers of other models"};
}

}  // namespace

extern const Obligation kCloneAsLayer{
    "clone_as_layer", "called on new tensors, masked or not, it does the same",
    Severity::kError, &Judge, &Look};

}  // namespace clonecheck
