#include "server/jobs/job_settings.h"

#include <algorithm>
#include <array>
#include <utility>

#include "octavo/document.h"

namespace octavo::server {
namespace {

using service::JobRequest;

template <class T, size_t size>
using Names = std::array<std::pair<std::string_view, T>, size>;

constexpr Names<Tier, 7> kTiers{{{"flash", Tier::kBasic},
                                 {"basic", Tier::kBasic},
                                 {"standard", Tier::kHybrid},
                                 {"hybrid", Tier::kHybrid},
                                 {"advanced", Tier::kVlm},
                                 {"vlm", Tier::kVlm},
                                 {"auto", Tier::kAuto}}};
constexpr Names<OcrMode, 5> kOcrModes{{{"auto", OcrMode::kAuto},
                                       {"txt", OcrMode::kNever},
                                       {"never", OcrMode::kNever},
                                       {"ocr", OcrMode::kAlways},
                                       {"always", OcrMode::kAlways}}};
constexpr Names<Effort, 5> kEfforts{{{"fast", Effort::kFast},
                                     {"balanced", Effort::kBalanced},
                                     {"medium", Effort::kBalanced},
                                     {"best", Effort::kBest},
                                     {"high", Effort::kBest}}};
constexpr Names<Language, 4> kLanguages{{{"auto", Language::kAuto},
                                         {"en", Language::kEnglish},
                                         {"ch", Language::kChinese},
                                         {"zh", Language::kChinese}}};
constexpr Names<bool, 4> kFlags{{{"true", true}, {"1", true}, {"false", false}, {"0", false}}};

template <class T, size_t size>
std::optional<T> find(const Names<T, size>& names, std::string_view text) {
  for (const auto& [name, value] : names)
    if (name == text) return value;
  return std::nullopt;
}

Problem unknown_value(const std::string& name) {
  return bad_parameter(name, "that is no value of " + name);
}

template <class T, size_t size>
std::optional<Problem> take(const Names<T, size>& names, const std::string& name,
                            std::string_view text, T& out) {
  const auto value = find(names, text);
  if (!value) return unknown_value(name);
  out = *value;
  return std::nullopt;
}

std::optional<Problem> take_formats(const std::string& name, std::string_view text,
                                    JobRequest& job) {
  while (!text.empty()) {
    const std::string_view word = text.substr(0, text.find(','));
    text.remove_prefix(std::min(word.size() + 1, text.size()));
    // A ZIP file holds what there is: it is made when it is asked for.
    if (word == "zip") continue;
    const auto format = service::output_format_of(word);
    if (!format) return unknown_value(name);
    if (std::find(job.formats.begin(), job.formats.end(), *format) == job.formats.end())
      job.formats.push_back(*format);
  }
  return std::nullopt;
}

std::optional<Problem> take_option(const std::string& name, const std::string& value,
                                   JobRequest& job, std::string& page_range) {
  if (name == "tier") {
    job.client_facts = json_text({{"tier", value}});
    return take(kTiers, name, value, job.tier);
  }
  if (name == "ocr_mode") return take(kOcrModes, name, value, job.ocr);
  if (name == "effort") return take(kEfforts, name, value, job.effort);
  if (name == "lang") return take(kLanguages, name, value, job.language);
  if (name == "pictures") return take(kFlags, name, value, job.pictures);
  if (name == "output_formats") return take_formats(name, value, job);
  if (name == "page_range") {
    page_range = page_range_of(value);
    return std::nullopt;
  }
  return Problem{.status = 400,
                 .code = "unknown_parameter",
                 .message = "there is no such option of a job",
                 .parameter = name};
}

}  // namespace

std::string page_range_of(std::string_view text) {
  if (text == "all") return "";
  std::string out;
  for (size_t i = 0; i < text.size(); ++i) {
    if (text[i] == 'r')
      out += '-';  // r1 is the last page, our -1
    else if (text[i] == '-' && i + 1 < text.size() && text[i + 1] == 'r')
      out += '~';  // between two ends, where a third dash would be hard to read
    else
      out += text[i];
  }
  return out;
}

std::optional<Problem> read_job_options(const Fields& options, const JobDefaults& defaults,
                                        JobRequest& job, std::string& page_range) {
  job.client = "mineru4";
  job.tier = defaults.tier;
  job.effort = defaults.effort;
  job.client_facts = json_text({{"tier", tier_name(job.tier)}});
  for (const auto& [name, value] : options)
    if (auto problem = take_option(name, value, job, page_range)) return problem;
  if (job.formats.empty()) job.formats = {service::OutputFormat::kMarkdown};
  return std::nullopt;
}

}  // namespace octavo::server
