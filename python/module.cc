// The extension module `clonecheck._clonecheck`.
#include <pybind11/pybind11.h>

#include "judge/bindings/keras_modules.h"
#include "python/commands.h"

namespace clonecheck {

namespace py = pybind11;

std::vector<const Obligation*> AskedObligations(const std::string& names) {
  if (names == "all") return AllObligations();
  absl::StatusOr<std::vector<const Obligation*>> found = FindObligations(names);
  ThrowUnlessOk(found.status());
  return *std::move(found);
}

std::string ObligationsArgument(const std::string& names) {
  if (names == "all") return "";
  return absl::StrCat(", obligations='", names, "'");
}

void ThrowUnlessOk(const absl::Status& status) {
  if (!status.ok()) throw py::value_error(std::string(status.message()));
}

}  // namespace clonecheck

PYBIND11_MODULE(_clonecheck, module) {
  namespace py = pybind11;
  module.doc() = "clonecheck's C++ half; use the package clonecheck.";
  module.def("fuzz", &clonecheck::Fuzz, py::kw_only(), py::arg("cloners"),
             py::arg("cases"), py::arg("seconds"), py::arg("seed"),
             py::arg("first_case"), py::arg("obligations"), py::arg("profile"),
             py::arg("jobs"));
  module.def("check", &clonecheck::Check, py::kw_only(), py::arg("cloners"),
             py::arg("text"), py::arg("path"), py::arg("obligations"),
             py::arg("strict"));
  module.def("load_keras",
             [] { clonecheck::LoadKerasModules("clonecheck.keras"); });
}
