// A Vlm that writes down what another one answers, as make_recorded_vlm reads it.
#pragma once

#include <memory>
#include <string>

#include "octavo/result.h"
#include "vlm/vlm.h"

namespace octavo {

// `path` is emptied first. Answers that failed are not written down; those that were stopped are,
// as far as they came. When the file cannot be written, the answer fails with that error. As
// thread-safe as `inner`. Errors: kOutputUnwritable, kStorageFull.
Result<std::unique_ptr<Vlm>> make_recording_vlm(std::unique_ptr<Vlm> inner,
                                                const std::string& path);

}  // namespace octavo
