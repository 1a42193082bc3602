// AskedCloners: the cloners that a caller in Python asks about: names of those
// that come with clonecheck, and functions.
#ifndef CLONECHECK_PYTHON_ASKED_CLONERS_H_
#define CLONECHECK_PYTHON_ASKED_CLONERS_H_

#include <pybind11/pybind11.h>

#include <cstdint>
#include <map>
#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "absl/types/span.h"
#include "campaign/campaign.h"
#include "campaign/workbench.h"
#include "core/cloners/cloners.h"
#include "judge/bindings/python_cloner.h"

namespace clonecheck {

class AskedCloners {
 public:
  // `asked`: each a list of names with commas, or a tuple (name, function,
  // whether it takes input_tensors). Throws Python's ValueError for a name that
  // is none, and for the same name twice.
  explicit AskedCloners(const pybind11::list& asked);
  AskedCloners(const AskedCloners&) = delete;
  AskedCloners& operator=(const AskedCloners&) = delete;

  const std::vector<ClonerOnEngine>& list() const { return list_; }
  bool any_functions() const { return !functions_.empty(); }
  bool IsFunction(const std::string& name) const;

  // As long as the result lives, functions can be called, in the thread that
  // holds Python's lock, on what `bench` builds, which must outlive the result.
  // Null: there are none. Throws Python's RuntimeError if functions are at work
  // already.
  std::unique_ptr<PythonCloner> StartFunctions(Workbench& bench);

  // A function that asks for what Keras has and we do not says nothing by what
  // it does: then its share of `counts`, which are those of one case, becomes
  // "not judged".
  void DropUnjudged(CampaignCounts* counts);
  // Why cases were dropped, and how many.
  const std::map<std::string, uint64_t>& not_judged() const {
    return not_judged_;
  }

  // Whether the user wants all to end: Ctrl-C, or an exception that is none of
  // Python's class Exception. May be called without Python's lock.
  bool Interrupted();
  // Throws what ends all, if there is something.
  void ThrowIfInterrupted();

 private:
  struct Function {
    std::string name;
    pybind11::object function;
    bool takes_input_tensors = false;
    size_t index = 0;  // in list_
    Cloner cloner;
    std::string missing;  // not modelled, since the last DropUnjudged
  };

  OrRefusal<Model*> Clone(Function& function, Session& session, Model& model,
                          const Tensors* input_tensors);

  std::vector<std::unique_ptr<Function>> functions_;
  std::vector<ClonerOnEngine> list_;
  PythonCloner* python_ = nullptr;  // at work
  std::map<std::string, uint64_t> not_judged_;
  std::optional<pybind11::error_already_set> signal_;
};

}  // namespace clonecheck

#endif  // CLONECHECK_PYTHON_ASKED_CLONERS_H_
