// SerializedObject: an object with a config of its own, as another config holds
// it: `{"class_name": "LSTMCell", "config": {"name": "cell", "units": 2}}`.
#ifndef CLONECHECK_CORE_LAYERS_SERIALIZED_OBJECT_H_
#define CLONECHECK_CORE_LAYERS_SERIALIZED_OBJECT_H_

#include <utility>
#include <vector>

#include "absl/strings/string_view.h"
#include "core/graph/config.h"
#include "core/graph/pool.h"

namespace clonecheck {

// What serialize_keras_object gives (keras/utils/generic_utils.py). Entries may
// come in any order; keys must be distinct.
ConfigValue SerializedObject(Pool& pool, const Name* class_name,
                             std::vector<ConfigEntry> config);
ConfigValue SerializedObject(
    Pool& pool, absl::string_view class_name,
    const std::vector<std::pair<absl::string_view, ConfigValue>>& config);

}  // namespace clonecheck

#endif  // CLONECHECK_CORE_LAYERS_SERIALIZED_OBJECT_H_
