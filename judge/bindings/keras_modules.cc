#include "judge/bindings/keras_modules.h"

#include <pybind11/eval.h>

#include "judge/bindings/module.h"
#include "judge/keras/sources.h"

namespace clonecheck {
namespace {

namespace py = pybind11;

// Its modules see builtins of their own, so that a candidate that patches them
// changes nothing for us. The order is that of what they import.
constexpr char kBootstrap[] = R"(
def bootstrap(engine, sources, root):
    import builtins, sys, types
    own = dict(vars(builtins))
    sys.modules['clonecheck_keras'] = package = types.ModuleType('clonecheck_keras')
    package.__path__ = []
    package.ROOT = root
    package._engine = sys.modules['clonecheck_keras._engine'] = engine
    for name, source in sources:
        module = types.ModuleType('clonecheck_keras.' + name)
        module.__package__ = 'clonecheck_keras'
        module.__dict__['__builtins__'] = own
        sys.modules[module.__name__] = module
        setattr(package, name, module)
        exec(compile(source, '<clonecheck %s>' % name, 'exec'), module.__dict__)
)";

}  // namespace

py::module_ LoadKerasModules(const std::string& name) {
  constexpr char kModules[] = "clonecheck_keras.modules";
  const py::dict loaded = py::module_::import("sys").attr("modules");
  if (!loaded.contains(kModules)) {
    py::dict scope;
    scope["__builtins__"] = py::module_::import("builtins");
    py::exec(kBootstrap, scope);
    py::list sources;
    for (const KerasSource& source : kKerasSources) {
      sources.append(py::make_tuple(source.name, source.text));
    }
    scope["bootstrap"](MakeEngineModule(), sources, name);
  }
  return py::module_::import(kModules);
}

}  // namespace clonecheck
