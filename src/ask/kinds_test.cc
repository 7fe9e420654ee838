#include "ask/kinds.h"

#include <gtest/gtest.h>

namespace octavo::ask {
namespace {

bool has(std::string_view text, Kind kind) { return (kinds_in(text) & kind) != 0; }

TEST(Kinds, Numbers) {
  EXPECT_TRUE(has("14 stations", kNumber));
  EXPECT_TRUE(has("no longer than ninety days", kNumber));
  EXPECT_TRUE(has("共三处", kNumber));
  EXPECT_FALSE(has("The law of England applies.", kNumber));
}

TEST(Kinds, Dates) {
  for (const char* date : {"3 February 2025", "11/02/2025 17:46", "2025-02-11", "in 1987",
                           "2025年1月", "thirty days", "on Monday, 5th"})
    EXPECT_TRUE(has(date, kDate)) << date;
  for (const char* none :
       {"4.75", "19,200 pages", "ISBN 12-34567-8", "The court in Leeds", "1,234.50"})
    EXPECT_FALSE(has(none, kDate)) << none;
}

TEST(Kinds, Money) {
  for (const char* money : {"£ 250,000", "4.75", "12 euros", "7.9元"})
    EXPECT_TRUE(has(money, kMoney)) << money;
  for (const char* none : {"65,100 pages", "0.5", "a dollar"})
    EXPECT_FALSE(has(none, kMoney)) << none;
}

TEST(Kinds, Addresses) {
  EXPECT_TRUE(has("amara.nwosu@example.org", kMail));
  EXPECT_FALSE(has("a @ b", kMail));
  EXPECT_FALSE(has("me@home", kMail));
  for (const char* phone :
       {"+44 20 7946 0312", "Tel 555 0142", "电话：0599-555-0187", "202–493–2251"})
    EXPECT_TRUE(has(phone, kPhone)) << phone;
  for (const char* none : {"2019 2020 2021", "11/02/2025", "1,234,567", "4.755.785", "12345678"})
    EXPECT_FALSE(has(none, kPhone)) << none;
  EXPECT_TRUE(has("see example.org/amara", kWeb));
  EXPECT_TRUE(has("www.x.test", kWeb));
  EXPECT_FALSE(has("of the company. Common", kWeb));
}

TEST(Kinds, WhatQuestionsWant) {
  EXPECT_EQ(wanted_kinds("How many pages are there?"), kNumber);
  EXPECT_EQ(wanted_kinds("When was it signed?"), kDate);
  EXPECT_EQ(wanted_kinds("What is the date of the receipt?"), kDate);
  EXPECT_EQ(wanted_kinds("Who signed?"), kName);
  EXPECT_EQ(wanted_kinds("What is the phone number?"), kPhone);
  EXPECT_EQ(wanted_kinds("What is her e-mail address?"), kMail);
  EXPECT_EQ(wanted_kinds("总长多少？"), kNumber);
  EXPECT_EQ(wanted_kinds("联系人是谁？"), kName);
  EXPECT_EQ(wanted_kinds("Which law applies?"), kAnyKind);
  EXPECT_EQ(wanted_kinds("How long is the wall?"), kNumber);
}

}  // namespace
}  // namespace octavo::ask
