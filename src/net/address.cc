#include "net/address.h"

#include <arpa/inet.h>
#include <netinet/in.h>
#include <sys/socket.h>

#include <algorithm>
#include <cstring>

namespace octavo::net {
namespace {

struct Prefix {
  std::array<uint8_t, 6> bytes;
  int bits;
};

constexpr Prefix kInside4[] = {
    {{0}, 8},              // this network (RFC 791)
    {{10}, 8},             // private (RFC 1918)
    {{100, 64}, 10},       // shared with a provider (RFC 6598)
    {{127}, 8},            // loopback
    {{169, 254}, 16},      // link-local (RFC 3927): also metadata services of clouds
    {{172, 16}, 12},       // private
    {{192, 0, 0}, 24},     // protocol assignments (RFC 6890)
    {{192, 0, 2}, 24},     // documentation (RFC 5737)
    {{192, 31, 196}, 24},  // AS112 (RFC 7535)
    {{192, 52, 193}, 24},  // automatic multicast tunnels (RFC 7450)
    {{192, 88, 99}, 24},   // 6to4 relays (RFC 7526)
    {{192, 168}, 16},      // private
    {{192, 175, 48}, 24},  // AS112 (RFC 7534)
    {{198, 18}, 15},       // benchmarks (RFC 2544)
    {{198, 51, 100}, 24},  // documentation
    {{203, 0, 113}, 24},   // documentation
    {{224}, 4},            // multicast (RFC 5771)
    {{240}, 4},            // reserved (RFC 1112), broadcast
};

// All but global unicast is out by kUnicast6; these lie within it.
constexpr Prefix kUnicast6 = {{0x20}, 3};
constexpr Prefix kInside6[] = {
    {{0x20, 0x01, 0x00}, 23},              // protocol assignments: Teredo, ORCHID, benchmarks
    {{0x20, 0x01, 0x0D, 0xB8}, 32},        // documentation (RFC 3849)
    {{0x20, 0x02}, 16},                    // 6to4 (RFC 3056)
    {{0x26, 0x20, 0x00, 0x4F, 0x80}, 48},  // AS112 (RFC 7534)
    {{0x3F, 0xFF, 0x00}, 20},              // documentation (RFC 9637)
};

bool lies_in(const Address& address, const Prefix& prefix) {
  for (int bit = 0; bit < prefix.bits; bit += 8) {
    const auto byte = static_cast<size_t>(bit / 8);
    const int left = std::min(prefix.bits - bit, 8);
    if ((address.bytes[byte] ^ prefix.bytes[byte]) >> (8 - left) != 0) return false;
  }
  return true;
}

}  // namespace

std::string address_text(const Address& address) {
  char text[INET6_ADDRSTRLEN] = "";
  ::inet_ntop(address.v6 ? AF_INET6 : AF_INET, address.bytes.data(), text, sizeof text);
  return text;
}

std::optional<Address> address_of(const sockaddr* from) {
  Address address;
  if (from->sa_family == AF_INET) {
    std::memcpy(address.bytes.data(), &reinterpret_cast<const sockaddr_in*>(from)->sin_addr, 4);
    return address;
  }
  if (from->sa_family != AF_INET6) return std::nullopt;
  address.v6 = true;
  std::memcpy(address.bytes.data(), &reinterpret_cast<const sockaddr_in6*>(from)->sin6_addr, 16);
  return address;
}

bool is_public(const Address& address) {
  const auto inside = [&](const Prefix& prefix) { return lies_in(address, prefix); };
  if (!address.v6) return std::none_of(std::begin(kInside4), std::end(kInside4), inside);
  return lies_in(address, kUnicast6) &&
         std::none_of(std::begin(kInside6), std::end(kInside6), inside);
}

}  // namespace octavo::net
