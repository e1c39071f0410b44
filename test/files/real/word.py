"""Writes a contract with python-docx.

Usage: word.py FILE [SEED] [PICTURE_KILOBYTES]
"""

import io
import sys

from docx import Document
from docx.shared import Cm

from sources import Sources


def write(path: str, seed: int = 8, kilobytes: int = 1500) -> None:
    sources = Sources(seed, 1, kilobytes)
    document = Document()
    document.core_properties.title = sources.title
    document.sections[0].header.paragraphs[0].text = sources.title
    document.add_heading(sources.title)
    document.add_picture(io.BytesIO(sources.logo), width=Cm(8))
    for _ in range(10):
        document.add_paragraph(sources.paragraph())
    table = document.add_table(rows=5, cols=3)
    for row in table.rows:
        for cell in row.cells:
            cell.text = sources.sentence()
    document.save(path)


if __name__ == "__main__":
    write(sys.argv[1], *map(int, sys.argv[2:]))
