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
#include "in_its_process.h"
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

// A call of parse, on its own: it may be left behind by the thread that made it.
struct Parse {
  nb::object reader, input, cancel_flag;  // kept alive
  CancelFlag* cancel = nullptr;
  nb::object on_progress, on_page;  // None: nobody
  ParseOptions options;
  std::optional<Result<Document>> result;
  std::exception_ptr failure;  // of a callback

  // Calls `call` with the GIL held, unless the work is not wanted any more. The library's threads
  // know no exceptions: the first one waits until they have ended.
  void tell(const std::function<void()>& call) {
    if (cancel->is_set()) return;
    const nb::gil_scoped_acquire held;
    try {
      call();
    } catch (...) {
      if (!failure) failure = std::current_exception();
      cancel->set();
    }
  }
};

// Hands each page to Python as it is finished.
class PagesToPython : public PageKeeper {
 public:
  explicit PagesToPython(Parse& parse) : parse_(parse) {}

  void opened(const std::vector<int>&) override {}
  PagePlan plan(int) override { return {}; }
  void started(int) override {}
  Status finished(const Document& page, const std::string&) override {
    parse_.tell([&] { parse_.on_page(hold(page)); });
    return success();
  }

 private:
  Parse& parse_;
};

class WarmReader {
 public:
  explicit WarmReader(const nb::dict& options)
      : parser_(new Parser(unwrap(Parser::create(parser_options(Settings(options)))))) {}

  // `read` is called on another thread and owns what it reads.
  HeldDocument parse(const std::shared_ptr<Parse>& parse, const nb::dict& options,
                     std::function<Result<Document>(Parser&, const ParseOptions&)> read) {
    parse->options = parse_options(Settings(options));
    parse->options.cancel = parse->cancel;
    if (!parse->on_progress.is_none()) parse->options.on_page = progress_call(*parse);
    run_interruptibly(*parse->cancel, [this, parse, read = std::move(read)] {
      PagesToPython pages(*parse);
      if (!parse->on_page.is_none()) parse->options.keeper = &pages;
      parse->result = read(*parser_, parse->options);
    });
    if (parse->failure) std::rethrow_exception(parse->failure);
    return hold(unwrap(*std::move(parse->result)));
  }

  nb::bytes draw_page(const std::string& path, const nb::dict& options) {
    const Settings settings(options);
    PagePictureOptions how;
    settings.read("page", how.page);
    settings.read("side", how.side);
    settings.read("password", how.password);
    std::optional<Result<std::vector<uint8_t>>> drawn;
    {
      const nb::gil_scoped_release released;  // short: one page
      drawn = parser_->draw_page_file(path, how);
    }
    const std::vector<uint8_t> png = unwrap(*std::move(drawn));
    return nb::bytes(png.data(), png.size());
  }

 private:
  static std::function<void(const PageProgress&)> progress_call(Parse& parse) {
    return [&parse](const PageProgress& progress) {
      parse.tell(
          [&] { parse.on_progress(progress.done, progress.total, page_tree(*progress.page)); });
    };
  }

  std::unique_ptr<Parser, InItsProcess> parser_;
};

std::shared_ptr<Parse> make_parse(const nb::object& reader, const nb::object& input,
                                  const nb::object& cancel, const nb::object& on_progress,
                                  const nb::object& on_page) {
  auto parse = std::make_shared<Parse>();
  parse->reader = reader;
  parse->input = input;
  parse->cancel_flag = cancel;
  parse->cancel = &nb::cast<CancelFlag&>(cancel);
  parse->on_progress = on_progress;
  parse->on_page = on_page;
  return parse;
}

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
          [](nb::object reader, const std::string& path, const nb::dict& options, nb::object cancel,
             nb::object on_progress, nb::object on_page) {
            const auto parse = make_parse(reader, nb::none(), cancel, on_progress, on_page);
            return nb::cast<WarmReader&>(reader).parse(
                parse, options, [path](Parser& parser, const ParseOptions& how) {
                  return parser.parse_file(path, how);
                });
          },
          nb::arg("path"), nb::arg("options"), nb::arg("cancel"), nb::arg("on_progress").none(),
          nb::arg("on_page").none())
      .def(
          "parse_bytes",
          [](nb::object reader, const nb::bytes& data, const std::string& name,
             const nb::dict& options, nb::object cancel, nb::object on_progress,
             nb::object on_page) {
            const auto parse = make_parse(reader, data, cancel, on_progress, on_page);
            const std::span<const uint8_t> bytes(static_cast<const uint8_t*>(data.data()),
                                                 data.size());
            return nb::cast<WarmReader&>(reader).parse(
                parse, options, [bytes, name](Parser& parser, const ParseOptions& how) {
                  return parser.parse_bytes(bytes, name, how);
                });
          },
          nb::arg("data"), nb::arg("name"), nb::arg("options"), nb::arg("cancel"),
          nb::arg("on_progress").none(), nb::arg("on_page").none())
      .def("draw_page", &WarmReader::draw_page, nb::arg("path"), nb::arg("options"));
}

}  // namespace octavo::python
