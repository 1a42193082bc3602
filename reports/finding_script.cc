#include "reports/finding_script.h"

namespace clonecheck {

PythonScriptOptions FindingScript(const std::string& signature,
                                  const std::string& replay,
                                  const Obligation* obligation,
                                  const Numbers* numbers) {
  PythonScriptOptions options;
  options.signature = signature;
  options.replay_command = replay;
  if (obligation != nullptr && obligation->look != nullptr) {
    options.look = obligation->look();
  }
  if (numbers == nullptr) return options;
  for (const Array& input : numbers->inputs) {
    options.inputs.push_back(ArrayToString(input));
  }
  for (const Array& weight : numbers->weights) {
    options.weights.push_back(ArrayToString(weight));
  }
  return options;
}

}  // namespace clonecheck
