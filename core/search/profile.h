// Profile: what a generator makes more or less of. A setting of the generator,
// never a version of Keras.
#ifndef CLONECHECK_CORE_SEARCH_PROFILE_H_
#define CLONECHECK_CORE_SEARCH_PROFILE_H_

#include <cstdint>
#include <vector>

#include "absl/status/statusor.h"
#include "absl/strings/string_view.h"
#include "core/graph/shape.h"
#include "core/layers/layer_spec.h"

namespace clonecheck {

// A few layers on a few inputs, where everything else is left out.
struct Vocabulary {
  // None that holds others. The first takes any float tensor.
  std::vector<const LayerSpec*> layers;
  std::vector<const Shape*> input_shapes;
};

struct Profile {
  absl::string_view name;
  absl::string_view summary;  // one line of help
  uint32_t min_calls = 1;
  uint32_t max_calls = 12;
  uint32_t max_inputs = 3;
  // Shares in percent.
  uint32_t integer_input = 25;  // one more input, of whole numbers
  uint32_t reuse_layer = 15;    // a call that calls a layer again
  uint32_t third_input = 15;    // a merge of three tensors instead of two
  uint32_t prefer_unused = 70;  // an input is a tensor that nobody used
  uint32_t keep_dead_call = 6;  // a call of which no output is needed
  uint32_t extra_output = 20;   // one more model output, of any tensor
  uint32_t explicit_name = 10;  // a layer with a given name
  uint32_t mask_none = 13;      // `mask=None` where call takes it
  uint32_t frozen = 3;          // a layer with `trainable=False`
  uint32_t disabled_kind = 35;  // swarm: a kind that this case never uses
  uint32_t focused = 0;         // swarm: a small case about one thing (focus.h)
  // Swarm: shares of the cases that use a feature at all.
  uint32_t models = 10;       // nested Models
  uint32_t sequentials = 10;  // Sequentials
  uint32_t wrappers = 20;     // Bidirectional, TimeDistributed
  uint32_t states = 50;       // states given to recurrent layers
  uint32_t training = 15;     // `training=False`
  uint32_t mask_tensor = 20;  // `mask=` a tensor
  uint32_t input_layers = 6;  // InputLayers that are called
  uint32_t calls_after = 4;   // calls after the construction of the model
  // Of the cases with Models or Sequentials: one of them is the model.
  uint32_t model_is_layer = 15;
  // Layers that are drawn from one family, besides those of all kinds.
  uint32_t mask_layers = 10;      // that make, take or hand on a mask
  uint32_t recurrent_layers = 8;  // SimpleRNN, GRU, LSTM
  uint32_t max_depth = 3;         // levels of nesting
  // Layers that are drawn of one kind, besides. Null, or of no kind that is
  // drawn: none.
  const LayerKind* favourite = nullptr;
  uint32_t favourite_share = 0;
  // Null: all layers and shapes. Otherwise of the generator's own catalogue,
  // outlives the generator, and the shares of what it does not have are 0.
  const Vocabulary* only = nullptr;
};

// Plain calls of the vocabulary's layers: as the default profile, but nothing
// is nested, named, frozen or masked, and no call has keywords. `vocabulary`
// outlives the profile.
Profile ProfileWithin(const Vocabulary& vocabulary);

// All profiles; the first is the default.
const std::vector<Profile>& AllProfiles();

// Errors: InvalidArgument that names what there is.
absl::StatusOr<Profile> FindProfile(absl::string_view name);

}  // namespace clonecheck

#endif  // CLONECHECK_CORE_SEARCH_PROFILE_H_
