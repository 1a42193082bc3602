// The constructor arguments that SimpleRNN, GRU and LSTM have in common with
// their cells. Rules: Keras 2.2.4, keras/layers/recurrent.py.
#ifndef CLONECHECK_CORE_LAYERS_RNN_CELL_ARGUMENTS_H_
#define CLONECHECK_CORE_LAYERS_RNN_CELL_ARGUMENTS_H_

#include "core/layers/config_reader.h"
#include "core/layers/rnn_cell.h"

namespace clonecheck {

struct CellArguments {
  RnnCell cell;
  bool drops = false;  // in training, by some dropout
};

// Reads them in the order of get_config. `is_layer`: of the layer, which has an
// activity_regularizer; a cell has none.
CellArguments ReadCellArguments(ConfigReader& reader, RnnCell::Type type,
                                bool is_layer);

}  // namespace clonecheck

#endif  // CLONECHECK_CORE_LAYERS_RNN_CELL_ARGUMENTS_H_
