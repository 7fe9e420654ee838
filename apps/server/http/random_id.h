// 128 random bits as 32 hexadecimal digits: ids of requests and of arriving files. Not guessable.
#pragma once

#include <string>

namespace octavo::server {

std::string random_id();

}  // namespace octavo::server
