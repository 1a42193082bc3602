#include "core/search/spoil.h"

#include <algorithm>
#include <vector>

#include "core/search/draft.h"

namespace clonecheck {
namespace {

enum class Fault {
  kOtherInput,
  kMissingInput,
  kExtraInput,
  kListOfOne,
  kKeyword,
  kRepeatedModelInput,
  kMissingModelInput,
  kModelInputOfCall,
  kSameName,
};
// What may be drawn, the more often the more there is to go wrong.
constexpr Fault kDrawn[] = {
    Fault::kOtherInput,         Fault::kOtherInput,
    Fault::kOtherInput,         Fault::kOtherInput,
    Fault::kMissingInput,       Fault::kExtraInput,
    Fault::kListOfOne,          Fault::kKeyword,
    Fault::kRepeatedModelInput, Fault::kMissingModelInput,
    Fault::kModelInputOfCall,   Fault::kSameName,
};

class Spoiler {
 public:
  Spoiler(const Graph& graph, Pool& pool, ChoiceSource& choices)
      : draft_(Draft::From(graph)), pool_(pool), choices_(choices) {}

  Graph Run() {
    const Fault fault = kDrawn[choices_.Below(std::size(kDrawn))];
    if (!Apply(fault)) Apply(Fault::kOtherInput);
    return draft_.ToGraph(/*drop_inputs=*/false);
  }

 private:
  template <typename T>
  T& OneOf(std::vector<T>& items) {
    return items[choices_.Below(static_cast<uint32_t>(items.size()))];
  }

  // A tensor that exists before call number `position`: an input, or an output
  // that the Graph names.
  TensorRef AnyTensor(size_t position) {
    std::vector<TensorRef> tensors;
    for (size_t i = 0; i < draft_.inputs.size(); ++i) {
      tensors.push_back(TensorRef::Input(static_cast<int32_t>(i)));
    }
    for (size_t i = 0; i < std::min(position, draft_.calls.size()); ++i) {
      tensors.push_back(TensorRef::Call(static_cast<int32_t>(i), 0));
    }
    draft_.ForEachRefs([&](std::vector<TensorRef>* refs) {
      for (TensorRef ref : *refs) {
        if (ref.index > 0 && ref.producer < static_cast<int64_t>(position)) {
          tensors.push_back(ref);
        }
      }
    });
    return OneOf(tensors);
  }

  // False if there is no place for this fault.
  bool Apply(Fault fault) {
    const size_t number =
        choices_.Below(static_cast<uint32_t>(draft_.calls.size()));
    Draft::DraftCall& call = draft_.calls[number];
    switch (fault) {
      case Fault::kOtherInput:
        OneOf(call.inputs) = AnyTensor(number);
        return true;
      case Fault::kMissingInput:
        if (call.inputs.size() < 2) return false;
        call.inputs.erase(
            call.inputs.begin() +
            choices_.Below(static_cast<uint32_t>(call.inputs.size())));
        // What is left of a list is one.
        call.as_list = call.inputs.size() == 1;
        return true;
      case Fault::kExtraInput:
        call.inputs.push_back(AnyTensor(number));
        call.as_list = false;
        return true;
      case Fault::kListOfOne:
        if (call.inputs.size() != 1) return false;
        call.as_list = !call.as_list;
        return true;
      case Fault::kKeyword: {
        static constexpr const char* kKeys[] = {"foo", "mask", "training"};
        const Name* key =
            pool_.InternName(kKeys[choices_.Below(std::size(kKeys))]);
        for (const Draft::Keyword& keyword : call.kwargs) {
          if (keyword.key == key) return false;
        }
        call.kwargs.push_back(Draft::Keyword{
            key, Kwarg::Form::kLiteral, ConfigValue::None(), {}});
        return true;
      }
      // A model that is a layer has no inputs here.
      case Fault::kRepeatedModelInput:
        if (draft_.model_inputs.empty()) return false;
        draft_.model_inputs.push_back(OneOf(draft_.model_inputs));
        return true;
      case Fault::kMissingModelInput:
        if (draft_.model_inputs.size() < 2) return false;
        draft_.model_inputs.erase(
            draft_.model_inputs.begin() +
            choices_.Below(static_cast<uint32_t>(draft_.model_inputs.size())));
        return true;
      case Fault::kModelInputOfCall:
        if (draft_.model_inputs.empty()) return false;
        OneOf(draft_.model_inputs) = AnyTensor(draft_.model_position);
        return true;
      case Fault::kSameName: {
        if (draft_.layers.size() < 2) return false;
        const Name* same = pool_.InternName("same");
        OneOf(draft_.layers).decl.name = same;
        OneOf(draft_.layers).decl.name = same;
        return true;
      }
    }
    return false;
  }

  Draft draft_;
  Pool& pool_;
  ChoiceSource& choices_;
};

}  // namespace

Graph Spoil(const Graph& graph, Pool& pool, ChoiceSource& choices) {
  return Spoiler(graph, pool, choices).Run();
}

}  // namespace clonecheck
