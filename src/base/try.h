// OCTAVO_TRY(expr): the value of a Result, or return its error from this function.
// OCTAVO_TRY_STATUS(expr): the same for a Status whose value is not needed.
#pragma once

#include <utility>

#include "octavo/result.h"

#define OCTAVO_TRY(expression)                                    \
  __extension__({                                                 \
    auto try_result_ = (expression);                              \
    if (!try_result_.ok()) return std::move(try_result_).error(); \
    std::move(try_result_).value();                               \
  })

#define OCTAVO_TRY_STATUS(expression) static_cast<void>(OCTAVO_TRY(expression))
