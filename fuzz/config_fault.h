// A layer that is made again from its config.
#ifndef CLONECHECK_FUZZ_CONFIG_FAULT_H_
#define CLONECHECK_FUZZ_CONFIG_FAULT_H_

#include <string>

#include "core/engine/layer.h"
#include "core/engine/session.h"

namespace clonecheck {

// What is wrong with the layer that from_config makes of the config of `layer`;
// empty: nothing, or Keras itself makes another one (known_causes.h).
std::string ConfigFault(Session& session, Layer& layer);

}  // namespace clonecheck

#endif  // CLONECHECK_FUZZ_CONFIG_FAULT_H_
