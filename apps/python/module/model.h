// A language model for Python.
#pragma once

#include <nanobind/nanobind.h>

namespace octavo::python {

void bind_model(nanobind::module_& module);

}  // namespace octavo::python
