// Sequential: a Model made by stacking layers, each called on the output of the
// one before. Without an input shape it only collects them until it is built.
// Rules: Keras 2.2.4, keras/engine/sequential.py.
#ifndef CLONECHECK_CORE_ENGINE_SEQUENTIAL_H_
#define CLONECHECK_CORE_ENGINE_SEQUENTIAL_H_

#include <optional>

#include "absl/types/span.h"
#include "core/engine/layer.h"
#include "core/engine/model.h"
#include "core/engine/session.h"

namespace clonecheck {

// A shape as a config holds it, a list of whole numbers and None; null if
// `value` is no such list.
const Shape* ShapeFromConfig(Pool& pool, const ConfigValue& value);

// The dtype of the input that a config asks for, `float32` where it names none;
// nothing for a dtype that is not known here.
std::optional<DType> DTypeFromConfig(const Config& config);

// What a Sequential's get_config returns.
struct SequentialConfig {
  const Name* name = nullptr;
  absl::Span<const LayerConfig> layers;
  // The shape that `build` was given; null where it was never asked.
  const Shape* build_input_shape = nullptr;
};

class Sequential final : public Model {
 public:
  // `Sequential(layers, name=name)`; `name` null: an automatic one.
  static OrRefusal<Sequential*> Make(Session& session,
                                     absl::Span<Layer* const> layers,
                                     const Name* name);
  // `Sequential.from_config(config)`.
  static OrRefusal<Sequential*> FromConfig(Session& session,
                                           const SequentialConfig& config);

  // `add`. A refusal may leave the layer called, as in Keras.
  Refusal Add(Session& session, Layer* layer);
  // `build(input_shape)`: of a Sequential without inputs.
  Refusal Build(Session& session,
                absl::Span<const Shape* const> input_shapes) override;

  const Shape* build_input_shape() const { return build_input_shape_; }

 private:
  // Calls the first layer on an input of its own, if its shape is known.
  Refusal AddFirst(Session& session, Layer* layer, Tensor** output);
  // `_init_graph_network` on new outputs: what was known of the graph, the own
  // nodes included, is forgotten.
  Refusal InitGraphAgain(Session& session, Tensors inputs, Tensor* output);

  const Shape* build_input_shape_ = nullptr;
};

// `model.get_config()`; lives in the session's arena.
const SequentialConfig* GetSequentialConfig(Session& session,
                                            Sequential& model);

}  // namespace clonecheck

#endif  // CLONECHECK_CORE_ENGINE_SEQUENTIAL_H_
