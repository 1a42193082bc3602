// The cells of an RNN as they stand in its config: `{"class_name": "LSTMCell",
// "config": {"name": …, "units": …}}`, or a StackedRNNCells of several. Rules:
// Keras 2.2.4, keras/layers/recurrent.py.
#ifndef CLONECHECK_CORE_LAYERS_CELL_CONFIG_H_
#define CLONECHECK_CORE_LAYERS_CELL_CONFIG_H_

#include <string>

#include "absl/status/statusor.h"
#include "core/graph/config.h"
#include "core/graph/pool.h"
#include "core/layers/rnn_run.h"

namespace clonecheck {

struct CellConfig {
  // parts, is_stack, drops, and all that Arrange finds.
  RnnConfig rnn;
  ConfigValue canonical;  // without defaults
  ConfigValue saved;      // canonical, without what get_config forgets
  ConfigValue full;       // what get_config gives
};

// Reads `value`. A cell is a layer with a name; Keras would number those that
// are given none, so here the config says it. Errors: another class, a stack of
// none or within a stack (which Keras cannot build), a missing name, wrong
// arguments.
absl::StatusOr<CellConfig> ReadCellConfig(const ConfigValue& value, Pool& pool);

// `LSTMCell(name='cell', units=2)`. REQUIRES: a value that ReadCellConfig
// takes.
std::string CellToPython(const ConfigValue& value);

}  // namespace clonecheck

#endif  // CLONECHECK_CORE_LAYERS_CELL_CONFIG_H_
