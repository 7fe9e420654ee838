#include "document/block/caption.h"

#include <gtest/gtest.h>

namespace octavo::document {
namespace {

struct Case {
  const char* text;
  CaptionKind kind;
  bool separated, mentioned;
};

TEST(CaptionPrefix, Languages) {
  for (const Case& c : {Case{"Figure 3: A curve", CaptionKind::kFigure, true, false},
                        {"Fig. 12. Shape of things", CaptionKind::kFigure, true, false},
                        {"FIG. 2 Cross section", CaptionKind::kFigure, true, false},
                        {"Table IV Results of the test", CaptionKind::kTable, true, false},
                        {"Table 2-1 FUNCTION_USAGE view", CaptionKind::kTable, true, false},
                        {"Listing 1: Program", CaptionKind::kCode, true, false},
                        {"Algorithm 2 Search", CaptionKind::kCode, true, false},
                        {"图 3-1 系统结构", CaptionKind::kFigure, true, false},
                        {"图1：流程", CaptionKind::kFigure, true, false},
                        {"表B.1 牌号对应关系", CaptionKind::kTable, true, false},
                        {"表格2.1一个简单的表格", CaptionKind::kTable, false, false},
                        {"Abb. 4: Aufbau", CaptionKind::kFigure, true, false},
                        {"Tabelle 2: Werte", CaptionKind::kTable, true, false},
                        {"Tableau 1 – Valeurs", CaptionKind::kTable, true, false},
                        {"Cuadro 3. Datos", CaptionKind::kTable, true, false},
                        {"Figure 3", CaptionKind::kFigure, true, false}}) {
    const CaptionPrefix prefix = caption_prefix(c.text);
    EXPECT_EQ(prefix.kind, c.kind) << c.text;
    EXPECT_EQ(prefix.separated, c.separated) << c.text;
    EXPECT_EQ(prefix.mentioned, c.mentioned) << c.text;
  }
}

TEST(CaptionPrefix, SentencesThatSpeakOfAFigure) {
  for (const char* text :
       {"Figure 3 shows the curve", "Fig. 6a presents the effect", "Table 2-2 lists all values",
        "Table 1 and Table 2 differ", "图1所示的系统", "表2 给出了结果", "Figure 2, left,"})
    EXPECT_TRUE(caption_prefix(text).mentioned) << text;
  EXPECT_FALSE(caption_prefix("Fig. 3 distribution of x").mentioned);
}

TEST(CaptionPrefix, None) {
  for (const char* text : {"Figures of speech", "figurative", "Tables turn", "表示", "图书馆",
                           "Table of Contents", "The figure", "", "Scheme", "Tab key"})
    EXPECT_FALSE(caption_prefix(text)) << text;
}

TEST(ContinuationCaption, Marks) {
  for (const char* text : {"Table 3 (continued)", "续表 3", "表 3（续）", "Table 3 continued",
                           "Tabelle 1 (Fortsetzung)"})
    EXPECT_TRUE(is_continuation_caption(text)) << text;
  for (const char* text : {"Table 3 Results", "We continued", "表 3"})
    EXPECT_FALSE(is_continuation_caption(text)) << text;
}

TEST(TableNote, Starts) {
  for (const char* text :
       {"Note: rounded", "Source: own", "注：单位为元", "资料来源：统计局", "※ 자료: 협회"})
    EXPECT_TRUE(is_table_note(text)) << text;
  for (const char* text : {"Notebooks", "Sources of error", "注意事项"})
    EXPECT_FALSE(is_table_note(text)) << text;
}

}  // namespace
}  // namespace octavo::document
