#!/usr/bin/env python3
"""tests/golden/engine/blocks.gguf: random blocks of every type and what the `gguf` package makes of them.

dequantize_goldens.py OUT.gguf     (environment: tools/reference/engine-files.txt)
For each type a tensor NAME and its values as f32, NAME.f32. The metadata has one key of every value type, so
the file is also what the reader's test reads.
"""

import sys

import gguf
import numpy as np
from gguf import GGMLQuantizationType as Type

BLOCKS = 12
# Where the f16 scales of a block lie.
SCALES = {
    Type.Q4_0: [0], Type.Q4_1: [0, 2], Type.Q5_0: [0], Type.Q5_1: [0, 2], Type.Q8_0: [0],
    Type.Q4_K: [0, 2], Type.Q5_K: [0, 2], Type.Q6_K: [208],
}  # fmt: skip
# The least subnormal, a subnormal, zeros, one, large values, and ordinary ones.
SCALE_BITS = [0x0001, 0x03FF, 0x8001, 0x0000, 0x8000, 0x3C00, 0x7BFF, 0xFBFF, 0x2A3D, 0x9C71, 0x1234, 0xB555]


def random_blocks(kind, random):
    _, size = gguf.GGML_QUANT_SIZES[kind]
    blocks = random.integers(0, 256, (BLOCKS, size), dtype=np.uint8)
    for which, at in enumerate(SCALES.get(kind, [])):
        bits = np.roll(np.array(SCALE_BITS, dtype="<u2"), 5 * which)
        blocks[:, at : at + 2] = bits.view(np.uint8).reshape(BLOCKS, 2)
    return blocks


def add_values(writer):
    writer.add_uint8("test.u8", 200)
    writer.add_int8("test.i8", -100)
    writer.add_uint16("test.u16", 60000)
    writer.add_int16("test.i16", -30000)
    writer.add_uint32("test.u32", 4000000000)
    writer.add_int32("test.i32", -2000000000)
    writer.add_uint64("test.u64", 2**63 - 1)
    writer.add_int64("test.i64", -(2**63))
    writer.add_float32("test.f32", 0.1)
    writer.add_float64("test.f64", 0.1)
    writer.add_bool("test.bool", True)
    writer.add_string("test.string", "Ünïcode\n")
    writer.add_array("test.strings", ["a", "", "日本"])
    writer.add_array("test.integers", [1, -2, 3])
    writer.add_array("test.floats", [0.5, -0.25])


def main():
    random = np.random.default_rng(20261130)
    writer = gguf.GGUFWriter(sys.argv[1], "golden")
    add_values(writer)
    for kind in (*SCALES, Type.F16, Type.BF16):
        if kind in SCALES:
            blocks = random_blocks(kind, random)
        else:
            blocks = random.integers(0, 256, (8, 2 * 64), dtype=np.uint8)
        writer.add_tensor(kind.name, blocks, raw_dtype=kind)
        values = gguf.quants.dequantize(blocks, kind)
        writer.add_tensor(kind.name + ".f32", values.astype(np.float32, copy=False))
    writer.write_header_to_file()
    writer.write_kv_data_to_file()
    writer.write_tensors_to_file()
    writer.close()


if __name__ == "__main__":
    main()
