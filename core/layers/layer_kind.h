// LayerKind: a layer class: its name, how its config is read, and which configs
// the generator draws. One object a class, in registry.cc.
#ifndef CLONECHECK_CORE_LAYERS_LAYER_KIND_H_
#define CLONECHECK_CORE_LAYERS_LAYER_KIND_H_

#include <cstdint>
#include <memory>
#include <string>
#include <utility>
#include <vector>

#include "absl/status/statusor.h"
#include "absl/strings/string_view.h"
#include "core/graph/config.h"
#include "core/graph/pool.h"
#include "core/layers/config_reader.h"
#include "core/layers/layer_spec.h"

namespace clonecheck {

// What the generator may draw of a kind.
struct DomainEntry {
  const Config* config = nullptr;
  // Relative frequency within the kind.
  int weight = 1;
};

// Layers of which the generator draws by themselves.
enum class LayerFamily {
  kRecurrent,
  kEmbeddings,
  kMaskLayers,      // make, hand on or take a mask
  kMaskMakers,      // make a mask of their own
  kMaskFunctions,   // Lambdas that are given one
  kMaskTakers,      // whose outputs depend on their mask
  kSeveralOutputs,  // with several outputs and without masks; the last one
};
inline constexpr int kFamilies =
    static_cast<int>(LayerFamily::kSeveralOutputs) + 1;

class LayerKind {
 public:
  virtual ~LayerKind() = default;

  // Keras' class name, `Dense`.
  virtual absl::string_view class_name() const = 0;
  // The class that defines `call`, as Python names it in errors: `_Merge`.
  virtual absl::string_view call_owner() const { return class_name(); }
  // The prefix of automatic names, `dense`.
  virtual absl::string_view name_prefix() const = 0;

  // How many layers it wraps; -1: any number.
  virtual int num_children() const { return 0; }

  // Reads the constructor arguments. The reader collects errors; returning a
  // spec for a config with errors is fine, the caller drops it.
  virtual std::unique_ptr<LayerSpec> Parse(ConfigReader& reader) const = 0;

  // The configs from which the generator draws. Empty: never drawn.
  virtual std::vector<DomainEntry> Domain(Pool& pool) const;
  // Relative frequency among the kinds. Less for those that differ from
  // another one by little more than a formula.
  static constexpr uint32_t kUsualWeight = 4;
  static constexpr uint32_t kSmallWeight = 1;
  virtual uint32_t weight() const { return kUsualWeight; }

  // How often `family` has this kind, as a multiple of a usual kind of the
  // family, and whether it has `spec`, one of Domain: 0 for those that it has
  // not. Default: of no family.
  virtual uint32_t ShareIn(LayerFamily family, const LayerSpec& spec) const;

  // The constructor call in Python, without `name=`: `Dense(units=3)`, and
  // definitions that it needs (functions, classes), each once a script.
  struct Python {
    std::string constructor;
    std::vector<std::string> definitions;
  };
  // Default: `Class(key=value, …)` from the config.
  virtual Python ToPython(const Config& config) const;

 protected:
  // A domain entry of this kind with the given constructor arguments.
  DomainEntry Entry(
      Pool& pool,
      const std::vector<std::pair<absl::string_view, ConfigValue>>& args,
      int weight = 1) const;
};

// All kinds, in the order in which `clonecheck list layers` prints them.
const std::vector<const LayerKind*>& AllLayerKinds();

}  // namespace clonecheck

#endif  // CLONECHECK_CORE_LAYERS_LAYER_KIND_H_
