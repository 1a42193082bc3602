// LayerDomain: the layers that the generator draws, as specs with weights: all
// kinds, families of them, and the wrappers around them.
#ifndef CLONECHECK_CORE_SEARCH_LAYER_DOMAIN_H_
#define CLONECHECK_CORE_SEARCH_LAYER_DOMAIN_H_

#include <cstdint>
#include <utility>
#include <vector>

#include "absl/container/flat_hash_map.h"
#include "core/layers/catalogue.h"
#include "core/layers/layer_kind.h"
#include "core/search/choice_source.h"
#include "core/search/profile.h"

namespace clonecheck {

class LayerDomain {
 public:
  struct Kind {
    std::vector<const LayerSpec*> specs;  // each as often as its weight says
    uint32_t weight = 0;
  };

  // `only`: the layers that there are, without families and wrappers; null:
  // all. REQUIRES: `catalogue` outlives the domain.
  explicit LayerDomain(Catalogue& catalogue, const Vocabulary* only = nullptr);

  const std::vector<Kind>& kinds() const { return kinds_; }
  // Whether there are families and wrappers, too: not in a vocabulary.
  bool has_families() const {
    return !members(LayerFamily::kRecurrent).empty();
  }
  // Accepts whatever float tensor there is.
  const LayerSpec& fallback() const { return *fallback_; }

  const LayerSpec& DrawOf(LayerFamily family, ChoiceSource& choices) const {
    return Draw(members(family), choices);
  }
  // A wrapper around a drawn layer, `spec->children()[0]`: Bidirectional with
  // any merge mode, or TimeDistributed around `inner`, or around a layer of any
  // kind if that has several outputs.
  const LayerSpec& DrawBidirectional(ChoiceSource& choices);
  const LayerSpec& TimeDistributed(const LayerSpec& inner);

  // The same around a Model or a Sequential, whatever it holds.
  const LayerSpec& TimeDistributedModel();
  const LayerSpec& TimeDistributedSequential();

  // An InputLayer, to be called.
  const LayerSpec& DrawInputLayer(ChoiceSource& choices) const {
    return Draw(input_layers_, choices);
  }
  // An Embedding for inputs of `batch_shape`, as the first of a Sequential:
  // with that shape, or with the length of the inputs. REQUIRES: rank 2.
  const LayerSpec& DrawEmbedding(ChoiceSource& choices,
                                 const Shape* batch_shape);

  // The same layer with `batch_input_shape`, as the first of a Sequential.
  const LayerSpec& FirstOfSequential(const LayerSpec& spec,
                                     const Shape* batch_shape);

 private:
  static const LayerSpec& Draw(const std::vector<const LayerSpec*>& specs,
                               ChoiceSource& choices) {
    return *specs[choices.Below(static_cast<uint32_t>(specs.size()))];
  }

  const std::vector<const LayerSpec*>& members(LayerFamily family) const {
    return families_[int(family)];
  }

  Catalogue& catalogue_;
  std::vector<Kind> kinds_;
  const LayerSpec* fallback_ = nullptr;
  // By LayerFamily, each layer as often as it is to be drawn.
  std::vector<const LayerSpec*> families_[kFamilies];
  std::vector<const LayerSpec*> input_layers_;
  const LayerSpec* model_ = nullptr;
  const LayerSpec* sequential_ = nullptr;
  // What was asked for so far.
  std::vector<const Config*> bidirectional_configs_;  // one a merge mode
  const Config* time_distributed_config_ = nullptr;
  absl::flat_hash_map<std::pair<const Config*, const LayerSpec*>,
                      const LayerSpec*>
      wrappers_;
  absl::flat_hash_map<std::pair<const LayerSpec*, const Shape*>,
                      const LayerSpec*>
      firsts_;

  void TakeOnly(const Vocabulary& vocabulary);
  const LayerSpec& Wrap(const Config* config, const LayerSpec& inner);
};

}  // namespace clonecheck

#endif  // CLONECHECK_CORE_SEARCH_LAYER_DOMAIN_H_
