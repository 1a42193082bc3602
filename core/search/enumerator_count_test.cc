// The enumerator's counts against those of another hand: all programs of a
// grammar, call by call in every order, of which those are one that become each
// other by exchanging neighbours and renumbering layers.
#include <algorithm>
#include <cstdint>
#include <functional>
#include <set>
#include <string>
#include <utility>
#include <vector>

#include "core/graph/pool.h"
#include "core/layers/catalogue.h"
#include "core/search/enumerator.h"
#include "core/search/grammar.h"
#include "gtest/gtest.h"

namespace clonecheck {
namespace {

// An input (negative: -1 - i outside, -11 - i inside of the nested Model), or
// an output of the call at this place.
struct Tensor {
  int from = 0;
  int output = 0;
  friend auto operator<=>(const Tensor&, const Tensor&) = default;
};

struct Step {
  int production = 0;  // the number of productions: a call of the Model
  int layer = 0;
  bool inner = false;
  std::vector<Tensor> inputs;
  friend auto operator<=>(const Step&, const Step&) = default;
};

struct Program {
  std::vector<Step> steps;
  std::vector<Tensor> inner_outputs;
  std::vector<Tensor> outputs;
  friend auto operator<=>(const Program&, const Program&) = default;
};

class Programs {
 public:
  Programs(const Grammar& grammar, int calls)
      : grammar_(grammar), calls_(calls) {}

  size_t Count() {
    if (!grammar_.nests) {
      Extend(Program());
    } else {
      for (int inputs = 1; inputs <= 2; ++inputs) {
        for (int outputs = 1; outputs <= 2; ++outputs) {
          model_inputs_ = inputs;
          model_outputs_ = outputs;
          Extend(Program());
        }
      }
    }
    return classes_;
  }

 private:
  static constexpr int kModelLayer = 99;

  bool IsModelCall(const Step& step) const { return step.layer == kModelLayer; }

  std::vector<std::pair<Tensor, Sort>> AtHand(const Program& program,
                                              bool inner) const {
    std::vector<std::pair<Tensor, Sort>> tensors;
    if (inner) {
      for (int i = 0; i < model_inputs_; ++i) {
        tensors.push_back({{-11 - i, 0}, grammar_.inputs[0]});
      }
    } else {
      for (size_t i = 0; i < grammar_.inputs.size(); ++i) {
        tensors.push_back({{-1 - static_cast<int>(i), 0}, grammar_.inputs[i]});
      }
    }
    for (size_t i = 0; i < program.steps.size(); ++i) {
      const Step& step = program.steps[i];
      if (step.inner != inner) continue;
      const std::vector<Sort> sorts =
          IsModelCall(step)
              ? std::vector<Sort>(static_cast<size_t>(model_outputs_),
                                  grammar_.inputs[0])
              : grammar_.productions[static_cast<size_t>(step.production)]
                    .outputs;
      for (size_t k = 0; k < sorts.size(); ++k) {
        tensors.push_back(
            {{static_cast<int>(i), static_cast<int>(k)}, sorts[k]});
      }
    }
    return tensors;
  }

  void Extend(const Program& program) {
    if (static_cast<int>(program.steps.size()) == calls_) {
      ChooseOutputs(program);
      return;
    }
    const bool model_called =
        std::any_of(program.steps.begin(), program.steps.end(),
                    [&](const Step& step) { return IsModelCall(step); });
    for (int inner = 0; inner <= (grammar_.nests && !model_called ? 1 : 0);
         ++inner) {
      for (size_t p = 0; p < grammar_.productions.size(); ++p) {
        const Production& production = grammar_.productions[p];
        std::set<int> layers;
        int next = 0;
        for (const Step& step : program.steps) {
          if (IsModelCall(step)) continue;
          next = std::max(next, step.layer + 1);
          if (grammar_.shares_layers &&
              grammar_.productions[static_cast<size_t>(step.production)]
                      .layer == production.layer) {
            layers.insert(step.layer);
          }
        }
        layers.insert(next);
        for (int layer : layers) {
          Step step{static_cast<int>(p), layer, inner != 0, {}};
          ChooseInputs(program, production.inputs, step);
        }
      }
    }
    if (grammar_.nests) {
      const std::vector<Sort> inputs(static_cast<size_t>(model_inputs_),
                                     grammar_.inputs[0]);
      ChooseInputs(program, inputs,
                   Step{static_cast<int>(grammar_.productions.size()),
                        kModelLayer,
                        false,
                        {}});
    }
  }

  void ChooseInputs(const Program& program, const std::vector<Sort>& sorts,
                    const Step& step) {
    if (step.inputs.size() == sorts.size()) {
      Program longer = program;
      longer.steps.push_back(step);
      Extend(longer);
      return;
    }
    for (const auto& [tensor, sort] : AtHand(program, step.inner)) {
      if (sort != sorts[step.inputs.size()]) continue;
      Step more = step;
      more.inputs.push_back(tensor);
      ChooseInputs(program, sorts, more);
    }
  }

  // One or two distinct ones; `size` 0: as many as one likes.
  static void ForEachChoice(
      const std::vector<std::pair<Tensor, Sort>>& tensors, int size,
      const std::function<void(std::vector<Tensor>)>& visit) {
    for (const auto& [a, sort_a] : tensors) {
      if (size != 2) visit({a});
      for (const auto& [b, sort_b] : tensors) {
        if (size != 1 && a != b) visit({a, b});
      }
    }
  }

