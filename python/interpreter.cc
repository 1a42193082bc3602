// python3 with the extension module built in: the tests' way to it. Abseil's
// archives, which Bazel links, cannot go into a shared library.
#include <Python.h>

extern "C" PyObject* PyInit__clonecheck();  // NOLINT: its name

int main(int argc, char** argv) {
  PyImport_AppendInittab("_clonecheck", &PyInit__clonecheck);
  PyConfig config;
  PyConfig_InitPythonConfig(&config);
  PyStatus status = PyConfig_SetBytesArgv(&config, argc, argv);
  if (!PyStatus_Exception(status)) status = Py_InitializeFromConfig(&config);
  PyConfig_Clear(&config);
  if (PyStatus_Exception(status)) Py_ExitStatusException(status);
  // Built-in modules stand in no package, but may be known under its name.
  PyObject* module = PyImport_ImportModule("_clonecheck");
  if (module == nullptr ||
      PyDict_SetItemString(PyImport_GetModuleDict(), "clonecheck._clonecheck",
                           module) != 0) {
    PyErr_Print();
    return 1;
  }
  Py_DECREF(module);
  return Py_RunMain();
}
