#include "core/law/mask_reading.h"

#include <cstddef>
#include <cstdint>
#include <initializer_list>
#include <utility>
#include <vector>

#include "absl/container/flat_hash_map.h"
#include "absl/strings/string_view.h"
#include "core/graph/model_kinds.h"
#include "core/layers/layer_spec.h"

namespace clonecheck {
namespace {

// An expression; equal ones have one number. 0: no mask.
using Expr = uint32_t;
constexpr Expr kNone = 0;

// What stands at the head of an expression.
enum Head : uint32_t {
  kInput,        // number
  kSomeFeature,  // expression: the mask of its steps that are not zero
  kAnd,          // masks
  kForeign,      // mask: computed from the inputs of another model
  kOfLayer,      // number of the layer: it has weights
  kOfConfig,     // number of the config: equal layers compute the same
};

class Expressions {
 public:
  Expr Of(std::vector<uint32_t> parts) {
    const Expr next = static_cast<Expr>(numbers_.size()) + 1;
    return numbers_.try_emplace(std::move(parts), next).first->second;
  }

 private:
  absl::flat_hash_map<std::vector<uint32_t>, Expr> numbers_;
};

// The keyword `mask` of a call.
struct Keyword {
  bool given = false;  // not None
  Expr first = kNone;  // the mask, or the first of the list
};

enum class Passes : uint8_t {
  kIfMasked,  // a layer call
  kAlways,    // upstream's clone; a Model that is run
  kAsBefore,  // the keywords of an earlier reading
};

struct Reading {
  bool refused = false;
  std::vector<Keyword> keywords;  // of each call
  std::vector<Expr> outputs;      // of the model
  std::vector<Expr> output_masks;
  std::vector<Expr> masks;  // at each output of each call
};

class Reader {
 public:
  Reader(const Graph& graph, const Catalogue& catalogue)
      : graph_(graph), catalogue_(catalogue) {}

  // `masked`: bits of the inputs that come from a Masking. `before`: of
  // kAsBefore. `as_layer`: the model is run, not built.
  Reading Read(Passes passes, uint32_t masked, bool as_layer,
               const Reading* before = nullptr) {
    Reading reading;
    values_.clear();
    first_value_.clear();
    inputs_.clear();
    for (uint32_t i = 0; i < graph_.inputs().size(); ++i) {
      const Expr input = expressions_.Of({kInput, i});
      inputs_.push_back(
          (masked >> i & 1) == 0
              ? Value{input, kNone}
              : Value{input, expressions_.Of({kSomeFeature, input})});
    }
    for (size_t i = 0; i < graph_.calls().size(); ++i) {
      ReadCall(i, passes, as_layer, before, &reading);
    }
    for (TensorRef ref : graph_.model_outputs()) {
      reading.outputs.push_back(Of(ref).value);
      reading.output_masks.push_back(Of(ref).mask);
    }
    for (const Value& value : values_) reading.masks.push_back(value.mask);
    return reading;
  }

 private:
  struct Value {
    Expr value = 0;
    Expr mask = kNone;
  };

  const Value& Of(TensorRef ref) const {
    return ref.is_input()
               ? inputs_[static_cast<size_t>(ref.input())]
               : values_[first_value_[static_cast<size_t>(ref.producer)] +
                         static_cast<size_t>(ref.index)];
  }

  Keyword KeywordOf(size_t call, const std::vector<Value>& in, Passes passes,
                    const Reading* before) {
    bool any = false;
    for (const Value& value : in) any |= value.mask != kNone;
    Keyword keyword;
    switch (passes) {
      case Passes::kIfMasked:
        keyword.given = any;
        keyword.first = in[0].mask;
        break;
      case Passes::kAlways:
        keyword.given = any || in.size() > 1;
        keyword.first = in[0].mask;
        break;
      case Passes::kAsBefore:
        keyword = before->keywords[call];
        if (keyword.first != kNone) {
          keyword.first = expressions_.Of({kForeign, keyword.first});
        }
        break;
    }
    return keyword;
  }

