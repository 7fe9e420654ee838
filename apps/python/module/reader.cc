#include "reader.h"

#include <nanobind/stl/optional.h>
#include <nanobind/stl/string.h>
#include <nanobind/stl/vector.h>

#include <exception>
#include <functional>
#include <map>
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
  std::map<int, PagePlan> saved;    // what is known of pages before they are read
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

// Hands each page to Python as it is finished, and takes back what was handed over before.
class PagesToPython : public PageKeeper {
 public:
  explicit PagesToPython(Parse& parse) : parse_(parse) {}

  void opened(const std::vector<int>&) override {}
  PagePlan plan(int page) override {
    const auto saved = parse_.saved.find(page);
    return saved == parse_.saved.end() ? PagePlan() : std::move(saved->second);
  }
  void started(int) override {}
  Status finished(const Document& page, const std::string& bytes) override {
    if (parse_.on_page.is_none()) return success();
    parse_.tell([&] { parse_.on_page(hold(page), nb::bytes(bytes.data(), bytes.size())); });
    return success();
  }

 private:
  Parse& parse_;
};

// Which pages there are; none is read.
class PagesCounted : public PageKeeper {
 public:
  std::vector<int> pages;

  void opened(const std::vector<int>& selected) override { pages = selected; }
  PagePlan plan(int) override {
    return {.what = PagePlan::What::kGivenUp,
            .error = {Code::kPageFailed, "not asked for", "", {}}};
  }
  void started(int) override {}
  Status finished(const Document&, const std::string&) override { return success(); }
};

// By number of the page, from 1: bytes that on_page was given, or a text that says why it is given
// up.
std::map<int, PagePlan> plans_of(const nb::dict& saved) {
  std::map<int, PagePlan> plans;
  for (const auto& [number, value] : saved) {
    PagePlan plan;
    if (nb::isinstance<nb::bytes>(value)) {
      const auto bytes = nb::cast<nb::bytes>(value);
      plan.what = PagePlan::What::kKept;
      plan.bytes.assign(static_cast<const char*>(bytes.data()), bytes.size());
    } else {
      plan.what = PagePlan::What::kGivenUp;
      plan.error = {Code::kPageFailed, nb::cast<std::string>(value), "", {}};
    }
    plans.emplace(nb::cast<int>(number) - 1, std::move(plan));
  }
  return plans;
}

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
      if (!parse->on_page.is_none() || !parse->saved.empty()) parse->options.keeper = &pages;
      parse->result = read(*parser_, parse->options);
    });
    if (parse->failure) std::rethrow_exception(parse->failure);
    return hold(unwrap(*std::move(parse->result)));
  }

  std::vector<int> page_numbers(const std::string& path, const std::optional<nb::bytes>& data,
                                const nb::dict& options) {
    ParseOptions how = parse_options(Settings(options));
    how.tier = Tier::kBasic;  // asks no model
    PagesCounted counted;
    how.keeper = &counted;
    std::optional<Result<Document>> opened;
    {
      const nb::gil_scoped_release released;  // short: no page is read
      opened = data ? parser_->parse_bytes(
                          {static_cast<const uint8_t*>(data->data()), data->size()}, path, how)
                    : parser_->parse_file(path, how);
    }
    unwrap(*std::move(opened));
    for (int& page : counted.pages) ++page;
    return std::move(counted.pages);
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
                                  const nb::object& on_page, const nb::dict& saved) {
  auto parse = std::make_shared<Parse>();
  parse->reader = reader;
  parse->input = input;
  parse->cancel_flag = cancel;
  parse->cancel = &nb::cast<CancelFlag&>(cancel);
  parse->on_progress = on_progress;
  parse->on_page = on_page;
  parse->saved = plans_of(saved);
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
             nb::object on_progress, nb::object on_page, const nb::dict& saved) {
            const auto parse = make_parse(reader, nb::none(), cancel, on_progress, on_page, saved);
            return nb::cast<WarmReader&>(reader).parse(
                parse, options, [path](Parser& parser, const ParseOptions& how) {
                  return parser.parse_file(path, how);
                });
          },
          nb::arg("path"), nb::arg("options"), nb::arg("cancel"), nb::arg("on_progress").none(),
          nb::arg("on_page").none(), nb::arg("saved"))
      .def(
          "parse_bytes",
          [](nb::object reader, const nb::bytes& data, const std::string& name,
             const nb::dict& options, nb::object cancel, nb::object on_progress, nb::object on_page,
             const nb::dict& saved) {
            const auto parse = make_parse(reader, data, cancel, on_progress, on_page, saved);
            const std::span<const uint8_t> bytes(static_cast<const uint8_t*>(data.data()),
                                                 data.size());
            return nb::cast<WarmReader&>(reader).parse(
                parse, options, [bytes, name](Parser& parser, const ParseOptions& how) {
                  return parser.parse_bytes(bytes, name, how);
                });
          },
          nb::arg("data"), nb::arg("name"), nb::arg("options"), nb::arg("cancel"),
          nb::arg("on_progress").none(), nb::arg("on_page").none(), nb::arg("saved"))
      .def("page_numbers", &WarmReader::page_numbers, nb::arg("path"), nb::arg("data").none(),
           nb::arg("options"))
      .def("draw_page", &WarmReader::draw_page, nb::arg("path"), nb::arg("options"));
}

}  // namespace octavo::python
