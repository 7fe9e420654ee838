// A parsed document held for Python.
#pragma once

#include <nanobind/nanobind.h>

#include <memory>

#include "octavo/document.h"

namespace octavo::python {

// Immutable and shared: every thread may read it.
struct HeldDocument {
  std::shared_ptr<const Document> document;
};

void bind_document(nanobind::module_& module);

}  // namespace octavo::python
