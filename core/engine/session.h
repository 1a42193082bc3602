// Session: the world of one case: all live objects, their terms, the counters
// of automatic names, and the rules of the imitated Keras version. What
// `keras.backend.clear_session()` resets is one Session here.
//
// A trial runs a cloner on an original and takes everything back afterwards, so
// that many cloners can work on one original:
//   Session::Trial trial(session);
//   ... clone, judge ...
//   // the destructor restores the original, byte by byte
// Whatever changes an object that is older than the trial is recorded in the
// journal; an empty journal is the proof that the original is untouched.
//
// Not thread-safe; one session a thread, used again for each case.
#ifndef CLONECHECK_CORE_ENGINE_SESSION_H_
#define CLONECHECK_CORE_ENGINE_SESSION_H_

#include <cstdint>
#include <type_traits>
#include <vector>

#include "absl/types/span.h"
#include "core/engine/layer.h"
#include "core/engine/rules.h"
#include "core/engine/tensor.h"
#include "core/layers/catalogue.h"
#include "core/term/arena.h"
#include "core/term/term_arena.h"

namespace clonecheck {

// What kind of change the journal holds.
enum class ChangeKind : uint8_t {
  kInboundNodes,
  kOutboundNodes,
  kHistory,
  kArguments,
  kWeights,
  kTrainable,
  kName,
  kCache  // a Model's cached answers
};

class Session final : private LayerHost {
 public:
  // REQUIRES: `catalogue` outlives the session.
  Session(Catalogue& catalogue, const EngineRules& rules);
  Session(const Session&) = delete;
  Session& operator=(const Session&) = delete;

  // Forgets everything: the next case. Every pointer into the session dangles.
  void Clear();

  Catalogue& catalogue() { return catalogue_; }
  Pool& pool() { return catalogue_.pool(); }
  const EngineRules& rules() const { return rules_; }
  // REQUIRES: the session is empty.
  void set_rules(const EngineRules& rules) { rules_ = rules; }
  Arena& arena() { return arena_; }
  TermArena& terms() { return terms_; }
  const TermArena& terms() const { return terms_; }

  // `Input(batch_shape=…)`: a new InputLayer, and its output.
  Tensor* NewInput(const Shape* batch_shape, DType dtype, bool sparse,
                   const Name* name);
  // `Input(tensor=…)`: a new InputLayer that nobody feeds, and whose output is
  // `tensor` itself; it gets shape and history. Returns `tensor`.
  Tensor* NewInputOn(Tensor* tensor, const Name* name);
  // A new layer; `name` null: an automatic one. Not for Models.
  // `inner`: the layer that a wrapper wraps.
  Layer* NewLayer(const LayerSpec& spec, const Name* name, bool trainable,
                  Layer* inner = nullptr);
  Dict* NewDict();
  Tensor* NewTensor(TermId term, const Shape* shape, DType dtype,
                    const Name* scope, const char* op);
  Variable* NewVariable(const WeightDecl& decl);
  // Makes `tensor` the output `tensor_index` of a call; what it was before is
  // overwritten. `shape`: the Keras shape.
  void SetHistory(Tensor* tensor, Layer* layer, int32_t node_index,
                  int32_t tensor_index, const Shape* shape) {
    if (tensor->id < trial_tensor_mark_) SaveHistory(tensor);
    tensor->layer = layer;
    tensor->node_index = node_index;
    tensor->tensor_index = tensor_index;
    if (tensor->keras_shape == Symbol::KerasShape::kOfLayer &&
        tensor->shape != shape) {
      tensor->reshaped = true;
    }
    tensor->shape = shape;
    tensor->keras_shape = Symbol::KerasShape::kOfLayer;
  }

  // All layers in order of construction, Models included.
  absl::Span<Layer* const> layers() const {
    return absl::MakeConstSpan(layers_.data(), layers_.size());
  }
  uint32_t num_tensors() const { return num_tensors_; }
  uint32_t num_objects() const { return num_objects_; }
  uint32_t num_variables() const { return num_variables_; }

  // Told where objects end: all of the session's, or those with these numbers
  // and larger ones. For who keeps something beside each object, as the
  // bindings to another language do. Null: nobody. Clear() leaves it set.
  struct Listener {
    virtual void OnForgotten(uint32_t first_object, uint32_t first_tensor) = 0;

   protected:
    ~Listener() = default;
  };
  void set_listener(Listener* listener) { listener_ = listener; }

  // What layer kinds work with.
  LayerContext context() {
    return LayerContext{arena_, pool(), terms_, rules_.layers};
  }
  Refusal Refuse(const ErrorTemplate& form, ErrorArg a = {}, ErrorArg b = {},
                 ErrorArg c = {}, ErrorArg d = {}) {
    return context().Refuse(form, a, b, c, d);
  }

  // A number, not 0, that no algorithm has used before on objects that are
  // alive; marks in scratch fields that hold another number are old.
  uint32_t NextVisit() { return ++visit_; }

  // The names of keyword arguments.
  const Name* const kMask;
  const Name* const kTraining;
  const Name* const kInitialState;

  struct Change {
    ChangeKind kind;
    uint32_t owner;  // object number
    uint8_t bytes;
    void* address;
    unsigned char old_bytes[16];
  };

