#include "errors.h"

#include <nanobind/stl/optional.h>
#include <nanobind/stl/string.h>
#include <nanobind/stl/string_view.h>

#include <optional>

namespace octavo::python {

namespace nb = nanobind;

nb::object exception_of(const Error& error) {
  std::optional<int> page;
  if (error.place.page) page = *error.place.page + 1;
  const nb::object make = nb::module_::import_("octavo.errors").attr("from_engine");
  return make(code_name(error.code), error.hint, error.place.file, page, error.place.byte_offset,
              code_is_retryable(error.code), error.message());
}

void raise(const Error& error) {
  const nb::object exception = exception_of(error);
  PyErr_SetObject(reinterpret_cast<PyObject*>(Py_TYPE(exception.ptr())), exception.ptr());
  throw nb::python_error();
}

}  // namespace octavo::python
