// A page that is read, for who looks at it while the rest of its document is not.
#pragma once

#include <string>

#include "octavo/document.h"
#include "service/job.h"

namespace octavo::service {

// `page` is one page as a document of its own: what the service keeps of it.
PageSnapshot page_snapshot(const Document& page);

// The same page for who looks at it. See Service::page for what is in it; sizes and boxes
// in points, numbers counted from 0. `html` is there for tables alone.
std::string page_json(const Document& page, int file);

// page_snapshot() of the page with this JSON. None: the text is no such JSON.
std::optional<PageSnapshot> page_facts(std::string_view json);

}  // namespace octavo::service
