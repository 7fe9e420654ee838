#include "service/folder_keeper.h"

#include <sys/stat.h>

#include <algorithm>
#include <cerrno>
#include <filesystem>
#include <utility>

#include "base/try.h"
#include "service/job_json.h"
#include "service/page_json.h"

namespace octavo::service {
namespace {

bool contains(const std::vector<int>& list, int value) {
  return std::find(list.begin(), list.end(), value) != list.end();
}

}  // namespace

FolderKeeper::FolderKeeper(const ReadTask& task, PageLog log, WorkerLink& link)
    : task_(task), link_(link), writer_(std::move(log)) {}

void FolderKeeper::tell_done(const PageSnapshot& page) {
  Json json = {{"is", "page"}, {"task", task_.id}};
  json.update(page_json(page));
  link_.send(json);
}

void FolderKeeper::opened(const std::vector<int>& pages) {
  link_.send({{"is", "opened"}, {"task", task_.id}, {"pages", pages}});
}

PagePlan FolderKeeper::plan(int page) {
  PagePlan plan;
  if (auto logged = writer_.find(page)) {
    // It may have been written by a process that ended before it could say so.
    if (const auto facts = page_facts(logged->json)) tell_done(*facts);
    plan.what = PagePlan::What::kKept;
    plan.bytes = std::move(logged->kept);
  } else if (contains(task_.given_up, page)) {
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
  const PageSnapshot facts = page_snapshot(page);
  // What ends the process from here on is not this page.
  link_.send({{"is", "read"}, {"task", task_.id}, {"page", facts.page}});
  return writer_.add({.page = facts.page, .kept = bytes, .json = page_json(page, task_.file)},
                     [this, facts] { tell_done(facts); });
}

Status FolderKeeper::add_picture(const Picture& picture) {
  // Its folder and no other: that of the outputs is there as long as the job is.
  const std::filesystem::path path = std::filesystem::path(task_.output_folder) / picture.file_name;
  const std::string folder = path.parent_path().string();
  if (::mkdir(folder.c_str(), 0755) != 0 && errno != EEXIST) return write_error(folder, errno);
  // Also of a folder that is there: whoever made it may have ended before its flush.
  if (!pictures_are_found_) OCTAVO_TRY_STATUS(make_folder_durable(task_.output_folder));
  pictures_are_found_ = true;
  return writer_.add_picture(
      {.path = path.string(), .bytes = std::string(picture.bytes.begin(), picture.bytes.end())});
}

}  // namespace octavo::service
