// The engine for the package octavo, which documents and types it: nothing here is for people.
#include <nanobind/nanobind.h>
#include <nanobind/stl/string.h>
#include <nanobind/stl/string_view.h>
#include <nanobind/stl/vector.h>

#include "cli/environment.h"
#include "cli/plan.h"
#include "cli/store_settings.h"
#include "document.h"
#include "interrupt.h"
#include "model.h"
#include "octavo/system.h"
#include "reader.h"
#include "settings.h"

NB_MODULE(_octavo, module) {
  namespace python = octavo::python;
  // What lives in caches and default readers at exit is no mistake, and nothing prints.
  nanobind::set_leak_warnings(false);
  python::bind_document(module);
  python::bind_reader(module);
  python::bind_model(module);
  module.def("wait_for_left_behind", &python::wait_for_left_behind);
  module.def("cpu_features", &octavo::cpu_features);
  module.def("find_page_model", [] {
    const octavo::cli::ParsePlan plan{.tier = octavo::Tier::kVlm};  // one is needed
    return python::unwrap(octavo::cli::find_parse_model(plan, octavo::cli::process_environment()));
  });
  module.def("cache_directory",
             [] { return octavo::cli::find_cache_directory(octavo::cli::process_environment()); });
}
