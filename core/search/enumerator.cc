#include "core/search/enumerator.h"

#include <cassert>

#include "core/graph/shape.h"
#include "core/layers/kinds.h"

namespace clonecheck {
namespace {

const Shape* ShapeOf(Pool& pool, Sort sort) {
  switch (sort) {
    case Sort::kVector:
      return pool.InternShape({kUnknownDim, 1});
    case Sort::kSequence:
      return pool.InternShape({kUnknownDim, 3, 1});
  }
  return nullptr;
}

const Config* MakeConfig(Catalogue& catalogue, const LayerTemplate& layer) {
  Pool& pool = catalogue.pool();
  std::vector<ConfigEntry> entries;
  for (const LayerTemplate::Argument& argument : layer.arguments) {
    ConfigValue value;
    switch (argument.type) {
      case ConfigValue::Type::kBool:
        value = ConfigValue::Bool(argument.number != 0);
        break;
      case ConfigValue::Type::kInt:
        value = ConfigValue::Int(argument.number);
        break;
      default:
        value = ConfigValue::String(pool.InternName(argument.text));
    }
    entries.push_back({pool.InternName(argument.key), value});
  }
  return catalogue
      .Resolve(pool.InternConfig(pool.InternName(layer.layer_class),
                                 std::move(entries)))
      .value()
      ->config();
}

}  // namespace

Enumerator::Enumerator(const Grammar& grammar, Catalogue& catalogue)
    : grammar_(grammar),
      initial_state_key_(catalogue.pool().InternName("initial_state")) {
  for (const LayerTemplate& layer : grammar.layers) {
    configs_.push_back(MakeConfig(catalogue, layer));
  }
  if (grammar.nests) {
    model_config_ =
        MakeConfig(catalogue, LayerTemplate{ModelKind().class_name(), {}});
  }
  for (int i = 0; i < kNumSorts; ++i) {
    shapes_[i] = ShapeOf(catalogue.pool(), static_cast<Sort>(i));
  }
}

bool Enumerator::Run(int calls, absl::FunctionRef<bool()> visit) {
  assert(calls >= 0 && calls <= kMaxCalls);
  visit_ = &visit;
  calls_left_ = calls;
  // An earlier run may have been left half-way.
  num_items_ = scope_ = num_calls_ = num_left_ = num_layers_ = 0;
  num_tasks_ = places_ = num_inner_inputs_ = 0;
  inside_ = false;
  model_called_ = !grammar_.nests;
  return grammar_.nests ? EnumerateModels() : WalkOutside();
}

void Enumerator::AddItem(Sort sort, uint8_t call, int index) {
  items_[num_items_++] = Item{sort, call, static_cast<uint8_t>(index)};
}

void Enumerator::PushOutputs(uint8_t* places, int outputs) {
  // The last task is done first.
  for (int i = outputs; i-- > 0;) {
    Task& task = tasks_[num_tasks_++];
    task = Task{};
    task.place = &places[i];
    task.any_sort = true;
    if (i > 0) task.other_than = &places[0];
  }
  places_ = outputs;
}

// All Models that leave at least one call for what is outside.
bool Enumerator::EnumerateModels() {
  if (calls_left_ < 2) return true;
  for (num_inner_inputs_ = 1; num_inner_inputs_ <= kModelTensors;
       ++num_inner_inputs_) {
    model_production_.inputs.assign(static_cast<size_t>(num_inner_inputs_),
                                    grammar_.inputs[0]);
    for (num_inner_outputs_ = 1; num_inner_outputs_ <= kModelTensors;
         ++num_inner_outputs_) {
      num_items_ = 0;
      for (int i = 0; i < num_inner_inputs_; ++i) {
        AddItem(grammar_.inputs[0], kInput,
                static_cast<int>(grammar_.inputs.size()) + i);
      }
      inside_ = true;
      PushOutputs(inner_outputs_, num_inner_outputs_);
      if (!Step()) return false;
      num_tasks_ = 0;
    }
  }
  return true;
}

bool Enumerator::WalkOutside() {
  const uint8_t scope = scope_;
  const uint8_t items = num_items_;
  inside_ = false;
  scope_ = num_items_;
  for (size_t i = 0; i < grammar_.inputs.size(); ++i) {
    AddItem(grammar_.inputs[i], kInput, static_cast<int>(i));
  }
  bool go_on = true;
  for (num_outputs_ = 1; go_on && num_outputs_ <= kModelTensors;
       ++num_outputs_) {
    PushOutputs(outputs_, num_outputs_);
    go_on = Step();
    num_tasks_ = 0;
  }
  num_items_ = items;
  scope_ = scope;
  inside_ = grammar_.nests;
  places_ = 0;
  return go_on;
}

// Does the last task and all that follow from it, in every way; then puts it
// back.
bool Enumerator::Step() {
  if (num_tasks_ == 0) return EndOfWalk();
  const Task task = tasks_[--num_tasks_];
  const bool go_on = task.call == kInput ? Find(task) : Leave(task);
  tasks_[num_tasks_++] = task;
  return go_on;
}

bool Enumerator::Find(const Task& task) {
  --places_;
  // The last place must not be filled while there are calls to be made.
  const bool may_end =
      places_ > 0 || (inside_ ? num_calls_ > 0 : calls_left_ == 0);
  if (may_end) {
    for (uint8_t i = scope_; i < num_items_; ++i) {
      if (!task.any_sort && items_[i].sort != task.sort) continue;
      if (task.other_than != nullptr && *task.other_than == i) continue;
      *task.place = i;
      if (!Step()) return false;
    }
  }
  // Inside of a Model, one call is kept for the Model itself.
  if (calls_left_ > (inside_ ? 1 : 0)) {
    if (model_called_ || inside_ || calls_left_ > 1) {
      for (const Production& production : grammar_.productions) {
        if (!Enter(task, production)) return false;
      }
    }
    if (grammar_.nests && !inside_ && !EnterModel(task)) return false;
  }
  ++places_;
  return true;
}

bool Enumerator::Enter(const Task& task, const Production& production) {
  if (grammar_.shares_layers) {
    for (uint8_t layer = 0; layer < num_layers_; ++layer) {
      if (layers_[layer] != production.layer) continue;
      if (!EnterCall(task, production, layer)) return false;
    }
  }
  layers_[num_layers_] = static_cast<uint8_t>(production.layer);
  ++num_layers_;
  const bool go_on =
      EnterCall(task, production, static_cast<uint8_t>(num_layers_ - 1));
  --num_layers_;
  return go_on;
}

bool Enumerator::EnterModel(const Task& task) {
  const bool called = model_called_;
  model_called_ = true;
  const bool go_on = EnterCall(task, model_production_, kModelLayer);
  model_called_ = called;
  return go_on;
}

bool Enumerator::EnterCall(const Task& task, const Production& production,
                           uint8_t layer) {
  const uint8_t number = num_calls_++;
  --calls_left_;
  PlannedCall& call = calls_[number];
  call.production = &production;
  call.layer = layer;
  call.inner = inside_;
  const int tasks = num_tasks_;
  bool go_on = true;
  for (size_t output = 0; go_on && output < production.outputs.size();
       ++output) {
    if (!task.any_sort && production.outputs[output] != task.sort) continue;
    Task& leave = tasks_[num_tasks_++];
    leave = task;
    leave.call = number;
    leave.output = static_cast<uint8_t>(output);
    for (size_t i = production.inputs.size(); i-- > 0;) {
      Task& find = tasks_[num_tasks_++];
      find = Task{};
      find.place = &call.inputs[i];
      find.sort = production.inputs[i];
    }
    places_ += static_cast<int>(production.inputs.size());
    go_on = Step();
    places_ -= static_cast<int>(production.inputs.size());
    num_tasks_ = tasks;
  }
  ++calls_left_;
  --num_calls_;
  return go_on;
}

bool Enumerator::Leave(const Task& task) {
  PlannedCall& call = calls_[task.call];
  const uint8_t items = num_items_;
  call.number = num_left_;
  left_[num_left_++] = task.call;
  const std::vector<Sort>& outputs = call.production->outputs;
  for (size_t i = 0; i < outputs.size(); ++i) {
    AddItem(outputs[i], task.call, static_cast<int>(i));
  }
  *task.place = static_cast<uint8_t>(items + task.output);
  const bool go_on = Step();
  num_items_ = items;
  --num_left_;
  return go_on;
}

bool Enumerator::EndOfWalk() {
  if (!inside_) return VisitOrders();
  model_production_.outputs.clear();
  for (int i = 0; i < num_inner_outputs_; ++i) {
    model_production_.outputs.push_back(items_[inner_outputs_[i]].sort);
  }
  return WalkOutside();
}

bool Enumerator::VisitOrders() {
  const int calls = num_left_;
  orders_.Reset(calls);
  for (int b = 0; b < calls; ++b) {
    const PlannedCall& call = calls_[left_[b]];
    for (size_t i = 0; i < call.production->inputs.size(); ++i) {
      const uint8_t producer = items_[call.inputs[i]].call;
      if (producer != kInput) orders_.Needs(b, calls_[producer].number);
    }
    if (!grammar_.shares_layers) continue;
    for (int a = 0; a < b; ++a) {
      const PlannedCall& other = calls_[left_[a]];
      if (call.layer == kModelLayer && other.inner) {
        orders_.Needs(b, a);
      } else if (call.layer == other.layer || call.layer == kModelLayer ||
                 other.layer == kModelLayer) {
        orders_.KeepApart(a, b);
      }
    }
  }
  return orders_.ForEach([&] {
    made_ = false;
    return (*visit_)();
  });
}

}  // namespace clonecheck
