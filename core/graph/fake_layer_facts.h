// FakeLayerFacts: a handful of layer classes, for the tests of this room, which
// may not know the layer catalogue.
#ifndef CLONECHECK_CORE_GRAPH_FAKE_LAYER_FACTS_H_
#define CLONECHECK_CORE_GRAPH_FAKE_LAYER_FACTS_H_

#include <string>

#include "absl/strings/match.h"
#include "absl/strings/str_cat.h"
#include "core/graph/layer_facts.h"
#include "core/graph/python_dialect.h"

namespace clonecheck {

// Knows Lambda with the functions `double` and `two`, a class MultiOut(n), and
// takes any other class for one of Keras' with one output. The class `Opaque`
// has an unknown number of outputs.
class FakeLayerFacts : public LayerFacts {
 public:
  int NumOutputs(const Graph&, const LayerDecl& layer) const override {
    const Config& config = *layer.config;
    if (config.kind->text == "Opaque") return -1;
    if (Function(config) == "two") return 2;
    if (config.kind->text == "MultiOut") {
      const ConfigValue* n = config.Find("n");
      return n == nullptr ? 2 : static_cast<int>(n->integer);
    }
    return 1;
  }

  // `Gone` is a class that only Keras 2 has; a GRU of Keras 3 takes states by
  // keyword.
  PythonLayer ToPython(const Config& config,
                       PythonDialect dialect) const override {
    PythonLayer python;
    if (config.kind->text == "Gone" && dialect != PythonDialect::kKeras2) {
      python.problem = "there is no class Gone; take another one";
    }
    python.states_by_keyword =
        dialect == PythonDialect::kKeras3 && config.kind->text == "GRU";
    if (const ConfigValue* value = config.Find("mask_value")) {
      python.masked_value = value->number;
    }
    const absl::string_view function = Function(config);
    if (config.kind->text == "Lambda") {
      python.constructor = absl::StrCat("Lambda(", function, ")");
      python.definitions.push_back(
          function == "two" ? "def two(x):\n    return [x * 2, x + 1]\n"
                            : "def double(x):\n    return x * 2\n");
      return python;
    }
    if (config.kind->text == "MultiOut") python.definitions = {kMultiOut};
    absl::StrAppend(&python.constructor, config.kind->text, "(",
                    ConfigToPython(config), ")");
    return python;
  }

  int Complexity(const Config& config) const override {
    if (config.kind->text == "Lambda") return 1;
    if (config.kind->text == "Dense") return 2;
    return 3;
  }

 private:
  static constexpr const char* kMultiOut = R"py(class MultiOut(Layer):
    def __init__(self, n=2, **kwargs):
        super(MultiOut, self).__init__(**kwargs)
        self.n = n

    def call(self, x):
        return [(k + 2) * x + k for k in range(self.n)]

    def compute_output_shape(self, input_shape):
        return [input_shape] * self.n

    def get_config(self):
        config = super(MultiOut, self).get_config()
        config['n'] = self.n
        return config
)py";

  static absl::string_view Function(const Config& config) {
    const ConfigValue* function = config.Find("function");
    return function == nullptr ? absl::string_view() : function->string->text;
  }
};

}  // namespace clonecheck

#endif  // CLONECHECK_CORE_GRAPH_FAKE_LAYER_FACTS_H_
