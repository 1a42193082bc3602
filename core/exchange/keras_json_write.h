// Writes models as Keras 2 does: get_config and to_json of a functional Model,
// from the engine's live objects. A Lambda's function of the vocabulary is
// written by its name (`function_type` "function"), which Keras loads with
// custom_objects; bytecode that was read is written again. Reading:
// keras_json.h.
#ifndef CLONECHECK_CORE_EXCHANGE_KERAS_JSON_WRITE_H_
#define CLONECHECK_CORE_EXCHANGE_KERAS_JSON_WRITE_H_

#include <string>

#include "core/engine/model.h"
#include "core/engine/model_config.h"
#include "core/engine/session.h"
#include "nlohmann/json.hpp"

namespace clonecheck {

// `layer.get_config()` in the version of the session's rules.
nlohmann::ordered_json KerasLayerConfig(Session& session,
                                        const LayerConfig& config);

// What `model.to_json()` makes its text of. Names may hold bytes that are no
// UTF-8: dump it with error_handler_t::replace.
nlohmann::ordered_json KerasModelDocument(Session& session, Model& model);

// `model.to_json()`, on many lines; ends with a newline.
std::string ModelToKerasJson(Session& session, Model& model);

}  // namespace clonecheck

#endif  // CLONECHECK_CORE_EXCHANGE_KERAS_JSON_WRITE_H_
