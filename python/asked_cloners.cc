#include "python/asked_cloners.h"

#include <algorithm>
#include <utility>

#include "absl/status/statusor.h"
#include "absl/strings/str_cat.h"
#include "core/engine/errors.h"

namespace clonecheck {
namespace {

namespace py = pybind11;

// The Keras that functions are written against.
constexpr absl::string_view kEngine = "2.2.4";
constexpr char kKeras[] = "clonecheck.keras";

constexpr ErrorTemplate kNotModelled{ErrorType::kException, "not-modelled",
                                     "not modelled"};

}  // namespace

AskedCloners::AskedCloners(const py::list& asked) {
  for (const py::handle item : asked) {
    if (py::isinstance<py::str>(item)) {
      absl::StatusOr<std::vector<ClonerOnEngine>> found =
          FindCloners(item.cast<std::string>());
      if (!found.ok()) {
        throw py::value_error(std::string(found.status().message()));
      }
      list_.insert(list_.end(), found->begin(), found->end());
      continue;
    }
    const py::tuple parts = py::reinterpret_borrow<py::tuple>(item);
    Function& function = *functions_.emplace_back(std::make_unique<Function>());
    function.name = parts[0].cast<std::string>();
    function.function = parts[1];
    function.takes_input_tensors = parts[2].cast<bool>();
    function.index = list_.size();
    function.cloner =
        Cloner{function.name,
               "a function in Python",
               {kEngine},
               [this, &function](Session& session, Model& model,
                                 const Tensors* input_tensors) {
                 return Clone(function, session, model, input_tensors);
               }};
    list_.push_back(ClonerOnEngine{&function.cloner, FindEngineRules(kEngine),
                                   function.name});
  }
  for (size_t i = 0; i < list_.size(); ++i) {
    for (size_t j = 0; j < i; ++j) {
      if (list_[i].name != list_[j].name) continue;
      throw py::value_error(absl::StrCat("the cloner ", list_[i].name,
                                         " is named twice; name it once"));
    }
  }
}

bool AskedCloners::IsFunction(const std::string& name) const {
  return std::any_of(
      functions_.begin(), functions_.end(),
      [&](const auto& function) { return function->name == name; });
}

std::unique_ptr<PythonCloner> AskedCloners::StartFunctions(Workbench& bench) {
  if (functions_.empty()) return nullptr;
  auto python = std::make_unique<PythonCloner>(
      bench.session(*FindEngineRules(kEngine)), kKeras);
  python->heed_interrupts = true;
  python_ = python.get();
  return python;
}

OrRefusal<Model*> AskedCloners::Clone(Function& function, Session& session,
                                      Model& model,
                                      const Tensors* input_tensors) {
  const OrRefusal<Model*> clone = python_->Clone(
      function.function, function.takes_input_tensors, model, input_tensors);
  std::string missing = python_->TakeNotModelled();
  if (missing.empty()) return clone;
  function.missing = std::move(missing);
  return session.Refuse(kNotModelled);
}

void AskedCloners::DropUnjudged(CampaignCounts* counts) {
  for (const auto& function : functions_) {
    if (function->missing.empty()) continue;
    ++not_judged_[std::exchange(function->missing, std::string())];
    ClonerCounts& share = counts->cloners[function->index];
    share = ClonerCounts{};
    ++share.verdicts[static_cast<int>(Verdict::kUnjudged)];
  }
}

bool AskedCloners::Interrupted() {
  if (python_ != nullptr && python_->interrupt().has_value()) return true;
  const py::gil_scoped_acquire lock;
  if (!signal_.has_value() && PyErr_CheckSignals() != 0) signal_.emplace();
  return signal_.has_value();
}

void AskedCloners::ThrowIfInterrupted() {
  if (!Interrupted()) return;
  if (signal_.has_value()) throw py::error_already_set(*signal_);
  throw py::error_already_set(*python_->interrupt());
}

}  // namespace clonecheck
