#include "targets/draw.h"

#include <vector>

#include "core/graph/pool.h"
#include "gmock/gmock.h"
#include "gtest/gtest.h"

namespace clonecheck {
namespace {

using testing::ElementsAre;

// The expected numbers come from targets/keras2/draw.py, which computes the
// same in NumPy: `input_value(7, 0, (None, 2, 2), 'float64', 3)`, and so on.
class Draw : public testing::Test {
 protected:
  const Shape& Of(const std::vector<int32_t>& dims) {
    return *pool_.InternShape(dims);
  }
  Pool pool_;
};

TEST_F(Draw, inputs_are_those_of_the_worker) {
  const absl::StatusOr<Array> value = DrawInputValue(
      7, 0, Of({kUnknownDim, 2, 2}), DType::kFloat32, /*batch=*/3);
  ASSERT_TRUE(value.ok());
  EXPECT_THAT(value->dims, ElementsAre(3, 2, 2));
  EXPECT_THAT(
      value->values,
      ElementsAre(0.2187889814376831, -0.1816411018371582, 0.9934742450714111,
                  -0.797214150428772, 0, 0, 0.01201009750366211,
                  -0.7020455598831177, 0, 0, 0, 0));
}

TEST_F(Draw, unknown_steps_are_four) {
  const absl::StatusOr<Array> value = DrawInputValue(
      7, 1, Of({kUnknownDim, kUnknownDim, 1}), DType::kFloat32, /*batch=*/2);
  ASSERT_TRUE(value.ok());
  EXPECT_THAT(value->dims, ElementsAre(2, 4, 1));
  EXPECT_THAT(value->values,
              ElementsAre(0.01387012004852295, 0, -0.6289017200469971,
                          -0.12698936462402344, 0, 0, 0, 0));
}

TEST_F(Draw, integers_are_row_numbers) {
  const absl::StatusOr<Array> value =
      DrawInputValue(7, 2, Of({kUnknownDim, 5}), DType::kInt32, /*batch=*/2);
  ASSERT_TRUE(value.ok());
  EXPECT_THAT(value->values, ElementsAre(0, 2, 0, 2, 2, 1, 2, 0, 0, 2));
}

TEST_F(Draw, weights_are_those_of_the_worker) {
  const absl::StatusOr<Array> value =
      DrawWeightValue(7, 3, Of({2, 2}), "kernel");
  ASSERT_TRUE(value.ok());
  EXPECT_THAT(value->values,
              ElementsAre(-0.7248452305793762, -0.9587882161140442,
                          0.9561478495597839, -0.7794108390808105));
}

TEST_F(Draw, variances_are_positive) {
  const absl::StatusOr<Array> value =
      DrawWeightValue(7, 3, Of({4}), "moving_variance");
  ASSERT_TRUE(value.ok());
  EXPECT_THAT(value->values,
              ElementsAre(0.7248452305793762, 0.9587882161140442,
                          0.9561478495597839, 0.7794108390808105));
}

TEST_F(Draw, what_has_no_size_has_no_numbers) {
  EXPECT_FALSE(
      DrawInputValue(7, 0, *pool_.unknown_shape(), DType::kFloat32, 3).ok());
  EXPECT_FALSE(DrawWeightValue(7, 0, Of({kUnknownDim, 2}), "kernel").ok());
}

}  // namespace
}  // namespace clonecheck
