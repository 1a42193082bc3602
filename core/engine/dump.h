// Dump: everything that is alive in a session, as text. For tests.
#ifndef CLONECHECK_CORE_ENGINE_DUMP_H_
#define CLONECHECK_CORE_ENGINE_DUMP_H_

#include <string>

#include "core/engine/session.h"

namespace clonecheck {

// All live objects of a session with all that can be seen of them: layers,
// nodes, tensors, histories, masks, arguments, weights, cached answers. Objects
// are named by their numbers, so two dumps are equal exactly if nothing
// changed.
std::string Dump(Session& session);

}  // namespace clonecheck

#endif  // CLONECHECK_CORE_ENGINE_DUMP_H_
