#include "server/mineru/file_parse.h"

#include <optional>

#include "server/mineru/result.h"
#include "server/mineru/status.h"

namespace octavo::server {
namespace {

class FileParse : public Pending {
 public:
  FileParse(service::Service& service, Errands& errands, std::string id, std::string base,
            std::string request_id)
      : service_(service),
        errands_(errands),
        id_(std::move(id)),
        base_(std::move(base)),
        request_id_(std::move(request_id)) {}

  ~FileParse() override {
    // Both may wait for others: not on this thread.
    errands_.run([&service = service_, id = id_, subscription = subscription_, told = told_] {
      service.unsubscribe(subscription);
      // A server that is ending has closed the connection itself: the next one reads the job.
      if (!told && !service.status().draining) service.remove(id);
    });
  }

  void start(Wake wake) override { subscription_ = service_.subscribe(id_, std::move(wake)); }

  bool ready(bool time_is_over) override {
    const auto job = service_.job(id_, false);
    return time_is_over || !job || is_final(job->state);
  }

  Response take() override {
    told_ = true;
    const auto job = service_.job(id_, false);
    if (!job || !is_final(job->state)) return gone();
    const MineruFacts facts = mineru_facts(*job);
    Json status = mineru_status(*job, facts, base_);
    if (mineru_state(job->state) == "failed") {
      status["message"] = "Task execution failed";
      return json_response(status, 409);
    }
    if (!facts.zip)
      return mineru_json_result(service_, *job, facts, std::move(status), request_id_);
    Response response = mineru_zip_result(service_, *job, facts, request_id_);
    const auto add = [&](const char* header, const char* key) {
      response.headers.emplace_back(header, status[key].get<std::string>());
    };
    add("X-MinerU-Task-Id", "task_id");
    add("X-MinerU-Task-Status", "status");
    add("X-MinerU-Task-Status-Url", "status_url");
    add("X-MinerU-Task-Result-Url", "result_url");
    return response;
  }

  std::chrono::steady_clock::time_point deadline() const override {
    return std::chrono::steady_clock::time_point::max();
  }

 private:
  Response gone() const {
    return json_response({{"task_id", id_},
                          {"status", "failed"},
                          {"message", "Task manager became unavailable while waiting for result"},
                          {"error", "the job ended before it was read"}},
                         503);
  }

  service::Service& service_;
  Errands& errands_;
  const std::string id_, base_, request_id_;
  uint64_t subscription_ = 0;
  bool told_ = false;  // the client gets an answer, and with it the job's id
};

}  // namespace

std::unique_ptr<Pending> file_parse(service::Service& service, Errands& errands, std::string id,
                                    std::string base, std::string request_id) {
  return std::make_unique<FileParse>(service, errands, std::move(id), std::move(base),
                                     std::move(request_id));
}

}  // namespace octavo::server
