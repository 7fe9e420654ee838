// A parser kept warm for Python.
#pragma once

#include <nanobind/nanobind.h>

namespace octavo::python {

void bind_reader(nanobind::module_& module);

}  // namespace octavo::python
