#include "store/fetch_file.h"

#include <fcntl.h>
#include <sys/stat.h>
#include <unistd.h>

#include <cerrno>
#include <charconv>
#include <filesystem>
#include <utility>

#include "base/file.h"
#include "base/try.h"
#include "net/url.h"
#include "octavo/files.h"
#include "store/disk.h"
#include "store/retry.h"

namespace octavo::store {
namespace {

// "bytes 5-9/10", "bytes */10".
struct ContentRange {
  bool known = false;  // of the total
  bool has_first = false;
  uint64_t first = 0, total = 0;
};

ContentRange read_range(std::string_view text) {
  ContentRange range;
  constexpr std::string_view kUnit = "bytes ";
  if (!text.starts_with(kUnit)) return range;
  text.remove_prefix(kUnit.size());
  const auto number = [&](std::string_view part, uint64_t& value) {
    const auto [end, failure] = std::from_chars(part.data(), part.data() + part.size(), value);
    return failure == std::errc() && end == part.data() + part.size();
  };
  const size_t slash = text.find('/'), dash = text.find('-');
  if (slash == std::string_view::npos) return range;
  range.known = number(text.substr(slash + 1), range.total);
  if (dash < slash) range.has_first = number(text.substr(0, dash), range.first);
  return range;
}

// The unfinished file. Its hash always covers exactly what is in it.
class PartFile {
 public:
  PartFile(const FetchJob& job, const FetchContext& context)
      : job_(job), context_(context), path_(job.path + ".part"), hash_(job.expected, job.bytes) {}

  // Opens it and hashes what an earlier try left.
  Status open() {
    OCTAVO_TRY_STATUS(make_directories(std::filesystem::path(path_).parent_path().string()));
    constexpr mode_t kMode = 0644;
    file_ = Descriptor(::open(path_.c_str(), O_RDWR | O_CREAT | O_CLOEXEC | O_NOFOLLOW, kMode));
    if (file_.get() < 0) return write_error(path_, errno);
    std::vector<uint8_t> buffer(size_t(1) << 20);
    while (true) {
      if (context_.cancel != nullptr && context_.cancel->is_set()) return cancelled();
      const ssize_t count = ::read(file_.get(), buffer.data(), buffer.size());
      if (count < 0 && errno == EINTR) continue;
      if (count < 0) return write_error(path_, errno);
      if (count == 0) break;
      hash_.add(std::span(buffer.data(), static_cast<size_t>(count)));
      have_ += static_cast<uint64_t>(count);
    }
    // More than there should be is not the start of anything.
    if (job_.bytes > 0 && have_ > job_.bytes) return restart();
    tell();
    return success();
  }

  Status restart() {
    if (::ftruncate(file_.get(), 0) != 0 || ::lseek(file_.get(), 0, SEEK_SET) != 0)
      return write_error(path_, errno);
    hash_ = ContentHash(job_.expected, job_.bytes);
    have_ = 0;
    set_etag("");
    tell();
    return success();
  }

  Status add(std::span<const uint8_t> bytes) {
    if (job_.bytes > 0 && bytes.size() > job_.bytes - have_)
      return Error{Code::kModelInvalid,
                   "more comes than the " + std::to_string(job_.bytes) + " bytes it should have",
                   "",
                   {.file = job_.name}};
    OCTAVO_TRY_STATUS(write_all(file_.get(), bytes, path_));
    hash_.add(bytes);
    have_ += bytes.size();
    fetched_ += bytes.size();
    tell();
    return success();
  }

  // A validator for If-Range, kept with its address beside the file for a later run: that it could
  // not be written costs a comparison, not the download. Weak ones do not promise equal bytes.
  void set_etag(const std::string& etag) {
    etag_ = etag.starts_with("W/") ? "" : etag;
    if (etag_.empty())
      static_cast<void>(::unlink((path_ + ".etag").c_str()));
    else
      static_cast<void>(write_file_atomically(path_ + ".etag", job_.url + "\n" + etag_));
  }
  const std::string& etag() const { return etag_; }

