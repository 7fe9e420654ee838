#include "service/settings_json.h"

#include <array>
#include <utility>

namespace octavo::service {
namespace {

constexpr std::array<std::string_view, 3> kOcr{"auto", "always", "never"};
constexpr std::array<std::string_view, 3> kLanguages{"auto", "english", "chinese"};

std::string_view ocr_name(OcrMode mode) { return kOcr[static_cast<size_t>(mode)]; }
std::string_view language_name(Language language) {
  return kLanguages[static_cast<size_t>(language)];
}

}  // namespace

Json settings_json(const Settings& settings) {
  Json formats = Json::array();
  for (const OutputFormat format : settings.formats) formats.push_back(output_format_name(format));
  return {{"tier", tier_name(settings.tier)}, {"effort", effort_name(settings.effort)},
          {"ocr", ocr_name(settings.ocr)},    {"language", language_name(settings.language)},
          {"formats", std::move(formats)},    {"pictures", settings.pictures}};
}

Settings settings_of(const Json& json) {
  Settings settings;
  settings.tier = enum_named(tier_name, Tier::kHybrid, text_at(json, "tier")).value_or(Tier::kAuto);
  settings.effort =
      enum_named(effort_name, Effort::kBest, text_at(json, "effort")).value_or(Effort::kBalanced);
  settings.ocr =
      enum_named(ocr_name, OcrMode::kNever, text_at(json, "ocr")).value_or(OcrMode::kAuto);
  settings.language = enum_named(language_name, Language::kChinese, text_at(json, "language"))
                          .value_or(Language::kAuto);
  for (const Json& name : list_at(json, "formats"))
    if (name.is_string())
      if (const auto format = output_format_of(name.get<std::string>()))
        settings.formats.push_back(*format);
  settings.pictures = flag_at(json, "pictures", true);
  return settings;
}

}  // namespace octavo::service
