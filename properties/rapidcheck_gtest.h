// RapidCheck's macros for GoogleTest, which want GoogleTest's above them.
#ifndef CLONECHECK_PROPERTIES_RAPIDCHECK_GTEST_H_
#define CLONECHECK_PROPERTIES_RAPIDCHECK_GTEST_H_

// clang-format off
#include "gtest/gtest.h"

#include <rapidcheck.h>
#include <rapidcheck/gtest.h>
// clang-format on

#endif  // CLONECHECK_PROPERTIES_RAPIDCHECK_GTEST_H_
