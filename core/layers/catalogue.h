// Catalogue: the layer kinds bound to a Pool: finds the LayerSpec of a config,
// each parsed once. One catalogue a pool, so one a thread.
#ifndef CLONECHECK_CORE_LAYERS_CATALOGUE_H_
#define CLONECHECK_CORE_LAYERS_CATALOGUE_H_

#include <memory>
#include <string>
#include <vector>

#include "absl/container/flat_hash_map.h"
#include "absl/status/statusor.h"
#include "core/graph/pool.h"
#include "core/layers/layer_kind.h"
#include "core/layers/layer_spec.h"

namespace clonecheck {

class Catalogue {
 public:
  // REQUIRES: `pool` outlives the catalogue.
  explicit Catalogue(Pool& pool);
  Catalogue(const Catalogue&) = delete;
  Catalogue& operator=(const Catalogue&) = delete;

  Pool& pool() { return pool_; }

  // The kind of this class name, or null.
  const LayerKind* FindKind(const Name* class_name) const;

  // The spec of a config. Errors: NotFound for an unknown class,
  // InvalidArgument for arguments that the class does not take.
  absl::StatusOr<const LayerSpec*> Resolve(const Config* config);

  // The same for a config that has been resolved before; null otherwise. Costs
  // an array look-up.
  const LayerSpec* Find(const Config* config) const {
    return config->id < specs_by_config_.size() ? specs_by_config_[config->id]
                                                : nullptr;
  }

  // What Keras' get_config gives of the constructor arguments of a spec of this
  // catalogue: all of them, defaults included, in Keras' order, after
  // `batch_input_shape` (None: not set) and `dtype`. Without `name` and
  // `trainable`, and without the layers that a wrapper wraps. Valid until the
  // next Resolve.
  const std::vector<ConfigEntry>& FullConfig(const LayerSpec& spec) const {
    return full_configs_[spec.config()->id];
  }

  // The position of a kind in AllLayerKinds().
  size_t IndexOf(const LayerKind& kind) const { return indices_.at(&kind); }
  size_t num_kinds() const { return auto_names_.size(); }

  // The automatic name `prefix_number` of the kind at `index`, `dense_1`.
  const Name* AutoName(size_t index, uint32_t number);

 private:
  void Remember(const Config* config, const LayerSpec* spec);

  Pool& pool_;
  absl::flat_hash_map<const LayerKind*, size_t> indices_;
  // By kind and number.
  std::vector<std::vector<const Name*>> auto_names_;
  absl::flat_hash_map<const Name*, const LayerKind*> kinds_;
  std::vector<std::unique_ptr<LayerSpec>> specs_;
  std::vector<const LayerSpec*> specs_by_config_;
  // By id of the canonical config; empty elsewhere.
  std::vector<std::vector<ConfigEntry>> full_configs_;
};

}  // namespace clonecheck

#endif  // CLONECHECK_CORE_LAYERS_CATALOGUE_H_
