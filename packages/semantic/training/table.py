"""The table as src/token-table.ts reads it."""

import json
import struct

import numpy as np

MAGIC = 0x56545354
VERSION = 1


def checksum_of(content):
    """FNV-1a of 32 bits."""
    value = 0x811C9DC5
    for byte in content:
        value = ((value ^ byte) * 0x01000193) & 0xFFFFFFFF
    return f"{value:08x}"


def write_table(file, tokens, rows, gates, bits, model):
    most = 127 if bits == 8 else 7
    scales = np.abs(rows).max(1) / most
    integers = np.rint(rows / scales[:, None]).astype(np.int8)
    if bits == 4:
        halves = integers.astype(np.uint8) & 15
        integers = halves[:, 0::2] | (halves[:, 1::2] << 4)
    factors = np.exp(gates)
    content = b"".join(
        [
            (scales * factors[0]).astype("<f4").tobytes(),
            (scales * factors[1]).astype("<f4").tobytes(),
            integers.tobytes(),
            "\n".join(tokens).encode("utf8"),
        ]
    )
    checksum = checksum_of(content)
    header = {
        "model": f"{model}-{checksum}",
        "dimensions": rows.shape[1],
        "rows": len(rows),
        "bits": bits,
        "checksum": checksum,
        "strayLength": round(float(np.median(np.linalg.norm(rows, axis=1))), 3),
    }
    text = json.dumps(header).encode("utf8")
    text += b" " * (-len(text) % 4)
    with open(file, "wb") as out:
        out.write(struct.pack("<III", MAGIC, VERSION, len(text)) + text + content)
    return header
