// Errors of the library as Python exceptions. Everything here needs the GIL.
#pragma once

#include <nanobind/nanobind.h>

#include <utility>

#include "octavo/result.h"

namespace octavo::python {

// Throws the exception of octavo.errors that belongs to the code.
[[noreturn]] void raise(const Error& error);

// The value, or the exception.
template <class T>
T unwrap(Result<T>&& result) {
  if (!result.ok()) raise(result.error());
  return std::move(result).value();
}

// The same as an object, not thrown: for one bad request among many.
nanobind::object exception_of(const Error& error);

}  // namespace octavo::python
