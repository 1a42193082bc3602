// Grammar: a family of small Graphs, as data: which inputs, which layers, how
// they may be called. What `enumerate` goes through completely. Not for random
// graphs: those are a Profile's.
//
// A Graph of a grammar has
//   - the grammar's inputs, all of them inputs of the model, used or not;
//   - one or two outputs, distinct and ordered; an input may be one of them;
//   - calls, each by one of the productions, each needed by some output. A
//     tensor may be given twice to one call;
//   - a layer of its own for each call or, where the grammar shares layers, any
//     earlier layer of the same kind;
//   - with nesting: one Model among the layers, of one or two inputs (used or
//     not) and one or two distinct outputs, with at least one call inside, and
//     called at least once. Its calls and those outside may share layers.
// The model is made after all calls.
//
// Two Graphs are the same if one becomes the other by renumbering calls, layers
// and inputs, and by exchanging neighbours in the order of calls that commute:
// calls of different layers, neither of which takes what the other gives, and
// neither of which calls a Model.
//
// A new grammar is a file of its own and a line in all_grammars.inc.
#ifndef CLONECHECK_CORE_SEARCH_GRAMMAR_H_
#define CLONECHECK_CORE_SEARCH_GRAMMAR_H_

#include <cstdint>
#include <utility>
#include <vector>

#include "absl/status/statusor.h"
#include "absl/strings/string_view.h"
#include "core/graph/config.h"
#include "core/limits.h"

namespace clonecheck {

// What tensors there are: calls ask for one of these, so that every Graph is
// accepted by Keras.
enum class Sort : uint8_t {
  kVector,    // (None, 1)
  kSequence,  // (None, 3, 1)
};
inline constexpr int kNumSorts = 2;

// A layer config of a grammar.
struct LayerTemplate {
  // The value of an argument; texts live as long as the grammar.
  struct Argument {
    absl::string_view key;
    ConfigValue::Type type;  // kBool, kInt or kString
    int64_t number = 0;
    absl::string_view text = {};
  };
  absl::string_view layer_class;
  std::vector<Argument> arguments;
};

// A way to call a layer.
struct Production {
  enum class Form : uint8_t {
    kInputs,        // layer(x) or layer([x, y])
    kInitialState,  // layer(x, initial_state=h) or initial_state=[h, c]
  };
  uint32_t layer = 0;  // in Grammar::layers
  std::vector<Sort> inputs;
  std::vector<Sort> outputs;
  Form form = Form::kInputs;
};

struct Grammar {
  static constexpr int kMaxCalls = kMaxEnumeratedCalls;
  static constexpr int kMaxInputs = 3;  // of a call
  static constexpr int kMaxOutputs = 3;

  absl::string_view name;
  absl::string_view summary;  // one line of help
  std::vector<Sort> inputs;
  std::vector<LayerTemplate> layers;
  std::vector<Production> productions;
  bool shares_layers = false;
  bool nests = false;
};

// Grammar PlainGrammar(); and so on.
#define GRAMMAR(name) Grammar name();
#include "core/search/all_grammars.inc"
#undef GRAMMAR

// All of them, in the order in which they are listed.
const std::vector<Grammar>& AllGrammars();

// Errors: InvalidArgument that names what there is.
absl::StatusOr<const Grammar*> FindGrammar(absl::string_view name);

}  // namespace clonecheck

#endif  // CLONECHECK_CORE_SEARCH_GRAMMAR_H_
