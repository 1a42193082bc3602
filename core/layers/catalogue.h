// Catalogue: the layer kinds bound to a Pool: finds the LayerSpec of a config,
// each parsed once. One catalogue a pool, so one a thread.
#ifndef CLONECHECK_CORE_LAYERS_CATALOGUE_H_
#define CLONECHECK_CORE_LAYERS_CATALOGUE_H_

#include <memory>
#include <string>
#include <utility>
#include <vector>

#include "absl/container/flat_hash_map.h"
#include "absl/status/statusor.h"
#include "absl/types/span.h"
#include "core/graph/graph.h"
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

  // The spec of a layer that wraps others, whose specs are `children`; the same
  // as above where there are none. Errors: also InvalidArgument for a class
  // that wraps no layer, or not so many.
  absl::StatusOr<const LayerSpec*> Resolve(
      const Config* config, absl::Span<const LayerSpec* const> children);

  // The arguments in `config` that its class does not take. REQUIRES: the class
  // is known; `children` are as many as it wraps.
  std::vector<const Name*> UnknownArguments(
      const Config* config, absl::Span<const LayerSpec* const> children);

  // The spec of layer `layer` of `graph`. Errors as Resolve. REQUIRES: children
  // come before the layers that hold them (Validate checks it).
  absl::StatusOr<const LayerSpec*> ResolveLayer(const Graph& graph,
                                                const LayerDecl& layer);
  // The same for a layer that has been resolved before; null otherwise.
  const LayerSpec* FindLayer(const Graph& graph, const LayerDecl& layer) const {
    return layer.children.size == 0 ? Find(layer.config)
                                    : FindWrapper(graph, layer);
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
  using WrapperKey = std::pair<const Config*, std::vector<const LayerSpec*>>;

  const LayerSpec* FindWrapper(const Graph& graph,
                               const LayerDecl& layer) const;
  void Remember(const Config* config, const LayerSpec* spec);
  void KeepFullConfig(const Config& canonical, std::vector<ConfigEntry> full);

  Pool& pool_;
  absl::flat_hash_map<const LayerKind*, size_t> indices_;
  // By kind and number.
  std::vector<std::vector<const Name*>> auto_names_;
  absl::flat_hash_map<const Name*, const LayerKind*> kinds_;
  std::vector<std::unique_ptr<LayerSpec>> specs_;
  std::vector<const LayerSpec*> specs_by_config_;
  absl::flat_hash_map<WrapperKey, const LayerSpec*> wrappers_;
  // By id of the canonical config; empty elsewhere.
  std::vector<std::vector<ConfigEntry>> full_configs_;
};

}  // namespace clonecheck

#endif  // CLONECHECK_CORE_LAYERS_CATALOGUE_H_
