#include "service/folder_keeper.h"

#include <sys/stat.h>

#include <algorithm>
#include <cerrno>
#include <filesystem>
#include <utility>

#include "base/descriptor.h"
#include "base/try.h"
#include "service/durable.h"
#include "service/job_json.h"
#include "service/page_json.h"

namespace octavo::service {
namespace {

// Far above a page of 5,000 blocks.
constexpr int64_t kMostPageBytes = int64_t(256) << 20;

bool contains(const std::vector<int>& list, int value) {
  return std::find(list.begin(), list.end(), value) != list.end();
}

}  // namespace

void FolderKeeper::opened(const std::vector<int>& pages) {
  link_.send({{"is", "opened"}, {"task", task_.id}, {"pages", pages}});
}

PagePlan FolderKeeper::plan(int page) {
  PagePlan plan;
  std::error_code failure;
  if (std::filesystem::exists(page_file(task_.pages_folder, task_.file, page), failure)) {
    auto kept = read_text_file(kept_file(task_.pages_folder, task_.file, page), kMostPageBytes);
    if (kept.ok()) {
      plan.what = PagePlan::What::kKept;
      plan.bytes = std::move(kept).value();
      return plan;
    }
  }
  if (contains(task_.given_up, page)) {
    plan.what = PagePlan::What::kGivenUp;
    plan.error = {Code::kPageFailed, "the process that read it ended twice", "", {.page = page}};
  } else if (contains(task_.alone, page)) {
    plan.what = PagePlan::What::kReadAlone;
  }
  return plan;
}

void FolderKeeper::started(int page) {
  link_.send({{"is", "started"}, {"task", task_.id}, {"page", page}});
}

Status FolderKeeper::finished(const Document& page, const std::string& bytes) {
  const int number = page.pages.front().index;
  const std::string text = page_json(page, task_.file);
  OCTAVO_TRY_STATUS(write_flushed(kept_file(task_.pages_folder, task_.file, number), bytes));
  OCTAVO_TRY_STATUS(write_durably(page_file(task_.pages_folder, task_.file, number), text));
  Json json = {{"is", "page"}, {"task", task_.id}};
  if (const auto facts = page_facts(text)) json.update(page_json(*facts));
  link_.send(json);
  return success();
}

Status FolderKeeper::add_picture(const Picture& picture) {
  // Its folder and no other: that of the outputs is there as long as the job is.
  const std::filesystem::path path = std::filesystem::path(task_.output_folder) / picture.file_name;
  const std::string folder = path.parent_path().string();
  if (::mkdir(folder.c_str(), 0755) == 0)
    OCTAVO_TRY_STATUS(make_folder_durable(task_.output_folder));
  else if (errno != EEXIST)
    return write_error(folder, errno);
  return write_durably(path.string(), picture.bytes);
}

}  // namespace octavo::service
