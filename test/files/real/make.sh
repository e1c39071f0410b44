#!/usr/bin/env bash
# Makes the files of this folder again, with other bytes: programs write dates and random ids into them.
# What each of them is stands in files.ts, beside this. On Debian, as root:
#   apt-get install --no-install-recommends libreoffice-writer libreoffice-calc libreoffice-impress chromium \
#     ghostscript qpdf img2pdf ocrmypdf tesseract-ocr-eng python3-docx python3-pil fonts-dejavu-core
set -euo pipefail
cd "$(dirname "$0")"
here=$PWD
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
# The packages of Debian belong to its own Python.
export PYTHONDONTWRITEBYTECODE=1
python=/usr/bin/python3

# Converts files with LibreOffice: its formats, then the files.
office() {
	local formats=$1 format
	shift
	for format in $formats; do
		soffice "-env:UserInstallation=file://$work/profile" --headless --convert-to "$format" --outdir "$work" "$@"
	done
}

cd "$work"
"$python" "$here/sources.py" "$work"
office 'docx doc odt pdf' contract.fodt
office 'xlsx xls' prices.fods
office 'pptx' slides.fodp
for ending in docx doc odt pdf; do cp "contract.$ending" "$here/libreOffice.$ending"; done
for ending in xlsx xls; do cp "prices.$ending" "$here/libreOffice.$ending"; done
cp slides.pptx "$here/libreOffice.pptx"

# A contract of 200 pages.
"$python" "$here/sources.py" "$work/long" 9 600 40
office 'pdf docx' long/contract.fodt
qpdf --empty --pages contract.pdf 1-200 -- "$here/longContract.pdf"
cp contract.docx "$here/longContract.docx"
"$python" "$here/sources.py" "$work"
office pdf contract.fodt

chromium --headless --no-sandbox --disable-gpu --no-pdf-header-footer "--print-to-pdf=$here/chromium.pdf" contract.html
gs -q -dBATCH -dNOPAUSE -sDEVICE=pdfwrite -dPDFSETTINGS=/printer "-sOutputFile=$here/ghostscript.pdf" contract.pdf
qpdf --linearize contract.pdf "$here/linearized.pdf"
qpdf --object-streams=generate contract.pdf "$here/objectStreams.pdf"
qpdf --encrypt 'a password' 'another' 256 -- contract.pdf "$here/userPassword.pdf"
qpdf --encrypt '' 'another' 256 --print=none --modify=none -- contract.pdf "$here/ownerPassword.pdf"
img2pdf --output "$here/scan.pdf" page-1.png page-2.png page-3.png
ocrmypdf --quiet "$here/scan.pdf" "$here/scanWithText.pdf"

"$python" "$here/word.py" "$here/pythonDocx.docx"
npm install --silent --no-save --prefix "$work" docx
cp "$here/word.mjs" "$work"
node word.mjs "$here/docxJs.docx" logo.png
ls -l "$here"
