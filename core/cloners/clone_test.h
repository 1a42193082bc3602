// CloneTest: a fixture that runs cloners on hand-made models.
#ifndef CLONECHECK_CORE_CLONERS_CLONE_TEST_H_
#define CLONECHECK_CORE_CLONERS_CLONE_TEST_H_

#include <string>
#include <vector>

#include "absl/strings/string_view.h"
#include "core/cloners/cloners.h"
#include "core/engine/dump.h"
#include "core/engine/meanings.h"
#include "core/engine/model.h"
#include "core/engine/testing.h"

namespace clonecheck {

class CloneTest : public EngineTest {
 protected:
  // `clone_model(model)`; the engine is the session's.
  OrRefusal<Model*> Try(absl::string_view cloner, Model* model) {
    return FindCloner(cloner)->cloner->clone(session_, *model, nullptr);
  }
  OrRefusal<Model*> Try(absl::string_view cloner, Model* model,
                        const std::vector<Tensor*>& input_tensors) {
    const Tensors given = input_tensors;
    return FindCloner(cloner)->cloner->clone(session_, *model, &given);
  }
  // A clone that is not refused.
  Model* Clone(absl::string_view cloner, Model* model) {
    OrRefusal<Model*> clone = Try(cloner, model);
    EXPECT_TRUE(clone.ok()) << clone.refusal->ToString();
    return clone.value;
  }
  // `ValueError: …`, or `accepted`.
  std::string Error(absl::string_view cloner, Model* model) {
    return ErrorOf(Try(cloner, model));
  }
  std::string Error(absl::string_view cloner, Model* model,
                    const std::vector<Tensor*>& input_tensors) {
    return ErrorOf(Try(cloner, model, input_tensors));
  }

  // Whether the clone's outputs mean what the original's mean.
  bool Agree(Model* original, Model* clone) {
    return Meanings(session_, *original, *clone).SameOutputs();
  }
  // Whether a cloner's clone does; refused: false.
  bool ClonesWell(absl::string_view cloner, Model* model) {
    OrRefusal<Model*> clone = Try(cloner, model);
    return clone.ok() && Agree(model, clone.value);
  }

 private:
  static std::string ErrorOf(const OrRefusal<Model*>& clone) {
    return clone.ok() ? "accepted" : clone.refusal->ToString();
  }
};

}  // namespace clonecheck

#endif  // CLONECHECK_CORE_CLONERS_CLONE_TEST_H_