  void ReadCall(size_t number, Passes passes, bool as_layer,
                const Reading* before, Reading* reading) {
    const Call& call = graph_.calls()[number];
    const LayerDecl& layer = graph_.layers()[call.layer];
    const LayerSpec& spec = *catalogue_.FindLayer(graph_, layer);
    const absl::string_view kind = KindName(layer);
    std::vector<Value> in;
    for (TensorRef ref : graph_.call_inputs(call)) in.push_back(Of(ref));
    for (const Kwarg& kwarg : graph_.kwargs(call)) {
      for (TensorRef ref : graph_.tensors(kwarg.tensors)) in.push_back(Of(ref));
    }
    const Keyword keyword = KeywordOf(number, in, passes, before);
    reading->keywords.push_back(keyword);
    first_value_.push_back(values_.size());

    if (kind == "Masking") {
      // Of zeros: it makes zero what is zero.
      values_.push_back(
          {in[0].value, expressions_.Of({kSomeFeature, in[0].value})});
      return;
    }
    const ConfigValue* function = spec.config()->Find("function");
    const absl::string_view name =
        kind == "Lambda" ? function->string->text : absl::string_view();
    if (name == "mask_pick") {
      values_.push_back({in[keyword.given ? 1 : 0].value, kNone});
      return;
    }
    const bool recurrent = spec.traits().num_states > 0;
    const bool has_weights = recurrent || kind == "Dense";
    const bool reads_mask = recurrent || name == "mask_scale";
    std::vector<uint32_t> parts = {has_weights ? kOfLayer : kOfConfig,
                                   has_weights ? call.layer : spec.config()->id,
                                   0, reads_mask ? keyword.first : kNone};
    for (const Value& value : in) parts.push_back(value.value);
    const Expr handed_on = HandedOn(kind, in);
    // A Model that is run wants as many masks as outputs.
    reading->refused |= as_layer && kind == "MultiOutMasked" &&
                        handed_on != kNone && spec.num_outputs() > 1;
    for (int k = 0; k < spec.num_outputs(); ++k) {
      parts[2] = static_cast<uint32_t>(k);
      values_.push_back(
          {expressions_.Of(parts), recurrent && k > 0 ? kNone : handed_on});
    }
  }

  // The mask that a class hands on.
  Expr HandedOn(absl::string_view kind, const std::vector<Value>& in) {
    if (kind == "Subtract") {
      std::vector<uint32_t> masks = {kAnd};
      for (const Value& value : in) {
        if (value.mask != kNone) masks.push_back(value.mask);
      }
      if (masks.size() == 1) return kNone;
      return masks.size() == 2 ? masks[1] : expressions_.Of(std::move(masks));
    }
    return kind == "Lambda" || kind == "Swap" ? kNone : in[0].mask;
  }

  const Graph& graph_;
  const Catalogue& catalogue_;
  Expressions expressions_;
  std::vector<Value> inputs_;
  std::vector<Value> values_;        // outputs of all calls
  std::vector<size_t> first_value_;  // of each call
};

}  // namespace

bool CloneMeansOther(const Graph& graph, const Catalogue& catalogue) {
  Reader reader(graph, catalogue);
  const Reading original = reader.Read(Passes::kIfMasked, 0, false);
  const Reading clone = reader.Read(Passes::kAlways, 0, false);
  return original.outputs != clone.outputs;
}

bool CloneMasksMeanOther(const Graph& graph, const Catalogue& catalogue) {
  Reader reader(graph, catalogue);
  const Reading original = reader.Read(Passes::kIfMasked, 0, false);
  const Reading clone = reader.Read(Passes::kAlways, 0, false);
  return original.masks != clone.masks;
}

bool CloneOfCloneMeansOther(const Graph& graph, const Catalogue& catalogue) {
  Reader reader(graph, catalogue);
  const Reading original = reader.Read(Passes::kIfMasked, 0, false);
  const Reading clone = reader.Read(Passes::kAlways, 0, false);
  const Reading again = reader.Read(Passes::kAsBefore, 0, false, &clone);
  return original.outputs != again.outputs || original.masks != again.masks;
}

bool CloneAsLayerMeansOther(const Graph& graph, const Catalogue& catalogue) {
  Reader reader(graph, catalogue);
  const Reading built = reader.Read(Passes::kAlways, 0, false);
  const uint32_t all = 1u << graph.model_inputs().size();
  for (uint32_t masked = 0; masked < all; ++masked) {
    const Reading original = reader.Read(Passes::kAlways, masked, true);
    if (original.refused) continue;
    const Reading clone = reader.Read(Passes::kAsBefore, masked, true, &built);
    if (original.outputs != clone.outputs ||
        original.output_masks != clone.output_masks) {
      return true;
    }
  }
  return false;
}

}  // namespace clonecheck
