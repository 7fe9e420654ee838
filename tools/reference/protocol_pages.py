"""Pages as lines of text, for protocol_goldens.py: blocks in, what the reference makes of them out.

A block is a line TYPE X0 Y0 X1 Y1 [ANGLE] with coordinates in thousandths.
"""

import hashlib

from PIL import Image, ImageDraw

from mineru_vl_utils import post_process as vlu
from mineru_vl_utils.structs import ContentBlock

NOISE_SIDE = 1000


def unit_box(words):
    return [int(word) / 1000.0 for word in words]


def answer_finish(text):
    """Line 1: "flags N": 1 drops lists, 2 drops paratext, 4 leaves equation blocks alone, 8 the simple form.

    Then blocks, each with its content behind a tab: "~" for none; "⏎" is a line end; "^" before the type of an image
    that was covered in a table.
    """
    head, *lines = text.rstrip("\n").split("\n")
    flags = int(head.split()[1])
    blocks = []
    for line in lines:
        place, content = line.split("\t")
        kind, *words = place.split()
        content = None if content == "~" else content.replace("⏎", "\n")
        block = ContentBlock(kind.lstrip("^"), unit_box(words), content=content)
        if kind.startswith("^"):
            block[vlu.table_image_processor.TABLE_IMAGE_ABSORBED_KEY] = True
        blocks.append(block)
    blocks = vlu.post_process(blocks, simple_post_process=bool(flags & 8), handle_equation_block=not flags & 4,
                              abandon_list=bool(flags & 1), abandon_paratext=bool(flags & 2),
                              enable_table_formula_eq_wrap=True)  # fmt: skip
    return "\n".join(
        f"{b.type} {' '.join(str(round(c * 1000)) for c in b.bbox)} {b.get('sub_type', '')}\t"
        f"{'~' if b.content is None else b.content}"
        for b in blocks
    )


def noise(side):
    """The pattern of tests/support/made_page.h: gradients, no two rows alike."""
    data = bytearray()
    for y in range(side):
        for x in range(side):
            v = x * 7 + y * 13 + (x * y >> 5)
            data += bytes((v & 255, (v + 85 + x) & 255, (v * 3 + y) & 255))
    return Image.frombytes("RGB", (side, side), bytes(data))


_noise = []


def page_image(width, height):
    if not _noise:
        _noise.append(noise(NOISE_SIDE))
    return _noise[0].crop((0, 0, width, height))


def answer_flow(text, helper):
    """A page from layout answer to blocks: "page WIDTH HEIGHT", the layout answer, "==", then contents parted by "--".

    Which content a crop gets follows from its place in the list and its size.
    """
    head, rest = text.split("\n", 1)
    layout, contents = rest.split("\n==\n")
    contents = contents.split("\n--\n")
    _, width, height = head.split()
    blocks = helper.parse_layout_output(layout)
    images, _, _, indices = helper.prepare_for_extract(page_image(int(width), int(height)), blocks)
    for image, index in zip(images, indices):
        blocks[index].content = contents[(index * 7 + image.width + image.height) % len(contents)]
    return "\n".join(
        f"{b.type} {' '.join(str(round(c * 1000)) for c in b.bbox)} {b.angle} {int(b.get('merge_prev', False))} "
        f"{b.get('sub_type', '')}\t{'~' if b.content is None else b.content}"
        for b in helper.post_process(blocks)
    )


def answer_page(text, helper):
    """ "page WIDTH HEIGHT": the picture that layout sees."""
    _, width, height = text.split()
    image = helper.prepare_for_layout(page_image(int(width), int(height)))
    return f"{image.width}x{image.height} {hashlib.sha256(image.tobytes()).hexdigest()}"


def answer_crops(text, helper):
    """Line 1: "page WIDTH HEIGHT", then blocks; "-" for no angle. The drawn codes themselves are left out."""
    head, *lines = text.rstrip("\n").split("\n")
    _, width, height = head.split()
    blocks = []
    for line in lines:
        kind, *words, angle = line.split()
        blocks.append(ContentBlock(kind, unit_box(words), angle=None if angle == "-" else int(angle)))
    draw_text = ImageDraw.ImageDraw.text
    ImageDraw.ImageDraw.text = lambda *_, **__: None
    images, prompts, sampling, indices = helper.prepare_for_extract(page_image(int(width), int(height)), blocks)
    ImageDraw.ImageDraw.text = draw_text
    lines = []
    for image, prompt, parameters, index in zip(images, prompts, sampling, indices):
        digits = hashlib.sha256(image.tobytes()).hexdigest()[:16]
        covered = len(blocks[index].get(vlu.TABLE_IMAGE_TOKEN_MAP_KEY, {}))
        lines.append(f"{index} {blocks[index].type} {image.width}x{image.height} {digits} {prompt.strip()} "
                     f"{parameters.presence_penalty} {parameters.frequency_penalty} {covered}")  # fmt: skip
    lines += [b.type + (" in table" if b.get("_absorbed_by_table") else "") for b in blocks]
    return "\n".join(lines)
