// The arguments that convolutions, poolings and paddings have in common, read
// as Keras' conv_utils normalises them: one number stands for all axes.
#ifndef CLONECHECK_CORE_LAYERS_SPATIAL_CONFIG_H_
#define CLONECHECK_CORE_LAYERS_SPATIAL_CONFIG_H_

#include <array>
#include <cstdint>
#include <optional>

#include "absl/strings/string_view.h"
#include "core/layers/config_reader.h"
#include "core/layers/spatial_layout.h"
#include "core/layers/windows.h"

namespace clonecheck {

using Sizes = std::array<int32_t, kMaxSpace>;
// Two sizes an axis: in front and behind.
using SizePairs = std::array<std::array<int32_t, 2>, kMaxSpace>;

// A size for each of `rank` axes, at least `min`, written as a number or as a
// list, and kept as a list. Required if there is no fallback.
Sizes ReadSizes(ConfigReader& reader, absl::string_view key, int rank,
                std::optional<Sizes> fallback, int32_t min = 1);
// The same, where None is a value of its own and the default.
std::optional<Sizes> ReadSizesOrNone(ConfigReader& reader,
                                     absl::string_view key, int rank,
                                     int32_t min);

// A size of at least 1, kept as a whole number; a fraction is cut off, as
// Python's int() does.
int32_t ReadTruncatedSize(ConfigReader& reader, absl::string_view key,
                          int32_t fallback);

// The same as ReadSizes for `strides` of a pooling, for which None means
// `pool_size`. To be read before or after `pool_size` itself.
Sizes ReadPoolStrides(ConfigReader& reader, int rank);

// Two sizes, at least 0, for each axis. One axis: a number or a pair, kept as a
// pair. More: a number, or a list of numbers and pairs, kept as a list of
// pairs.
SizePairs ReadPairs(ConfigReader& reader, absl::string_view key, int rank,
                    int32_t fallback);

// The same size for all axes.
constexpr Sizes AllAxes(int32_t size) { return {size, size, size}; }

// `padding`, in any case: `valid`, `same` or `causal`.
WindowPadding ReadPadding(ConfigReader& reader);

// `data_format`, in any case; None is the backend's, `channels_last`.
// True for `channels_first`.
bool ReadChannelsFirst(ConfigReader& reader);

}  // namespace clonecheck

#endif  // CLONECHECK_CORE_LAYERS_SPATIAL_CONFIG_H_
