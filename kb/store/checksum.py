"""Checksums: whether a file is as it was written."""

import zlib
from pathlib import Path


def checksum(path: Path) -> int:
    """Return the CRC-32 of the whole file *path*, read in pieces; raises OSError."""
    crc = 0
    with path.open("rb") as file:
        while piece := file.read(1 << 20):
            crc = zlib.crc32(piece, crc)
    return crc
