// The arguments of layers with weights that change neither values nor shapes:
// initializers, regularizers, constraints. They are read only to be kept.
#ifndef CLONECHECK_CORE_LAYERS_INITIALIZERS_H_
#define CLONECHECK_CORE_LAYERS_INITIALIZERS_H_

#include <initializer_list>

#include "absl/strings/string_view.h"
#include "core/layers/config_reader.h"

namespace clonecheck {

enum class Initializer {
  kGlorotUniform,
  kZeros,
  kOnes,
  kRandomUniform,
  kOrthogonal
};

// Reads an initializer, written as a name or as get_config writes it. Both ways
// to write `fallback` leave the config as if it were not there.
void ReadInitializer(ConfigReader& reader, absl::string_view key,
                     Initializer fallback);

// Reads arguments that are None by default.
void ReadNones(ConfigReader& reader,
               std::initializer_list<absl::string_view> keys);

}  // namespace clonecheck

#endif  // CLONECHECK_CORE_LAYERS_INITIALIZERS_H_
