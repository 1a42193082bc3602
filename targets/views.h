// Views: objects of our engine in the words of the worker protocol
// (docs/targets.md, "An answer"). What is done to get them is not said here.
#ifndef CLONECHECK_TARGETS_VIEWS_H_
#define CLONECHECK_TARGETS_VIEWS_H_

#include "absl/strings/string_view.h"
#include "core/engine/layer.h"
#include "core/engine/model.h"
#include "core/engine/session.h"
#include "core/layers/keras_error.h"
#include "core/term/array.h"
#include "nlohmann/json.hpp"

namespace clonecheck {

// `nodes` of one layer, and of every layer of a model, those of nested models
// included; each once.
nlohmann::json LayerView(const Layer& layer);
nlohmann::json LayersView(Model& model);

nlohmann::json TopologyView(const Model& model);

// The last part of a variable's name.
absl::string_view RoleOf(const Variable& variable);
nlohmann::json WeightsView(Session& session, const Model& model);

// `raised`; with `"backend": true` where only the fact is imitated.
nlohmann::json RefusalView(Refusal refusal);

nlohmann::json ArrayView(const Array& array);

}  // namespace clonecheck

#endif  // CLONECHECK_TARGETS_VIEWS_H_
