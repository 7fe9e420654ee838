#include "reader.h"

#include <nanobind/stl/string.h>

#include <exception>
#include <functional>
#include <memory>
#include <optional>
#include <span>
#include <string>
#include <utility>
#include <vector>

#include "document.h"
#include "document_tree.h"
#include "interrupt.h"
#include "octavo/page_keeper.h"
#include "octavo/parser.h"
#include "settings.h"

namespace octavo::python {
namespace {

namespace nb = nanobind;

HeldDocument hold(Document document) {
  return {std::make_shared<const Document>(std::move(document))};
}

// Hands each page to Python as it is finished.
class PagesToPython : public PageKeeper {
 public:
  explicit PagesToPython(nb::handle call) : call_(call) {}

  void opened(const std::vector<int>&) override {}
  PagePlan plan(int) override { return {}; }
  void started(int) override {}
  Status finished(const Document& page, const std::string&) override {
    const nb::gil_scoped_acquire held;
    try {
      call_(hold(page));
      return success();
    } catch (...) {
      // The library's threads know no exceptions: it waits until they have ended.
      failure = std::current_exception();
      return Error{Code::kCancelled, "a callback raised", "", {}};
    }
  }

  std::exception_ptr failure;

 private:
  nb::handle call_;  // the caller's, who waits
};

struct Calls {
  nb::object on_progress, on_page;  // None: nobody
};

class WarmReader {
 public:
  explicit WarmReader(const nb::dict& options)
      : parser_(unwrap(Parser::create(parser_options(Settings(options))))) {}

  HeldDocument parse_path(const std::string& path, const nb::dict& options, CancelFlag& cancel,
                          const Calls& calls) {
    return parse(options, cancel, calls,
                 [&](const ParseOptions& how) { return parser_.parse_file(path, how); });
  }
  HeldDocument parse_bytes(const nb::bytes& bytes, const std::string& name, const nb::dict& options,
                           CancelFlag& cancel, const Calls& calls) {
    const std::span<const uint8_t> data(static_cast<const uint8_t*>(bytes.data()), bytes.size());
    return parse(options, cancel, calls,
                 [&](const ParseOptions& how) { return parser_.parse_bytes(data, name, how); });
  }

  nb::bytes draw_page(const std::string& path, const nb::dict& options) {
    const Settings settings(options);
    PagePictureOptions how;
    settings.read("page", how.page);
    settings.read("side", how.side);
    settings.read("password", how.password);
    std::optional<Result<std::vector<uint8_t>>> drawn;
    CancelFlag cancel;
    how.cancel = &cancel;
    run_interruptibly(cancel, [&] { drawn = parser_.draw_page_file(path, how); });
    const std::vector<uint8_t> png = unwrap(*std::move(drawn));
    return nb::bytes(png.data(), png.size());
  }

 private:
  template <class Run>
  HeldDocument parse(const nb::dict& options, CancelFlag& cancel, const Calls& calls, Run run) {
    ParseOptions how = parse_options(Settings(options));
    how.cancel = &cancel;
    PagesToPython pages(calls.on_page);
    if (!calls.on_page.is_none()) how.keeper = &pages;
    std::exception_ptr failure;
    if (!calls.on_progress.is_none())
      how.on_page = progress_call(calls.on_progress, cancel, failure);
    std::optional<Result<Document>> parsed;
    run_interruptibly(cancel, [&] { parsed = run(how); });
    if (pages.failure) std::rethrow_exception(pages.failure);
    if (failure) std::rethrow_exception(failure);
    return hold(unwrap(*std::move(parsed)));
  }

  static std::function<void(const PageProgress&)> progress_call(nb::handle call, CancelFlag& cancel,
                                                                std::exception_ptr& failure) {
    return [call, &cancel, &failure](const PageProgress& progress) {
      if (failure) return;
      const nb::gil_scoped_acquire held;
      try {
        call(progress.done, progress.total, page_tree(*progress.page));
      } catch (...) {
        failure = std::current_exception();
        cancel.set();
      }
    };
  }

  Parser parser_;
};

}  // namespace

void bind_reader(nb::module_& module) {
  nb::class_<CancelFlag>(module, "CancelFlag")
      .def(nb::init<>())
      .def("set", &CancelFlag::set)
      .def("is_set", &CancelFlag::is_set);
  nb::class_<WarmReader>(module, "Reader")
      .def(nb::init<const nb::dict&>(), nb::arg("options"))
      .def(
          "parse_path",
          [](WarmReader& reader, const std::string& path, const nb::dict& options,
             CancelFlag& cancel, nb::object on_progress, nb::object on_page) {
            return reader.parse_path(path, options, cancel, {on_progress, on_page});
          },
          nb::arg("path"), nb::arg("options"), nb::arg("cancel"), nb::arg("on_progress").none(),
          nb::arg("on_page").none())
      .def(
          "parse_bytes",
          [](WarmReader& reader, const nb::bytes& data, const std::string& name,
             const nb::dict& options, CancelFlag& cancel, nb::object on_progress,
             nb::object on_page) {
            return reader.parse_bytes(data, name, options, cancel, {on_progress, on_page});
          },
          nb::arg("data"), nb::arg("name"), nb::arg("options"), nb::arg("cancel"),
          nb::arg("on_progress").none(), nb::arg("on_page").none())
      .def("draw_page", &WarmReader::draw_page, nb::arg("path"), nb::arg("options"));
}

}  // namespace octavo::python
