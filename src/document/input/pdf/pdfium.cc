#include "document/input/pdf/pdfium.h"

#include <dlfcn.h>

#include <map>
#include <memory>
#include <mutex>

namespace octavo::document {
namespace {

// One for the process: two copies of the library share allocators and C runtime state.
std::mutex& pdfium_mutex() {
  static std::mutex mutex;
  return mutex;
}

Error missing(const std::string& path, const std::string& why) {
  return Error{Code::kModelMissing,
               "the PDF library " + path + " cannot be used: " + why,
               "run ./dev setup, or point to a libpdfium.so of build 8149 or later",
               {}};
}

Result<PdfiumFunctions> bind(const std::string& path) {
  if (path.empty()) return missing("libpdfium.so", "no path is set");
  void* library = dlopen(path.c_str(), RTLD_NOW | RTLD_LOCAL);
  if (library == nullptr) {
    const char* reason = dlerror();
    return missing(path, reason != nullptr ? reason : "it cannot be opened");
  }
  PdfiumFunctions functions;
  const char* absent = nullptr;
#define OCTAVO_PDFIUM_BIND(result, name, parameters)                                  \
  functions.name = reinterpret_cast<decltype(functions.name)>(dlsym(library, #name)); \
  if (functions.name == nullptr && absent == nullptr) absent = #name;
  OCTAVO_PDFIUM_FUNCTIONS(OCTAVO_PDFIUM_BIND)
#undef OCTAVO_PDFIUM_BIND
  if (absent != nullptr) {
    dlclose(library);
    return missing(path, std::string("it has no function ") + absent);
  }
  return functions;
}

}  // namespace

Result<const Pdfium*> Pdfium::load(const std::string& path) {
  static std::map<std::string, std::unique_ptr<const Pdfium>> loaded;
  const std::lock_guard guard(pdfium_mutex());
  const auto known = loaded.find(path);
  if (known != loaded.end()) return known->second.get();
  auto functions = bind(path);
  if (!functions.ok()) return std::move(functions).error();
  functions->FPDF_InitLibrary();
  auto library = std::unique_ptr<Pdfium>(new Pdfium);
  library->functions_ = *functions;
  return (loaded[path] = std::move(library)).get();
}

PdfiumLock::PdfiumLock(const Pdfium& library) : functions_(library.functions_) {
  pdfium_mutex().lock();
}
PdfiumLock::~PdfiumLock() { pdfium_mutex().unlock(); }

}  // namespace octavo::document
