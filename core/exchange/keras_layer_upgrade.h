// LayerUpgrader: the config of one layer of a later Keras, as Keras 2 writes
// it, or as an opaque layer. The rules are told in keras_upgrade.h.
#ifndef CLONECHECK_CORE_EXCHANGE_KERAS_LAYER_UPGRADE_H_
#define CLONECHECK_CORE_EXCHANGE_KERAS_LAYER_UPGRADE_H_

#include <cstdint>

#include "core/layers/catalogue.h"
#include "core/layers/layer_spec.h"
#include "nlohmann/json.hpp"

namespace clonecheck {

enum class KerasFormat : uint8_t { kKeras2, kTfKeras, kKeras3 };

// Whether an RNN of this config has cells of Keras' own classes, and no
// `constants`; other RNNs are opaque.
bool HasKnownCells(const nlohmann::json& config);

class LayerUpgrader {
 public:
  LayerUpgrader(KerasFormat format, Catalogue& catalogue)
      : format_(format), catalogue_(catalogue) {}

  // The config of an InputLayer.
  void Input(nlohmann::json* config) const;

  // Rewrites a layer, `{"class_name": …, "config": …}`, that Keras 2 knows.
  // False if it does not: it may be half rewritten then. What a wrapper wraps
  // has been rewritten before.
  bool Known(nlohmann::json* entry) const;

  // How a layer that Known has accepted, or a model, takes its calls.
  LayerSpec::Traits TraitsOf(const nlohmann::json& entry) const;

  // Rewrites `entry` as an opaque layer. `ways`: what its calls give besides
  // tensors.
  void MakeOpaque(nlohmann::json* entry, const nlohmann::json& ways) const;

 private:
  bool Lambda(nlohmann::json* config) const;
  bool Bidirectional(nlohmann::json* config) const;
  // The cells of an RNN, as Keras 2 writes them; false if they cannot be.
  bool Cells(nlohmann::json* config) const;
  // Drops arguments that say nothing; false if others are unknown or wrong.
  bool DropUnknown(const LayerKind& kind, nlohmann::json* config) const;

  const KerasFormat format_;
  Catalogue& catalogue_;
};

}  // namespace clonecheck

#endif  // CLONECHECK_CORE_EXCHANGE_KERAS_LAYER_UPGRADE_H_
