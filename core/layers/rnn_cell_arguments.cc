#include "core/layers/rnn_cell_arguments.h"

#include "core/layers/activations.h"
#include "core/layers/initializers.h"

namespace clonecheck {

CellArguments ReadCellArguments(ConfigReader& reader, RnnCell::Type type,
                                bool is_layer) {
  CellArguments arguments;
  RnnCell& cell = arguments.cell;
  cell.type = type;
  cell.units = static_cast<int32_t>(reader.RequiredInt("units", 1));
  cell.activation =
      ReadActivation(reader, "activation", ActivationFunction::kTanh);
  if (type != RnnCell::Type::kSimple) {
    cell.recurrent_activation = ReadActivation(
        reader, "recurrent_activation", ActivationFunction::kHardSigmoid);
  }
  cell.use_bias = reader.Bool("use_bias", true);
  ReadInitializer(reader, "kernel_initializer", Initializer::kGlorotUniform);
  ReadInitializer(reader, "recurrent_initializer", Initializer::kOrthogonal);
  ReadInitializer(reader, "bias_initializer", Initializer::kZeros);
  if (type == RnnCell::Type::kLstm) reader.Bool("unit_forget_bias", true);
  ReadNones(reader, {"kernel_regularizer", "recurrent_regularizer",
                     "bias_regularizer"});
  if (is_layer) ReadNones(reader, {"activity_regularizer"});
  ReadNones(reader,
            {"kernel_constraint", "recurrent_constraint", "bias_constraint"});
  const double dropout = reader.Double("dropout", 0.0);
  const double recurrent_dropout = reader.Double("recurrent_dropout", 0.0);
  // The cell moves both to between 0 and 1.
  arguments.drops = dropout > 0 || recurrent_dropout > 0;
  if (type != RnnCell::Type::kSimple) reader.Int("implementation", 1, 1, 2);
  if (type == RnnCell::Type::kGru) {
    cell.reset_after = reader.Bool("reset_after", false);
  }
  return arguments;
}

}  // namespace clonecheck
