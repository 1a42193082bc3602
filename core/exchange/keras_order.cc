#include "core/exchange/keras_order.h"

#include <algorithm>
#include <cstddef>
#include <functional>
#include <optional>
#include <queue>
#include <string>

#include "absl/status/status.h"
#include "absl/strings/str_cat.h"
#include "core/text.h"

namespace clonecheck {
namespace {

// Calls are numbered through, layer by layer.
class Orderer {
 public:
  explicit Orderer(const KerasModel& model) : model_(model) {
    for (uint32_t layer = 0; layer < model.layers.size(); ++layer) {
      first_call_.push_back(static_cast<uint32_t>(calls_.size()));
      for (uint32_t node = 0; node < model.layers[layer].nodes.size(); ++node) {
        calls_.push_back(KerasCall{layer, node});
      }
    }
  }

  absl::StatusOr<std::vector<KerasCall>> Run() {
    std::vector<std::vector<uint32_t>> waiting(calls_.size());
    std::vector<uint32_t> missing(calls_.size(), 0);
    for (uint32_t call = 0; call < calls_.size(); ++call) {
      ForEachNeed(call, [&](uint32_t needed, bool) {
        waiting[needed].push_back(call);
        ++missing[call];
        return true;
      });
    }
    std::priority_queue<uint32_t, std::vector<uint32_t>, std::greater<>> ready;
    for (uint32_t call = 0; call < calls_.size(); ++call) {
      if (missing[call] == 0) ready.push(call);
    }
    std::vector<KerasCall> order;
    while (!ready.empty()) {
      const uint32_t call = ready.top();
      ready.pop();
      order.push_back(calls_[call]);
      for (uint32_t next : waiting[call]) {
        if (--missing[next] == 0) ready.push(next);
      }
    }
    if (order.size() < calls_.size()) return Circle(missing);
    return order;
  }

 private:
  // The call that makes a tensor; none for what is there before all calls.
  std::optional<uint32_t> CallOf(const KerasTensor& tensor) const {
    const uint32_t first = model_.layers[tensor.layer].first_node();
    if (tensor.node < first) return std::nullopt;
    return first_call_[tensor.layer] + tensor.node - first;
  }

  // Calls `visit(needed, by_order)` for each call that `call` needs: those that
  // make its inputs, and, by order, the one before it of its layer. Until it
  // says false.
  template <typename Visit>
  void ForEachNeed(uint32_t call, Visit visit) const {
    const KerasCall& at = calls_[call];
    const KerasNode& node = model_.layers[at.layer].nodes[at.node];
    for (const KerasTensor& input : node.inputs) {
      const std::optional<uint32_t> needed = CallOf(input);
      if (needed.has_value() && !visit(*needed, false)) return;
    }
    for (const KerasTensorKwarg& kwarg : node.tensor_kwargs) {
      for (const KerasTensor& tensor : kwarg.tensors) {
        const std::optional<uint32_t> needed = CallOf(tensor);
        if (needed.has_value() && !visit(*needed, false)) return;
      }
    }
    if (at.node > 0) visit(call - 1, true);
  }

  // A call that another waits for, and whether only their order in one layer
  // says so.
  struct Wait {
    uint32_t needed = 0;
    bool by_order = false;
  };

  // One wait of each call that has not been ordered.
  std::vector<Wait> Waits(const std::vector<uint32_t>& missing) const {
    std::vector<Wait> waits(calls_.size());
    for (uint32_t call = 0; call < calls_.size(); ++call) {
      if (missing[call] == 0) continue;
      ForEachNeed(call, [&](uint32_t needed, bool by_order) {
        if (missing[needed] == 0) return true;
        waits[call] = {needed, by_order};
        return false;
      });
    }
    return waits;
  }

  // `node 1 of the layer "d"`.
  std::string Describe(uint32_t call) const {
    const KerasCall& at = calls_[call];
    const KerasLayer& layer = model_.layers[at.layer];
    return absl::StrCat("node ", at.node + layer.first_node(), " of the layer ",
                        QuoteForMessage(layer.name));
  }

  // Tells a circle, beginning with its first call.
  absl::Status Circle(const std::vector<uint32_t>& missing) const {
    const std::vector<Wait> waits = Waits(missing);
    uint32_t call = 0;
    while (missing[call] == 0) ++call;
    // From wait to wait, until it is on the circle, and once around.
    for (size_t i = 0; i < calls_.size(); ++i) {
      call = waits[call].needed;
    }
    uint32_t first = call;
    for (size_t i = 0; i < calls_.size(); ++i) {
      call = waits[call].needed;
      first = std::min(first, call);
    }
    constexpr int kShownSteps = 5;
    std::string circle;
    call = first;
    for (int step = 0; step < kShownSteps; ++step) {
      const Wait& wait = waits[call];
      absl::StrAppend(&circle, step == 0 ? "it " : ", which ",
                      wait.by_order ? "comes after " : "needs ",
                      Describe(wait.needed));
      call = wait.needed;
      if (call == first) break;
    }
    if (call != first) absl::StrAppend(&circle, ", and so on");
    return absl::InvalidArgumentError(
        absl::StrCat(model_.NodePlace(calls_[first].layer, calls_[first].node),
                     ": the call needs itself: ", circle,
                     "; correct the inbound nodes of one of these"));
  }

  const KerasModel& model_;
  std::vector<KerasCall> calls_;
  std::vector<uint32_t> first_call_;  // by layer
};

}  // namespace

absl::StatusOr<std::vector<KerasCall>> OrderKerasCalls(
    const KerasModel& model) {
  return Orderer(model).Run();
}

}  // namespace clonecheck
