// Enumerator: goes through all Graphs of a grammar with a given number of
// calls, each exactly once up to renumbering and exchange of calls that commute
// (grammar.h), in a fixed order. Remembers nothing but the Graph under
// construction, and makes none that it has to throw away.
//
// How: a Graph in which every call is needed is known by walking from its
// outputs, in their order, down through the inputs of calls, in their order. So
// the walk itself is enumerated: at each place of a tensor it meets an input,
// an output of a call that it has left for good, or a new call, into whose
// inputs it goes. What it meets is numbered as it goes, which makes the
// numbering canonical: two walks that differ are two Graphs that differ. The
// order of calls is what is left to choose, where calls do not commute
// (CallOrders).
//
// Not thread-safe; one a thread.
#ifndef CLONECHECK_CORE_SEARCH_ENUMERATOR_H_
#define CLONECHECK_CORE_SEARCH_ENUMERATOR_H_

#include <cstdint>
#include <vector>

#include "absl/functional/function_ref.h"
#include "core/graph/graph.h"
#include "core/layers/catalogue.h"
#include "core/search/call_orders.h"
#include "core/search/grammar.h"

namespace clonecheck {

class Enumerator {
 public:
  // REQUIRES: both outlive the enumerator; the catalogue also its Graphs.
  Enumerator(const Grammar& grammar, Catalogue& catalogue);

  // Calls `visit` for each Graph of `calls` calls until it returns false; false
  // if it did. REQUIRES: 0 <= calls <= Grammar::kMaxCalls.
  bool Run(int calls, absl::FunctionRef<bool()> visit);

  // The Graph that is being visited; made when it is asked for. Valid until the
  // visit ends.
  const Graph& graph();

 private:
  static constexpr int kMaxCalls = Grammar::kMaxCalls;
  static constexpr int kModelTensors = 2;  // inputs or outputs, at most
  static constexpr int kMaxItems =
      Grammar::kMaxInputs + kModelTensors + kMaxCalls * Grammar::kMaxOutputs;
  static constexpr int kMaxTasks =
      kMaxCalls * (Grammar::kMaxInputs + 1) + kModelTensors;
  static constexpr uint8_t kInput = UINT8_MAX;
  static constexpr uint8_t kModelLayer = UINT8_MAX;

  // A tensor that a call may use.
  struct Item {
    Sort sort = Sort::kVector;
    uint8_t call = kInput;  // in calls_
    uint8_t index = 0;      // output of the call, or number of the input
  };
  struct PlannedCall {
    const Production* production = nullptr;
    uint8_t layer = 0;   // in layers_, or kModelLayer
    uint8_t number = 0;  // in the order in which the walk leaves calls
    bool inner = false;  // belongs to the nested Model
    uint8_t inputs[Grammar::kMaxInputs] = {};  // items
  };
  // What is still to be done on the walk: find a tensor for a place; or leave a
  // call, and put one of its outputs in the place where it was met.
  struct Task {
    uint8_t* place = nullptr;
    uint8_t call = kInput;  // the one to leave; kInput: find a tensor
    uint8_t output = 0;     // of that call
    Sort sort = Sort::kVector;
    bool any_sort = false;
    const uint8_t* other_than = nullptr;  // the place of another item
  };

  bool EnumerateModels();
  // The walk through the graph outside of a nested Model, or through all.
  bool WalkOutside();
  bool Step();
  bool Find(const Task& task);
  bool Enter(const Task& task, const Production& production);
  bool EnterModel(const Task& task);
  bool EnterCall(const Task& task, const Production& production, uint8_t layer);
  bool Leave(const Task& task);
  bool EndOfWalk();
  bool VisitOrders();
  void AddItem(Sort sort, uint8_t call, int index);
  void PushOutputs(uint8_t* places, int outputs);

  // enumerator_graph.cc
  void MakeGraph();
  void NumberLayersAndInputs();
  TensorRef Ref(uint8_t item) const;
  absl::Span<const TensorRef> Refs(const uint8_t* items, size_t size);

  const Grammar& grammar_;
  std::vector<const Config*> configs_;  // as grammar_.layers
  const Config* model_config_ = nullptr;
  const Name* initial_state_key_;
  const Shape* shapes_[kNumSorts] = {};
  Production model_production_;  // of the nested Model
  absl::FunctionRef<bool()>* visit_ = nullptr;

  // The walk under way. Inside of a nested Model first, then outside.
  int calls_left_ = 0;  // that may still be made
  int places_ = 0;      // that are still to be filled
  bool inside_ = false;
  bool model_called_ = false;
  int num_inner_inputs_ = 0;
  int num_inner_outputs_ = 0;
  int num_outputs_ = 0;
  uint8_t inner_outputs_[kModelTensors] = {};  // items
  uint8_t outputs_[kModelTensors] = {};
  Item items_[kMaxItems];
  uint8_t num_items_ = 0;
  uint8_t scope_ = 0;  // the items from here on are at hand
  PlannedCall calls_[kMaxCalls];
  uint8_t num_calls_ = 0;
  uint8_t left_[kMaxCalls] = {};  // calls, as the walk left them
  uint8_t num_left_ = 0;
  uint8_t layers_[kMaxCalls] = {};  // in grammar_.layers
  uint8_t num_layers_ = 0;
  Task tasks_[kMaxTasks];
  int num_tasks_ = 0;
  CallOrders orders_;

  // The Graph of the visit.
  bool made_ = false;
  GraphBuilder builder_;
  std::vector<TensorRef> refs_;
  uint8_t positions_[kMaxCalls] = {};  // of calls_
  uint8_t layer_order_[kMaxCalls] = {};
  uint8_t layer_numbers_[kMaxCalls] = {};
  uint8_t num_used_layers_ = 0;
  uint8_t inner_inputs_[kModelTensors] = {};  // their numbers in the Graph
};

}  // namespace clonecheck

#endif  // CLONECHECK_CORE_SEARCH_ENUMERATOR_H_