  // May what an earlier run left be gone on with? A hash at the end tells whether that was right;
  // without one the same address must promise that nothing has changed.
  Status trust_or_restart() {
    if (have_ == 0) return success();
    const auto map = MappedFile::open(path_ + ".etag", kLongestEtag);
    if (map.ok()) {
      const auto bytes = map.value().bytes();
      const std::string text(bytes.begin(), bytes.end());
      const size_t end = text.find('\n');
      if (end != std::string::npos && text.substr(0, end) == job_.url &&
          text.find_first_of("\r\n", end + 1) == std::string::npos)
        etag_ = text.substr(end + 1);
    }
    if (etag_.empty() && job_.expected.kind == Digest::Kind::kNone) return restart();
    return success();
  }

  Result<FetchedFile> finish() {
    FetchedFile done{.bytes = have_, .fetched = fetched_};
    const ContentHash::Seen seen = hash_.finish();
    done.sha256 = seen.sha256;
    if (!seen.as_expected) {
      OCTAVO_TRY_STATUS(restart());
      return Error{
          Code::kModelInvalid,
          "the content is not the expected one: hash " + seen.actual + ", not " + job_.expected.hex,
          "nothing of it was kept",
          {.file = job_.name}};
    }
    OCTAVO_TRY_STATUS(sync_and_rename(file_.get(), path_, job_.path));
    set_etag("");
    return done;
  }

  uint64_t have() const { return have_; }
  uint64_t fetched() const { return fetched_; }

 private:
  static constexpr int64_t kLongestEtag = 16384;  // with the address

  void tell() const {
    if (context_.on_bytes) context_.on_bytes(have_, fetched_);
  }

  const FetchJob& job_;
  const FetchContext& context_;
  std::string path_, etag_;
  Descriptor file_;
  ContentHash hash_;
  uint64_t have_ = 0, fetched_ = 0;
};

// A request for what is missing, and what its answer means.
class Attempt {
 public:
  Attempt(const FetchJob& job, const FetchContext& context, PartFile& part)
      : job_(job), context_(context), part_(part) {}

  HttpOutcome run() {
    HttpRequest request{.url = job_.url, .bearer = job_.bearer};
    start_ = part_.have();
    if (start_ > 0) {
      request.headers.push_back("Range: bytes=" + std::to_string(start_) + "-");
      // Without a validator the hash at the end tells.
      if (!part_.etag().empty()) request.headers.push_back("If-Range: " + part_.etag());
    }
    return context_.http->get(
        request, [this](const HttpResponse& response) { return take_head(response); },
        [this](std::span<const uint8_t> bytes) { return part_.add(bytes); });
  }

 private:
  Status take_head(const HttpResponse& response) {
    constexpr int kPartial = 206;
    const ContentRange range = read_range(response.header("content-range"));
    if (response.status == kPartial) {
      if (!range.has_first || range.first != start_)
        return Error{Code::kModelMissing,
                     "the server sends another range than asked for",
                     "",
                     {.file = job_.name}};
    } else if (start_ > 0) {
      if (context_.on_note)
        context_.on_note(job_.name + ": the server starts from the beginning again");
      OCTAVO_TRY_STATUS(part_.restart());
    }
    uint64_t total = range.total;
    bool known = response.status == kPartial && range.known;
    if (response.status != kPartial) {
      const std::string length = response.header("content-length");
      const auto [end, failure] =
          std::from_chars(length.data(), length.data() + length.size(), total);
      known = !length.empty() && failure == std::errc();
    }
    if (known && job_.bytes > 0 && total != job_.bytes)
      return Error{Code::kModelInvalid,
                   "the server's file has " + std::to_string(total) + " bytes, not " +
                       std::to_string(job_.bytes),
                   "",
                   {.file = job_.name}};
    part_.set_etag(response.header("etag"));
    return success();
  }

