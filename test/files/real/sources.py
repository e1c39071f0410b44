"""Writes what the files of this folder are made of: a contract, a list of prices and slides, with invented content.

Usage: sources.py FOLDER [SEED] [SECTIONS] [PICTURE_KILOBYTES]

LibreOffice reads contract.fodt, prices.fods and slides.fodp, Chromium contract.html; page-1.png to page-3.png are
pages as a scanner gives them, logo.png and photo.jpg the pictures in all of them.
"""

import base64
import io
import random
import sys
from pathlib import Path

from PIL import Image, ImageDraw, ImageFont

FONT = "/usr/share/fonts/truetype/dejavu/DejaVuSans.ttf"
PEOPLE = ["Ada Lovelace", "Charles Babbage", "Grace Hopper", "José Núñez Año", "Zoë Œuvre"]
THINGS = ["the workshop", "the garden", "the printing press", "the boat", "the archive"]
DUTIES = ["repairs", "insures", "lends", "cleans", "returns", "measures", "paints"]
NAMESPACES = " ".join(
    f'xmlns:{prefix}="urn:oasis:names:tc:opendocument:xmlns:{name}:1.0"'
    for prefix, name in {
        "office": "office", "style": "style", "text": "text", "table": "table", "draw": "drawing",
        "fo": "xsl-fo-compatible", "svg": "svg-compatible", "presentation": "presentation",
    }.items()
) + ' xmlns:xlink="http://www.w3.org/1999/xlink"'


