"""Makes files from 10 kB to 14 MB with the programs that people use, of other contents and sizes each time round.

Usage: make.py FOLDER COUNT
"""

import random
import shutil
import subprocess
import sys
import tempfile
import zipfile
from pathlib import Path

sys.path.insert(0, str(Path(__file__).parents[1] / "real"))

import sources
import word

# So many files come of one content.
EACH = 24
# What is embedded twice: the logo and the photo.
SMALLEST, LARGEST = 1, 6_400


def run(*command: object) -> None:
    subprocess.run([str(part) for part in command], check=True, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL)


def office(format: str, folder: Path, work: Path, files: list[Path]) -> None:
    profile = f"-env:UserInstallation=file://{work}/profile"
    run("soffice", profile, "--headless", "--convert-to", format, "--outdir", folder, *files)


def pdfs(folder: Path, work: Path, name: str) -> None:
    """PDFs of other programs, some of the PDF of LibreOffice."""
    source = work / name
    pdf = folder / f"{name}.pdf"
    secret = ["a password", "another", "256", "--"]
    run("qpdf", "--linearize", pdf, folder / f"{name}-linearized.pdf")
    run("qpdf", "--object-streams=generate", pdf, folder / f"{name}-objectStreams.pdf")
    run("qpdf", "--encrypt", *secret, pdf, folder / f"{name}-user.pdf")
    run("qpdf", "--encrypt", "", *secret[1:], pdf, folder / f"{name}-owner.pdf")
    run("gs", "-q", "-dBATCH", "-dNOPAUSE", "-sDEVICE=pdfwrite", f"-sOutputFile={folder}/{name}-ghostscript.pdf", pdf)
    run("img2pdf", "--output", folder / f"{name}-scan.pdf", source / "logo.png", source / "page-1.png")
    run("pdfunite", pdf, folder / f"{name}-scan.pdf", folder / f"{name}-poppler.pdf")
    printed = f"--print-to-pdf={folder}/{name}-chromium.pdf"
    run("chromium", "--headless", "--no-sandbox", "--disable-gpu", f"--user-data-dir={work}/chromium", printed, source / "contract.html")


def packed(file: Path, entries: dict[str, bytes], comment: bytes = b"", pressed: bool = True) -> None:
    with zipfile.ZipFile(file, "w", zipfile.ZIP_DEFLATED if pressed else zipfile.ZIP_STORED) as archive:
        archive.comment = comment
        for name, content in entries.items():
            archive.writestr(name, content)


def packages(folder: Path, name: str, chance: random.Random) -> None:
    """The same packages as other programs pack them, and archives and packages that hold a DOCX as it is."""
    docx = folder / f"{name}.docx"
    entries = {}
    with zipfile.ZipFile(docx) as archive:
        entries = {entry: archive.read(entry) for entry in archive.namelist()}
    comment = chance.randbytes(chance.choice([1, 100, 65_535]))
    packed(folder / f"{name}-comment.docx", entries, comment)
    packed(folder / f"{name}-stored.docx", dict(reversed(entries.items())), pressed=False)
    (folder / f"{name}-behind.docx").write_bytes(docx.read_bytes() + b"\r\n" * chance.randint(1, 500))
    zipfile.ZIP_FILECOUNT_LIMIT = 0
    packed(folder / f"{name}-zip64.docx", entries)
    zipfile.ZIP_FILECOUNT_LIMIT = 0xFFFF
    renamed = {entry.replace("document.xml", "document2.xml"): content.replace(b"document.xml", b"document2.xml") for entry, content in entries.items()}
    packed(folder / f"{name}-online.docx", renamed)
    packed(folder / f"{name}-holds.zip", {"word/contract.docx": docx.read_bytes(), "[Content_Types].txt": b""}, pressed=False)
    for ending, place in {"xlsx": "xl", "pptx": "ppt"}.items():
        with zipfile.ZipFile(folder / f"{name}.{ending}") as archive:
            held = {entry: archive.read(entry) for entry in archive.namelist()}
        held |= {f"{place}/embeddings/Word.docx": docx.read_bytes(), "word/notes.xml": b"<notes/>"}
        packed(folder / f"{name}-holds.{ending}", held, pressed=False)


def make(folder: Path, count: int, work: Path) -> None:
    contents = max(2, round(count / EACH))
    names = [str(number) for number in range(1, contents + 1)]
    for index, name in enumerate(names):
        kilobytes = round(SMALLEST * (LARGEST / SMALLEST) ** (index / (contents - 1)))
        sources.write(work / name, index, 2 + index % 3, kilobytes)
        word.write(str(folder / f"{name}-python.docx"), index, 2 * kilobytes)
        for kind in ["contract.fodt", "prices.fods", "slides.fodp"]:
            shutil.move(work / name / kind, work / f"{name}.{kind[-4:]}")
    made = {"fodt": ["docx", "doc", "odt", "pdf"], "fods": ["xlsx", "xls"], "fodp": ["pptx"]}
    for kind, formats in made.items():
        for format in formats:
            office(format, folder, work, [work / f"{name}.{kind}" for name in names])
    for index, name in enumerate(names):
        pdfs(folder, work, name)
        packages(folder, name, random.Random(index))


if __name__ == "__main__":
    with tempfile.TemporaryDirectory() as temporary:
        make(Path(sys.argv[1]), int(sys.argv[2]), Path(temporary))