  void ChooseOutputs(const Program& program) {
    const auto outside = [&](const Program& with_model) {
      ForEachChoice(AtHand(program, false), 0,
                    [&](std::vector<Tensor> outputs) {
                      Program whole = with_model;
                      whole.outputs = std::move(outputs);
                      if (EveryCallIsNeeded(whole)) Add(whole);
                    });
    };
    if (!grammar_.nests) return outside(program);
    ForEachChoice(AtHand(program, true), model_outputs_,
                  [&](std::vector<Tensor> outputs) {
                    Program with_model = program;
                    with_model.inner_outputs = std::move(outputs);
                    outside(with_model);
                  });
  }

  bool EveryCallIsNeeded(const Program& program) const {
    std::vector<bool> needed(program.steps.size(), false);
    const auto mark = [&](const std::vector<Tensor>& tensors) {
      for (const Tensor& tensor : tensors) {
        if (tensor.from >= 0) needed[static_cast<size_t>(tensor.from)] = true;
      }
    };
    mark(program.outputs);
    mark(program.inner_outputs);
    bool inner = false;
    bool model = false;
    for (size_t i = needed.size(); i-- > 0;) {
      if (!needed[i]) return false;
      mark(program.steps[i].inputs);
      inner |= program.steps[i].inner;
      model |= IsModelCall(program.steps[i]);
    }
    return !grammar_.nests || (inner && model);
  }

  static Program WithLayersNumbered(Program program) {
    std::vector<int> order;
    for (Step& step : program.steps) {
      if (step.layer == kModelLayer) continue;
      auto it = std::find(order.begin(), order.end(), step.layer);
      if (it == order.end()) it = order.insert(it, step.layer);
      step.layer = static_cast<int>(it - order.begin());
    }
    return program;
  }

  bool Commute(const Step& a, const Step& b, int place_of_a) const {
    if (a.layer == b.layer || IsModelCall(a) || IsModelCall(b)) return false;
    return std::none_of(
        b.inputs.begin(), b.inputs.end(),
        [&](const Tensor& tensor) { return tensor.from == place_of_a; });
  }

  static Program Exchanged(Program program, size_t i) {
    std::swap(program.steps[i], program.steps[i + 1]);
    const auto rename = [&](std::vector<Tensor>& tensors) {
      for (Tensor& tensor : tensors) {
        if (tensor.from == static_cast<int>(i)) {
          ++tensor.from;
        } else if (tensor.from == static_cast<int>(i) + 1) {
          --tensor.from;
        }
      }
    };
    for (Step& step : program.steps) rename(step.inputs);
    rename(program.outputs);
    rename(program.inner_outputs);
    return WithLayersNumbered(program);
  }

  // Counts the class of `program`, unless it has been met.
  void Add(const Program& program) {
    if (!seen_.insert(program).second) return;
    ++classes_;
    std::vector<Program> work = {program};
    while (!work.empty()) {
      const Program from = std::move(work.back());
      work.pop_back();
      for (size_t i = 0; i + 1 < from.steps.size(); ++i) {
        if (!Commute(from.steps[i], from.steps[i + 1], static_cast<int>(i))) {
          continue;
        }
        Program to = Exchanged(from, i);
        if (seen_.insert(to).second) work.push_back(std::move(to));
      }
    }
  }

  const Grammar& grammar_;
  const int calls_;
  int model_inputs_ = 0;
  int model_outputs_ = 0;
  std::set<Program> seen_;
  size_t classes_ = 0;
};

class EnumeratorCountTest : public testing::TestWithParam<std::string> {
 protected:
  void Compare(int max_calls) {
    Pool pool;
    Catalogue catalogue(pool);
    const Grammar& grammar = *FindGrammar(GetParam()).value();
    Enumerator enumerator(grammar, catalogue);
    for (int calls = 0; calls <= max_calls; ++calls) {
      size_t count = 0;
      enumerator.Run(calls, [&] {
        ++count;
        return true;
      });
      EXPECT_EQ(count, Programs(grammar, calls).Count()) << calls << " calls";
    }
  }
};

using SmallEnumeratorCountTest = EnumeratorCountTest;

TEST_P(SmallEnumeratorCountTest, counts_what_brute_force_counts) { Compare(2); }

std::vector<std::string> NamesOfGrammars() {
  std::vector<std::string> names;
  for (const Grammar& grammar : AllGrammars()) names.emplace_back(grammar.name);
  return names;
}

INSTANTIATE_TEST_SUITE_P(All, SmallEnumeratorCountTest,
                         testing::ValuesIn(NamesOfGrammars()),
                         [](const auto& info) { return info.param; });

using LargerEnumeratorCountTest = EnumeratorCountTest;

TEST_P(LargerEnumeratorCountTest, counts_what_brute_force_counts) {
  Compare(3);
}

INSTANTIATE_TEST_SUITE_P(Some, LargerEnumeratorCountTest,
                         testing::Values("plain", "shared", "nested"),
                         [](const auto& info) { return info.param; });

}  // namespace
}  // namespace clonecheck
