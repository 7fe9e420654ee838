#include "report_error.h"

#include <cstdio>

#include "document_writer.h"

namespace octavo::cli {

std::string error_object(Error error) {
  if (!error.place.file.empty()) error.what = error.place.file + ": " + error.what;
  return error_json(error);
}

int report_error(const Error& error, bool json, int code) {
  // Standard output may be what the error is about: a full disk, say.
  if (!json || !write_stdout(error_object(error)).ok())
    std::fprintf(stderr, "%s\n", error_line(error).c_str());
  return code;
}

int report_error(const UsageError& error, bool json) {
  if (json)
    static_cast<void>(write_stdout(usage_json(error)));
  else
    std::fprintf(stderr, "%s\n", usage_line(error).c_str());
  return kExitUsage;
}

int print_or_report(std::string_view text, bool json) {
  const auto written = write_stdout(text);
  if (written.ok()) return kExitOk;
  if (is_broken_pipe(written.error())) return kExitBrokenPipe;
  return report_error(written.error(), json);
}

}  // namespace octavo::cli