class Sources:
    def __init__(self, seed: int, sections: int, kilobytes: int):
        self.random = random.Random(seed)
        self.sections = sections
        self.title = f"Contract No. {seed} about {self.random.choice(THINGS)}"
        self.logo = self.picture("PNG", kilobytes * 1024)
        self.photo = self.picture("JPEG", kilobytes * 1024)

    def sentence(self) -> str:
        first, second = self.random.sample(PEOPLE, 2)
        duty, thing = self.random.choice(DUTIES), self.random.choice(THINGS)
        return f"{first} {duty} {thing} for {second} within {self.random.randint(2, 90)} days."

    def paragraph(self) -> str:
        return " ".join(self.sentence() for _ in range(self.random.randint(3, 8)))

    def picture(self, kind: str, size: int) -> bytes:
        """A picture of about so many bytes: noise, as a photo has, under a line of text."""
        side = max(16, int((size / (3 if kind == "PNG" else 0.9)) ** 0.5))
        image = Image.frombytes("RGB", (side, side), self.random.randbytes(3 * side * side))
        ImageDraw.Draw(image).text((4, 4), self.title, fill="black")
        file = io.BytesIO()
        image.save(file, kind, **({"quality": 60} if kind == "JPEG" else {}))
        return file.getvalue()

    def page(self, number: int) -> bytes:
        """A page as a scanner gives it, at 150 dots per inch."""
        image = Image.new("L", (1240, 1754), 250)
        draw = ImageDraw.Draw(image)
        font = ImageFont.truetype(FONT, 26)
        draw.text((120, 110), f"{self.title}, page {number}", fill=0, font=font)
        for line in range(30):
            draw.text((120, 200 + 46 * line), self.sentence()[:70], fill=20, font=font)
        file = io.BytesIO()
        image.quantize(16).save(file, "PNG", optimize=True, dpi=(150, 150))
        return file.getvalue()

    def frame(self, picture: bytes, width: str, anchor: str = "as-char") -> str:
        data = base64.b64encode(picture).decode()
        return (
            f'<draw:frame text:anchor-type="{anchor}" svg:x="2cm" svg:y="4cm" svg:width="{width}" svg:height="{width}">'
            f"<draw:image><office:binary-data>{data}</office:binary-data></draw:image></draw:frame>"
        )

    def table(self, rows: int, columns: int = 4) -> str:
        cells = "".join(
            "<table:table-row>"
            + "".join(
                f'<table:table-cell office:value-type="string"><text:p>{self.cell(row, column)}</text:p></table:table-cell>'
                for column in range(columns)
            )
            + "</table:table-row>"
            for row in range(rows)
        )
        return (
            f'<table:table table:name="Prices"><table:table-column table:number-columns-repeated="{columns}"/>{cells}</table:table>'
        )

    def cell(self, row: int, column: int) -> str:
        return f"{row + 1}" if column == 0 else f"{self.random.choice(THINGS)} {self.random.randint(1, 99_999)} €"

    def text_body(self) -> str:
        parts = [f'<text:p>{self.frame(self.logo, "4cm")}</text:p>', f"<text:h text:outline-level='1'>{self.title}</text:h>"]
        for section in range(1, self.sections + 1):
            parts += [f"<text:h text:outline-level='2'>Section {section}</text:h>"]
            parts += [f"<text:p>{self.paragraph()}</text:p>" for _ in range(3)]
            if section % 5 == 1:
                parts += [self.table(6)]
        parts += [f'<text:p>{self.frame(self.photo, "9cm")}</text:p>', "<text:p>Signature: ____________</text:p>"]
        return f"<office:text>{''.join(parts)}</office:text>"

    def writer(self) -> str:
        margins = 'fo:page-width="21cm" fo:page-height="29.7cm" fo:margin="2cm"'
        head = "<style:header-style/><style:footer-style/>"
        header = f"<style:header><text:p>{self.title}</text:p></style:header>"
        footer = "<style:footer><text:p>Page <text:page-number>1</text:page-number></text:p></style:footer>"
        styles = (
            f'<office:automatic-styles><style:page-layout style:name="pm1"><style:page-layout-properties {margins}/>{head}'
            "</style:page-layout></office:automatic-styles><office:master-styles>"
            f'<style:master-page style:name="Standard" style:page-layout-name="pm1">{header}{footer}</style:master-page>'
            "</office:master-styles>"
        )
        return self.document("text", styles + f"<office:body>{self.text_body()}</office:body>")

    def calc(self) -> str:
        """A list of prices, in which a document of Writer is embedded."""
        letter = self.document("text", f"<office:body><office:text><text:p>{self.paragraph()}</text:p></office:text></office:body>")
        letter = letter.split("?>", 1)[1]
        place = 'svg:width="8cm" svg:height="5cm" svg:x="20cm" svg:y="1cm"'
        embedded = f"<table:shapes><draw:frame {place}><draw:object>{letter}</draw:object></draw:frame>"
        table = self.table(40 * self.sections, 8).replace(
            "<table:table-column", f"{embedded}{self.frame(self.logo, '5cm', 'page')}</table:shapes><table:table-column", 1
        )
        return self.document("spreadsheet", f"<office:body><office:spreadsheet>{table}</office:spreadsheet></office:body>")

    def impress(self) -> str:
        pages = "".join(
            f'<draw:page draw:name="Slide {number}" draw:master-page-name="Default">{self.frame(self.photo, "8cm", "page")}'
            '<draw:frame svg:width="20cm" svg:height="5cm" svg:x="2cm" svg:y="13cm"><draw:text-box>'
            f"<text:p>{self.paragraph()}</text:p></draw:text-box></draw:frame></draw:page>"
            for number in range(1, self.sections + 1)
        )
        layout = '<style:page-layout style:name="pm1"><style:page-layout-properties fo:page-width="28cm" fo:page-height="21cm"/></style:page-layout>'
        styles = (
            f"<office:automatic-styles>{layout}</office:automatic-styles><office:master-styles>"
            '<style:master-page style:name="Default" style:page-layout-name="pm1"/></office:master-styles>'
        )
        return self.document("presentation", f"{styles}<office:body><office:presentation>{pages}</office:presentation></office:body>")

    def document(self, kind: str, content: str) -> str:
        mime = f"application/vnd.oasis.opendocument.{kind}"
        return (
            f'<?xml version="1.0" encoding="UTF-8"?><office:document {NAMESPACES} office:version="1.2" '
            f'office:mimetype="{mime}">{content}</office:document>'
        )

    def web_page(self) -> str:
        data = base64.b64encode(self.photo).decode()
        sections = "".join(
            f"<h2>Section {number}</h2><p>{self.paragraph()}</p><p>{self.paragraph()}</p>"
            for number in range(1, self.sections + 1)
        )
        picture = f'<img width="300" src="data:image/jpeg;base64,{data}">'
        return f"<!doctype html><meta charset='utf-8'><title>{self.title}</title><h1>{self.title}</h1>{picture}{sections}"


def write(folder: Path, seed: int = 7, sections: int = 12, kilobytes: int = 60) -> Sources:
    sources = Sources(seed, sections, kilobytes)
    folder.mkdir(parents=True, exist_ok=True)
    (folder / "logo.png").write_bytes(sources.logo)
    (folder / "photo.jpg").write_bytes(sources.photo)
    (folder / "contract.fodt").write_text(sources.writer())
    (folder / "prices.fods").write_text(sources.calc())
    (folder / "slides.fodp").write_text(sources.impress())
    (folder / "contract.html").write_text(sources.web_page())
    for number in (1, 2, 3):
        (folder / f"page-{number}.png").write_bytes(sources.page(number))
    return sources


if __name__ == "__main__":
    write(Path(sys.argv[1]), *map(int, sys.argv[2:]))
