"""Says as JSON what each file of a folder is, as pdfinfo, qpdf, python-docx, olefile and zipfile see it.

Usage: judge.py FOLDER
"""

import json
import re
import subprocess
import sys
import zipfile
from pathlib import Path

import docx
import olefile

PASSWORD = "a password"
# Signaturit takes no larger file.
MAX_BYTES = 15 * 1024 * 1024


def output(*command: object) -> str:
    return subprocess.run([str(part) for part in command], capture_output=True, text=True, errors="replace").stdout


def pdf(path: Path) -> dict[str, object]:
    info = output("pdfinfo", "-upw", PASSWORD, path) or output("pdfinfo", path)
    pages = int(re.search(r"^Pages:\s+(\d+)", info, re.M)[1])
    counted = output("qpdf", f"--password={PASSWORD}", "--show-npages", path).strip() or output("qpdf", "--show-npages", path).strip()
    if str(pages) != counted:
        raise ValueError(f"{path.name} has {pages} pages for pdfinfo and {counted} for qpdf")
    return {"format": "PDF", "pages": pages, "isProtected": re.search(r"^Encrypted:\s+yes", info, re.M) is not None}


def judged(path: Path) -> dict[str, object]:
    if path.read_bytes()[:5] == b"%PDF-":
        return pdf(path)
    if olefile.isOleFile(path):
        with olefile.OleFileIO(path) as container:
            return {"format": "DOC" if container.exists("WordDocument") else None}
    with zipfile.ZipFile(path) as archive:
        if archive.testzip() is not None:
            raise ValueError(f"{path.name} is damaged")
    try:
        docx.Document(str(path))
        return {"format": "DOCX"}
    except (KeyError, ValueError):
        return {"format": "ZIP"}


if __name__ == "__main__":
    paths = sorted(path for path in Path(sys.argv[1]).iterdir() if path.stat().st_size <= MAX_BYTES)
    print(json.dumps([{"name": path.name, **judged(path)} for path in paths]))
