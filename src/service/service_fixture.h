// A service over a folder of its own, with scripted workers, and patience.
#pragma once

#include <gtest/gtest.h>

#include <chrono>
#include <filesystem>
#include <fstream>
#include <functional>
#include <mutex>
#include <sstream>
#include <string>
#include <thread>
#include <vector>

#include "service/service.h"

namespace octavo::service {

class ServiceTest : public ::testing::Test {
 protected:
  void SetUp() override {
    std::string pattern = ::testing::TempDir() + "octavo_service_XXXXXX";
    folder_ = ::mkdtemp(pattern.data());
    options_.data_folder = folder_ + "/data";
    options_.worker_command = {OCTAVO_SCRIPTED_WORKER};
    options_.threads = 2;
    options_.log = [this](const LogLine& line) {
      const std::lock_guard lock(mutex_);
      log_.push_back(std::string(line.event) + ": " + std::string(line.text));
    };
  }
  void TearDown() override {
    service_.reset();
    std::error_code ignored;
    std::filesystem::remove_all(folder_, ignored);
  }

  void start() {
    auto service = Service::start(options_);
    ASSERT_TRUE(service.ok()) << service.error().message();
    service_ = std::move(service).value();
  }

  static JobFile script(const std::string& text, const std::string& name = "script.pdf") {
    JobFile file;
    file.name = name;
    file.bytes.assign(text.begin(), text.end());
    return file;
  }

  std::string submit(std::vector<JobFile> files) {
    JobRequest request;
    request.files = std::move(files);
    auto id = service_->submit(std::move(request));
    EXPECT_TRUE(id.ok()) << id.error().message();
    return id.ok() ? *id : "";
  }
  std::string submit(const std::string& text) { return submit(std::vector{script(text)}); }

  static bool wait_until(const std::function<bool()>& there, int seconds = 30) {
    const auto end = std::chrono::steady_clock::now() + std::chrono::seconds(seconds);
    while (std::chrono::steady_clock::now() < end) {
      if (there()) return true;
      std::this_thread::sleep_for(std::chrono::milliseconds(5));
    }
    return false;
  }
  bool wait_for_pages(const std::string& id, int done) {
    return wait_until([&] { return service_->job(id)->pages_done >= done; });
  }
  JobSnapshot finished(const std::string& id) {
    EXPECT_TRUE(wait_until([&] { return is_final(service_->job(id)->state); })) << log();
    return *service_->job(id);
  }
  int worker_pid(WorkerKind kind = WorkerKind::kDocument) {
    for (const WorkerStatus& worker : service_->status().workers)
      if (worker.kind == kind) return worker.pid;
    return 0;
  }
  int restarts() { return service_->status().workers.front().restarts; }
  std::string log() {
    const std::lock_guard lock(mutex_);
    std::string all;
    for (const std::string& line : log_) all += line + "\n";
    return all;
  }
  static std::string read(const std::string& path) {
    std::ostringstream text;
    text << std::ifstream(path).rdbuf();
    return text.str();
  }

  std::string folder_;
  ServiceOptions options_;
  std::mutex mutex_;
  std::vector<std::string> log_;
  std::unique_ptr<Service> service_;
};

}  // namespace octavo::service
