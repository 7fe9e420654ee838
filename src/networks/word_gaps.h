// Spaces that the text network missed, told from the white between letters.
#pragma once

#include "networks/text_recognizer.h"

namespace octavo {

// Networks that learned from Chinese drop spaces of Latin text, most of all in long and squeezed
// lines. Where two letters, digits or marks of a script with spaces stand clearly further apart
// than their neighbours do, a space is put between them. `line` is the picture that was read. Lines
// without white between their letters (underlined, very noisy) are left as they are.
void restore_spaces(RecognizedText& text, ImageView line);

}  // namespace octavo
