// A Vlm that runs on this machine's engine.
#pragma once

#include <memory>
#include <string>

#include "engine/session/session.h"
#include "vlm/vlm.h"

namespace octavo {

// Thread-safe: calls wait for each other, and what runs at once is one call's requests.
std::unique_ptr<Vlm> make_engine_vlm(std::string name, std::unique_ptr<engine::Session> session);

}  // namespace octavo
