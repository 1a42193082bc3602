// Candidate: a patch in Python as a Cloner: its text is run verbatim in an
// interpreter of this process, against the engine. Runs whatever it is given:
// the process around it is what bounds it (judge/worker).
#ifndef CLONECHECK_JUDGE_BINDINGS_CANDIDATE_H_
#define CLONECHECK_JUDGE_BINDINGS_CANDIDATE_H_

#include <memory>
#include <string>

#include "absl/status/status.h"
#include "absl/strings/string_view.h"
#include "core/engine/cloner.h"
#include "core/engine/session.h"

namespace clonecheck {

class Candidate {
 public:
  // Starts the interpreter. REQUIRES: no other Candidate is alive; `session`
  // outlives this one.
  explicit Candidate(Session& session);
  ~Candidate();
  Candidate(const Candidate&) = delete;
  Candidate& operator=(const Candidate&) = delete;

  // Runs `source`. Errors: InvalidArgument with what it raised, or that it does
  // not define `_clone_functional_model`.
  absl::Status Load(const std::string& source, const std::string& file);

  // `clone_model(model, input_tensors)` with the candidate in the place of
  // Keras' `_clone_functional_model`. What it raises is a Refusal: the engine's
  // own where an exception of the engine passes through, otherwise one made
  // from type and text. REQUIRES: Load was OK.
  OrRefusal<Model*> Clone(Model& model, const Tensors* input_tensors);

  // What the candidate asked for since the last call that Keras has and we do
  // not; empty: nothing. Then what it did says nothing of it.
  std::string TakeNotModelled();

 private:
  struct Interpreter;
  std::unique_ptr<Interpreter> interpreter_;
};

}  // namespace clonecheck

#endif  // CLONECHECK_JUDGE_BINDINGS_CANDIDATE_H_
