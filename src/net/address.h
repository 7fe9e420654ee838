// Which addresses on the network belong to everybody, and which to somebody's inside.
#pragma once

#include <array>
#include <cstdint>
#include <optional>
#include <string>

struct sockaddr;

namespace octavo::net {

struct Address {
  bool v6 = false;
  std::array<uint8_t, 16> bytes{};  // the first four of an IPv4 address

  bool operator==(const Address&) const = default;
};

// "192.0.2.1", "2001:db8::1".
std::string address_text(const Address& address);
// Nothing for other families.
std::optional<Address> address_of(const sockaddr* from);

// False for everything that is not globally reachable by itself (IANA's special-purpose registries,
// RFC 6890 and later): loopback, private, shared, link-local, unique local, documentation,
// benchmarking, multicast, reserved; and for IPv6 addresses that hold an IPv4 one (mapped,
// compatible, NAT64, 6to4, Teredo), whose real end is elsewhere.
bool is_public(const Address& address);

}  // namespace octavo::net
