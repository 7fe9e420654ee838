// A command that asks the scripted model, and what came of it.
#pragma once

#include <gtest/gtest.h>

#include <string>
#include <utility>
#include <vector>

#include "run_generate.h"
#include "scripted_text_model.h"

namespace octavo::cli {

struct CapturedRun {
  int code = 0;
  std::string out, err;
  std::vector<GenerateRequest> requests;
};

// The model says `words`, whatever it is asked.
inline CapturedRun captured_run(int (*command)(const GeneratePlan&, const GenerateRun&),
                                const GeneratePlan& plan, std::vector<std::string> words,
                                const CancelFlag* cancel) {
  CapturedRun captured;
  AnswerLog log;
  ::testing::internal::CaptureStdout();
  ::testing::internal::CaptureStderr();
  captured.code = command(plan, {.load = scripted_loader(std::move(words), &captured.requests),
                                 .resolve = scripted_resolver,
                                 .cancel = cancel,
                                 .log = &log});
  captured.out = ::testing::internal::GetCapturedStdout();
  captured.err = ::testing::internal::GetCapturedStderr();
  return captured;
}

}  // namespace octavo::cli