  const FetchJob& job_;
  const FetchContext& context_;
  PartFile& part_;
  uint64_t start_ = 0;
};

// Is the file here already, from a pull that was stopped after it?
Result<bool> is_here(const FetchJob& job, const FetchContext& context, FetchedFile& done) {
  uint64_t bytes = 0;
  if (!is_file(job.path, &bytes) || job.expected.kind == Digest::Kind::kNone) return false;
  if (job.bytes > 0 && bytes != job.bytes) return false;
  uint64_t read = 0;
  const auto seen =
      OCTAVO_TRY(hash_file(job.path, job.expected, context.cancel, [&](uint64_t count) {
        read += count;
        if (context.on_bytes) context.on_bytes(read, 0);
      }));
  if (!seen.as_expected) return false;
  done = {.bytes = bytes, .sha256 = seen.sha256, .was_here = true};
  return true;
}

// Until all of it is on the disk.
Status fill(const FetchJob& job, const FetchContext& context, PartFile& part) {
  Retry retry(context);
  while (job.bytes == 0 || part.have() < job.bytes) {
    const uint64_t before = part.fetched();
    HttpOutcome outcome = Attempt(job, context, part).run();
    const bool good =
        !outcome.error && outcome.response.status >= 200 && outcome.response.status < 300;
    if (part.fetched() > before) retry.progressed();
    if (good && (job.bytes == 0 || part.have() == job.bytes)) break;
    if (good) {  // closed early, in good order
      outcome.error = Error{Code::kModelMissing, "the answer ends early", "", {}};
      outcome.transient = true;
    }
    constexpr int kRangeNotSatisfiable = 416;
    if (!outcome.error && outcome.response.status == kRangeNotSatisfiable && part.have() > 0) {
      const ContentRange range = read_range(outcome.response.header("content-range"));
      if (range.known && range.total == part.have() && job.bytes == 0) break;  // all of it is here
      OCTAVO_TRY_STATUS(part.restart());
      continue;  // without a range there is no second 416
    }
    OCTAVO_TRY_STATUS(retry.wait(outcome, job.name));
  }
  return success();
}

}  // namespace

Result<FetchedFile> fetch_file(const FetchJob& job, const FetchContext& context) {
  FetchedFile done;
  if (OCTAVO_TRY(is_here(job, context, done))) return done;
  PartFile part(job, context);
  OCTAVO_TRY_STATUS(part.open());
  OCTAVO_TRY_STATUS(part.trust_or_restart());
  const bool resumed = part.have() > 0;
  OCTAVO_TRY_STATUS(fill(job, context, part));
  Result<FetchedFile> finished = part.finish();
  if (finished.ok() || !resumed || finished.error().code != Code::kModelInvalid) return finished;
  // The beginning was from an earlier run and may have been another file's.
  if (context.on_note) context.on_note(job.name + ": what was left of an earlier try was wrong");
  OCTAVO_TRY_STATUS(fill(job, context, part));
  return part.finish();
}

Result<std::string> fetch_text(const HttpRequest& request, const FetchContext& context,
                               uint64_t most_bytes) {
  Retry retry(context);
  while (true) {
    std::string text;
    const HttpOutcome outcome = context.http->get(
        request, [](const HttpResponse&) { return success(); },
        [&](std::span<const uint8_t> bytes) -> Status {
          if (bytes.size() > most_bytes - text.size())
            return Error{
                Code::kModelMissing, net::shown_url(request.url) + " answers too much", "", {}};
          text.append(reinterpret_cast<const char*>(bytes.data()), bytes.size());
          return success();
        });
    if (!outcome.error && outcome.response.status >= 200 && outcome.response.status < 300)
      return text;
    OCTAVO_TRY_STATUS(retry.wait(outcome, net::shown_url(request.url)));
  }
}

}  // namespace octavo::store
