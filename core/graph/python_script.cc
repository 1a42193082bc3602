#include "core/graph/python_script.h"

#include "absl/strings/str_cat.h"
#include "absl/strings/str_replace.h"

namespace clonecheck {
namespace {

constexpr absl::string_view kFirstOutput = R"py(
def output(result, index):
    """One output of a call, which gives a list where it has several."""
    return result[index] if isinstance(result, list) else result

)py";

constexpr absl::string_view kDrawn = R"py(
def drawn(rng, tensor):
    """Values for an input."""
    shape = [size or 3 for size in $SHAPE]
    if $DTYPE.startswith('float'):
        return rng.uniform(-1, 1, shape).astype($DTYPE)
    return rng.randint(0, 2, shape).astype($DTYPE)

)py";

constexpr absl::string_view kSame = R"py(
def same(a, b):
    if a is None or b is None:
        return a is b
    return a.shape == b.shape and np.allclose(a, b, rtol=1e-4, atol=1e-5, equal_nan=True)

)py";

constexpr absl::string_view kDifferences = R"py(
def differences(model, clone, values, expected):
    """What the clone does not share with the model, as lines of text."""
    weights, cloned = model.get_weights(), clone.get_weights()
    if [w.shape for w in weights] != [w.shape for w in cloned]:
        yield 'weights: the model has %s, the clone has %s' % (
            [w.shape for w in weights], [w.shape for w in cloned])
        return
    for variable in clone.weights:
        if any(variable is other for other in model.weights):
            yield 'weights: the clone shares the variable %s with the model' % variable.name
    clone.set_weights(weights)
    originals, clones = names(model), names(clone)
    for what in sorted(originals):
        if originals[what] != clones[what]:
            yield 'names (%s): the model has %s, the clone has %s' % (
                what, originals[what], clones[what])
    outputs = [len(m.outputs or []) for m in (model, clone)]
    if outputs[0] != outputs[1]:
        yield 'outputs: the model has %d, the clone has %d' % tuple(outputs)
        return
    try:
        found = evaluate(clone, values)
    except Exception as error:
        yield 'evaluating the clone raised %s: %s' % (type(error).__name__, error)
        return
    for what, originals, clones in zip(['output', 'mask of output'], expected, found):
        for index, (a, b) in enumerate(zip(originals, clones)):
            if not same(a, b):
                yield '%s %d\nof the model:\n%s\nof the clone:\n%s' % (what, index, a, b)

)py";

constexpr absl::string_view kMain = R"py(
def main():
    rng = np.random.RandomState($SEED)
    try:
        model = build()
        model.set_weights($WEIGHTS)
$INPUTS
    except Exception as error:
        print('The original does not work: %s: %s' % (type(error).__name__, error))
        return 2
    try:
        clone = clone_model(model)
    except Exception as error:
        print('clone_model raised %s: %s' % (type(error).__name__, error))
        return 1
    try:
        expected = evaluate(model, values)
    except Exception as error:
        print('The original cannot be evaluated: %s: %s' % (type(error).__name__, error))
        return 2
    try:
        found = list($LOOK(model, clone, values, expected))
    except Exception as error:
        print('Original and clone cannot be compared: %s: %s' % (type(error).__name__, error))
        return 3
    for difference in found:
        print('DIFFERENT ' + difference)
    if not found:
        print('The clone agrees in $WHAT.')
    return 1 if found else 0


if __name__ == '__main__':
    sys.exit(main())
)py";

}  // namespace

absl::string_view PythonOutputFunction() { return kFirstOutput; }

std::string PythonDrawnFunction(const PythonDialectText& dialect) {
  return absl::StrReplaceAll(
      kDrawn, {{"$SHAPE", dialect.shape}, {"$DTYPE", dialect.dtype}});
}

std::string PythonComparison(const PythonDialectText& dialect, bool sparse,
                             const PythonLook& look) {
  std::string text =
      absl::StrCat(absl::StrReplaceAll(
                       dialect.evaluate,
                       {{"$RUN\n", sparse ? dialect.run_sparse : dialect.run}}),
                   "\n", kSame);
  if (look.uses_differences()) {
    absl::StrAppend(&text, dialect.names, kDifferences);
  }
  if (!look.functions.empty()) absl::StrAppend(&text, look.functions, "\n");
  return text;
}

std::string PythonMain(uint32_t seed, const std::string& weights,
                       const std::string& inputs, const PythonLook& look) {
  return absl::StrReplaceAll(
      kMain, {{"$SEED", absl::StrCat(seed)},
              {"$WEIGHTS", weights},
              {"$INPUTS\n", inputs},
              {"$LOOK", look.functions.empty() ? "differences" : "look"},
              {"$WHAT", look.functions.empty()
                            ? "outputs, masks of outputs, weights and names"
                            : look.what}});
}

}  // namespace clonecheck
