// octavo ask with several pictures: the question about each of them, all in one batch.
#pragma once

#include "run_generate.h"

namespace octavo::cli {

// Answers go to standard output in the pictures' order, each under its picture's name; with JSON
// one object. Returns the exit code: kExitFailed when one of them failed.
int run_ask_each(const GeneratePlan& plan, const GenerateRun& run);

}  // namespace octavo::cli
