// CallUpgrader: the inbound nodes of a functional model of a later Keras, as
// Keras 2 writes them. Tensors in keyword arguments, which Keras 2 cannot
// write, are marked; see TensorsOfKwarg in keras_document.h.
#ifndef CLONECHECK_CORE_EXCHANGE_KERAS_UPGRADE_CALLS_H_
#define CLONECHECK_CORE_EXCHANGE_KERAS_UPGRADE_CALLS_H_

#include <optional>
#include <string>
#include <vector>

#include "absl/container/flat_hash_map.h"
#include "core/exchange/keras_layer_upgrade.h"
#include "core/layers/layer_spec.h"
#include "nlohmann/json.hpp"

namespace clonecheck {

// The names of a model's layers; whether they are models themselves.
using LayerClasses = absl::flat_hash_map<std::string, bool>;

class CallUpgrader {
 public:
  // REQUIRES: `classes` outlives this.
  CallUpgrader(KerasFormat format, const LayerClasses& classes)
      : format_(format), classes_(classes) {}

  // `inbound_nodes` of a layer with these traits; nothing if Keras 2's class
  // does not take one of the calls.
  std::optional<nlohmann::json> Plain(const nlohmann::json& nodes,
                                      const LayerSpec::Traits& traits) const;

  // The same of an opaque layer, whose inputs are all tensors of a call. What a
  // call gives besides is added to `ways`, unless that is nothing.
  nlohmann::json Opaque(const nlohmann::json& nodes,
                        nlohmann::json* ways) const;

  // `input_layers` or `output_layers`: a list, whatever the structure.
  nlohmann::json Ends(const nlohmann::json& ends) const;

 private:
  struct ParsedCall {
    nlohmann::json args;    // a list
    nlohmann::json kwargs;  // an object
  };
  ParsedCall Parse(const nlohmann::json& node) const;
  // `[layer, node, tensor]` in Keras 2's numbers, if `value` is a tensor.
  std::optional<nlohmann::json> AsTensor(const nlohmann::json& value) const;
  // Replaces the tensors in `value` by `$0`, …, and appends them to `tensors`.
  void TakeTensors(nlohmann::json* value, nlohmann::json* tensors) const;

  const KerasFormat format_;
  const LayerClasses& classes_;
};

}  // namespace clonecheck

#endif  // CLONECHECK_CORE_EXCHANGE_KERAS_UPGRADE_CALLS_H_
