#include "net/address.h"

#include <arpa/inet.h>
#include <gtest/gtest.h>
#include <sys/socket.h>

namespace octavo::net {
namespace {

Address of(const char* text) {
  Address address;
  address.v6 = std::string(text).find(':') != std::string::npos;
  EXPECT_EQ(::inet_pton(address.v6 ? AF_INET6 : AF_INET, text, address.bytes.data()), 1) << text;
  return address;
}

// First and last address of each block, and its neighbours outside.
TEST(Address, TheInsideIsNobodysBusiness) {
  for (const char* text :
       {"0.0.0.0",         "0.255.255.255",   "10.0.0.0",        "10.255.255.255",
        "100.64.0.0",      "100.127.255.255", "127.0.0.1",       "127.255.255.255",
        "169.254.0.0",     "169.254.169.254", "169.254.255.255", "172.16.0.0",
        "172.31.255.255",  "192.0.0.0",       "192.0.0.255",     "192.0.2.1",
        "192.88.99.1",     "192.168.0.1",     "192.168.255.255", "198.18.0.0",
        "198.19.255.255",  "198.51.100.7",    "203.0.113.255",   "224.0.0.1",
        "239.255.255.255", "240.0.0.0",       "255.255.255.255"})
    EXPECT_FALSE(is_public(of(text))) << text;
  for (const char* text : {"::",
                           "::1",
                           "::7f00:1",
                           "::ffff:127.0.0.1",
                           "::ffff:8.8.8.8",
                           "64:ff9b::8.8.8.8",
                           "64:ff9b:1::1",
                           "100::1",
                           "fc00::1",
                           "fdff::1",
                           "fe80::1",
                           "febf::1",
                           "fec0::1",
                           "ff02::1",
                           "2001::1",
                           "2001:0:1::1",
                           "2001:2::1",
                           "2001:10::1",
                           "2001:20::1",
                           "2001:1ff::1",
                           "2001:db8::1",
                           "2002:7f00:1::",
                           "3fff::1",
                           "3fff:fff::1",
                           "5f00::1",
                           "4000::1",
                           "1fff::1"})
    EXPECT_FALSE(is_public(of(text))) << text;
}

TEST(Address, TheRestIsPublic) {
  for (const char* text :
       {"1.0.0.0", "8.8.8.8", "9.255.255.255", "11.0.0.0", "100.63.255.255", "100.128.0.0",
        "126.255.255.255", "128.0.0.0", "169.253.255.255", "169.255.0.0", "172.15.255.255",
        "172.32.0.0", "192.0.1.0", "192.167.255.255", "192.169.0.0", "198.17.255.255", "198.20.0.0",
        "223.255.255.255"})
    EXPECT_TRUE(is_public(of(text))) << text;
  for (const char* text : {"2000::1", "2001:200::1", "2001:4860:4860::8888", "2001:db7::1",
                           "2001:db9::1", "2003::1", "2606:4700::1111", "3ffe::1", "3fff:1000::1"})
    EXPECT_TRUE(is_public(of(text))) << text;
}

TEST(Address, AsText) {
  EXPECT_EQ(address_text(of("192.0.2.1")), "192.0.2.1");
  EXPECT_EQ(address_text(of("2001:DB8:0:0::1")), "2001:db8::1");
}

}  // namespace
}  // namespace octavo::net
