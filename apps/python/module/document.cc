#include "document.h"

#include <nanobind/stl/string.h>
#include <nanobind/stl/string_view.h>
#include <nanobind/stl/vector.h>

#include <map>
#include <string>
#include <vector>

#include "document_tree.h"
#include "octavo/output.h"
#include "settings.h"

namespace octavo::python {
namespace {

namespace nb = nanobind;

nb::dict facts_tree(const Document& document) {
  nb::dict out;
  out["name"] = document.name;
  out["title"] = document.title;
  out["author"] = document.author;
  out["subject"] = document.subject;
  out["keywords"] = document.keywords;
  out["creator"] = document.creator;
  out["producer"] = document.producer;
  out["tier"] = tier_name(document.tier);
  out["page_count"] = document.page_count;
  return out;
}

// Of the bytes that are in memory: each name once, in order.
nb::dict pictures(const Document& document) {
  nb::dict out;
  for (const Block& block : document.blocks) {
    const Picture& picture = block.picture;
    if (!picture.bytes.empty())
      out[picture.file_name.c_str()] = nb::bytes(picture.bytes.data(), picture.bytes.size());
  }
  return out;
}

// Without the GIL: it takes some milliseconds for long documents.
template <class Write>
std::string written(const HeldDocument& held, Write write) {
  const nb::gil_scoped_release released;
  return write(*held.document);
}

std::string markdown(const HeldDocument& held, const nb::dict& options) {
  const Settings settings(options);
  MarkdownOptions how{.tables = table_format(settings), .headers = header_policy(settings)};
  settings.read("picture_prefix", how.picture_prefix);
  return written(held, [&](const Document& document) { return to_markdown(document, how); });
}

// Of each selected page the blocks that begin on it.
std::vector<std::string> page_markdowns(const HeldDocument& held, const nb::dict& options) {
  const Settings settings(options);
  const MarkdownOptions how{.tables = table_format(settings), .headers = header_policy(settings)};
  const nb::gil_scoped_release released;
  std::map<int, Document> pages;
  for (const PageInfo& page : held.document->pages) pages.try_emplace(page.index);
  for (const Block& block : held.document->blocks)
    if (const auto page = pages.find(block.boxes.front().page); page != pages.end())
      page->second.blocks.push_back(block);
  std::vector<std::string> out;
  for (const auto& [index, page] : pages) out.push_back(to_markdown(page, how));
  return out;
}

std::string html(const HeldDocument& held, const nb::dict& options) {
  const Settings settings(options);
  HtmlOptions how{.headers = header_policy(settings)};
  settings.read("picture_prefix", how.picture_prefix);
  return written(held, [&](const Document& document) { return to_html(document, how); });
}

std::string chunks(const HeldDocument& held, int most) {
  return written(held,
                 [most](const Document& document) { return to_chunks_jsonl(document, most); });
}

}  // namespace

void bind_document(nb::module_& module) {
  using Write = std::string (*)(const Document&);
  const auto json = [](Write write) {
    return [write](const HeldDocument& held) { return written(held, write); };
  };
  nb::class_<HeldDocument>(module, "Document")
      .def("facts", [](const HeldDocument& held) { return facts_tree(*held.document); })
      .def("blocks", [](const HeldDocument& held) { return blocks_tree(*held.document); })
      .def("pages", [](const HeldDocument& held) { return pages_tree(*held.document); })
      .def("outline", [](const HeldDocument& held) { return outline_tree(*held.document); })
      .def("diagnostics", [](const HeldDocument& held) { return diagnostics_tree(*held.document); })
      .def("pictures", [](const HeldDocument& held) { return pictures(*held.document); })
      .def("markdown", &markdown, nb::arg("options"))
      .def("page_markdowns", &page_markdowns, nb::arg("options"))
      .def("html", &html, nb::arg("options"))
      .def("chunks", &chunks, nb::arg("max_characters"))
      .def("content_list", json(to_content_list_json))
      .def("content_list_v2", json(to_content_list_v2_json))
      .def("middle", json(to_middle_json))
      .def("structured_content", json(to_structured_content_json))
      .def("report", json(to_report_json));
}

}  // namespace octavo::python
