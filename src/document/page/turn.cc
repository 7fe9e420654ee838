#include "document/page/turn.h"

#include <cmath>

namespace octavo::document {

PointBox turn_box(const PointBox& box, int degrees, float width, float height) {
  switch (degrees) {
    case 90:
      return {height - box.y1, box.x0, height - box.y0, box.x1};
    case 180:
      return {width - box.x1, height - box.y1, width - box.x0, height - box.y0};
    case 270:
      return {box.y0, width - box.x1, box.y1, width - box.x0};
    default:
      return box;
  }
}

PointBox turn_box_back(const PointBox& box, int degrees, float width, float height) {
  const bool sideways = degrees == 90 || degrees == 270;
  return turn_box(box, (360 - degrees) % 360, sideways ? height : width, sideways ? width : height);
}

void turn_content(PageContent& content, int degrees) {
  if (degrees != 90 && degrees != 180 && degrees != 270) return;
  const float width = content.width, height = content.height;
  const auto turn = [&](PointBox& box) { box = turn_box(box, degrees, width, height); };
  for (Glyph& glyph : content.glyphs) {
    turn(glyph.box);
    turn(glyph.loose);
    const PointBox origin = turn_box(
        {glyph.origin_x, glyph.origin_y, glyph.origin_x, glyph.origin_y}, degrees, width, height);
    glyph.origin_x = origin.x0;
    glyph.origin_y = origin.y0;
    glyph.angle = std::fmod(glyph.angle + static_cast<float>(degrees), 360.0f);
  }
  for (Rule& rule : content.rules) {
    turn(rule.box);
    if (degrees != 180) rule.horizontal = !rule.horizontal;
  }
  for (Shape& shape : content.shapes) turn(shape.box);
  for (PlacedPicture& picture : content.pictures) turn(picture.box);
  for (Link& link : content.links) turn(link.box);
  for (FormField& field : content.fields) turn(field.box);
  if (degrees != 180) std::swap(content.width, content.height);
}

}  // namespace octavo::document
