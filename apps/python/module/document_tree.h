// A document as dictionaries, lists, text and numbers: what Python makes its own objects from, and
// what json.dumps takes. Pages are counted from 1; boxes are [x0, y0, x1, y1] in points, y down.
#pragma once

#include <nanobind/nanobind.h>

#include "octavo/document.h"

namespace octavo::python {

nanobind::list blocks_tree(const Document& document);
nanobind::list pages_tree(const Document& document);
nanobind::list outline_tree(const Document& document);
nanobind::list diagnostics_tree(const Document& document);
nanobind::dict page_tree(const PageInfo& page);

}  // namespace octavo::python