  class Trial {
   public:
    explicit Trial(Session& session);
    ~Trial();
    Trial(const Trial&) = delete;
    Trial& operator=(const Trial&) = delete;

    // Changes of older objects so far.
    absl::Span<const Change> changes() const;
    // The first layer that is younger than the trial, in session.layers().
    size_t first_new_layer() const { return layers_.size(); }
    uint32_t first_new_variable() const { return num_variables_; }

   private:
    Session& session_;
    Arena::Mark arena_;
    TermArena::Mark terms_;
    uint32_t num_objects_;
    uint32_t num_tensors_;
    uint32_t num_variables_;
    ArenaVector<Layer*> layers_;  // growth leaves these elements alone
    uint32_t outer_mark_;
    uint32_t outer_tensor_mark_;
    size_t journal_size_;
    uint32_t* name_counters_;
  };

  // Records the old value of a field of the object numbered `owner` if a trial
  // is on and the object is older. Call before writing.
  template <typename T>
  void Save(ChangeKind kind, uint32_t owner, T* field) {
    static_assert(sizeof(T) <= sizeof(Change::old_bytes));
    static_assert(std::is_trivially_copyable_v<T>);
    if (owner < trial_mark_) SaveBytes(kind, owner, field, sizeof(T));
  }

 private:
  friend class Layer;
  friend class Model;
  friend class Sequential;

  Symbol* NewSymbol(TermId term, const Shape* shape, DType dtype,
                    const char* op) override;
  Refusal BuildInner(InnerLayer& inner, BuildContext& context) override;
  Refusal CallInner(InnerLayer& inner, CallContext& context) override;
  Refusal InnerMask(InnerLayer& inner, MaskContext& context) override;
  Refusal InnerShapes(InnerLayer& inner, ShapeContext& context) override;
  Symbol*& InnerInput(InnerLayer& inner, Symbol& input) override;
  void SaveHistory(Tensor* tensor);
  void SaveBytes(ChangeKind kind, uint32_t owner, void* field, uint8_t bytes);
  Tensor* MakeInputLayer(const Name* name, const Shape* batch_shape,
                         DType dtype, bool sparse, Tensor* tensor);
  const Name* TakeName(const LayerSpec& spec, const Name* name);
  void Register(Layer* layer, const LayerSpec& spec, const Name* name);

  Catalogue& catalogue_;
  EngineRules rules_;
  Arena arena_;
  TermArena terms_;
  ArenaVector<Layer*> layers_;
  // Next number of automatic names, by kind.
  std::vector<uint32_t> name_counters_;
  // Object 0 stands for the session itself.
  uint32_t num_objects_ = 1;
  uint32_t num_tensors_ = 0;
  uint32_t num_variables_ = 0;
  uint32_t visit_ = 0;
  // Objects with a smaller number are older than the running trial.
  uint32_t trial_mark_ = 0;
  uint32_t trial_tensor_mark_ = 0;
  std::vector<Change> journal_;
  Listener* listener_ = nullptr;
  // The layer whose `call` runs, for the names of tensors.
  const Name* scope_ = nullptr;
  const LayerSpec* input_layer_spec_ = nullptr;
  const LayerSpec* model_spec_ = nullptr;
  const LayerSpec* sequential_spec_ = nullptr;

  // Working memory of the topology, kept to save allocations.
  friend class Topology;
  struct Frame {
    Node* node;
    uint32_t next_input;
  };
  std::vector<Frame> stack_;
  std::vector<Node*> finished_;
  std::vector<Node*> depth_order_;
  std::vector<Layer*> found_layers_;
  std::vector<uint32_t> counts_;
  std::vector<uint32_t> name_visits_;  // by Name::id
};

// A map from objects that are there already to T, zero where nothing was set.
// Lives in the arena; a dense array, so no order of addresses shows anywhere.
template <typename Key, typename T>
class ObjectMap {
 public:
  ObjectMap(Session& session, uint32_t size)
      : size_(size), entries_(session.arena().NewArray<T>(size)) {}

  // REQUIRES: `key` existed when the map was made.
  T& operator[](const Key* key) { return entries_[NumberOf(*key)]; }
  // The entry, or null if the object is younger than the map.
  T* Find(const Key* key) {
    return NumberOf(*key) < size_ ? &entries_[NumberOf(*key)] : nullptr;
  }

 private:
  static uint32_t NumberOf(const Tensor& tensor) { return tensor.id; }
  template <typename Object>
  static uint32_t NumberOf(const Object& object) {
    return object.id();
  }

  uint32_t size_;
  T* entries_;
};

template <typename T>
struct TensorMap : ObjectMap<Tensor, T> {
  explicit TensorMap(Session& s) : ObjectMap<Tensor, T>(s, s.num_tensors()) {}
};
template <typename T>
struct LayerMap : ObjectMap<Layer, T> {
  explicit LayerMap(Session& s) : ObjectMap<Layer, T>(s, s.num_objects()) {}
};
template <typename T>
struct NodeMap : ObjectMap<Node, T> {
  explicit NodeMap(Session& s) : ObjectMap<Node, T>(s, s.num_objects()) {}
};

}  // namespace clonecheck

#endif  // CLONECHECK_CORE_ENGINE_SESSION_H_
