/** Writes contract.pdf, the sample contract of the example workflow: `npx tsx examples/makeContract.ts`. */
import { PDFDocument, StandardFonts, rgb, type PDFFont, type PDFPage } from '@cantoo/pdf-lib';
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';

const A4: [number, number] = [595.28, 841.89];
const MARGIN = 68;
const WIDTH = A4[0] - 2 * MARGIN;
const BOTTOM = 84;
const INK = rgb(0.13, 0.15, 0.2);
const MUTED = rgb(0.42, 0.45, 0.52);
const ACCENT = rgb(0.09, 0.36, 0.4);
/** A fixed date, so that the same text gives the same bytes. */
const DATE = new Date('2025-01-15T09:00:00Z');

const TITLE = 'Consulting Services Agreement';

const PARTIES: [role: string, name: string, address: string][] = [
	['The Client', 'Larkfield Garden Studio Ltd.', '12 Orchard Row, Millbrook'],
	['The Consultant', 'Ortiz & Daughters Landscape Planning', '4 Harbour Steps, Easthaven'],
];

const SECTIONS: [heading: string, ...paragraphs: string[]][] = [
	[
		'1. Services',
		'The Consultant plans the redesign of the public garden at Millbrook Square: a survey of the site, two design proposals with plans to scale, a planting list, and the supervision of the planting in spring.',
		'The Consultant carries out the services in person or through employees, with the care usual in the profession, and keeps the Client informed about progress at least every two weeks.',
	],
	[
		'2. Term',
		'This agreement begins on the day on which both parties have signed it and ends when the services have been provided, at the latest twelve months later. Either party may end it with four weeks’ notice in writing. Work done until then is paid for.',
	],
	[
		'3. Fees and payment',
		'The Client pays a fixed fee of 18,400.00 in three parts: 4,600.00 on signature, 6,900.00 on delivery of the design proposals, and 6,900.00 on completion of the planting. Travel within 50 km is included; other expenses need the Client’s consent beforehand.',
		'Invoices are due within 30 days of receipt. If a payment is late, the Consultant may suspend work after a reminder that names a reasonable period.',
	],
	[
		'4. The Client’s part',
		'The Client gives access to the site, names one person who decides on its behalf, and answers questions of the Consultant within five working days. Delays for which the Client is responsible extend the agreed dates accordingly.',
	],
	[
		'5. Rights in the work',
		'On payment of the full fee the Client receives the right to use the plans for the garden at Millbrook Square without limit in time. The Consultant may show them as a reference. The Consultant remains the author of the plans and is named as such where that is customary.',
	],
	[
		'6. Confidentiality',
		'Each party keeps confidential what it learns about the other’s business and is not generally known, during this agreement and for two years after its end. This does not apply to what the law obliges it to disclose.',
	],
	[
		'7. Liability',
		'The Consultant is liable for damage caused by intent or gross negligence without limit, and otherwise up to the amount of the fixed fee. The Consultant keeps professional liability insurance for the term of this agreement and proves it on request.',
	],
	[
		'8. General',
		'Changes to this agreement are made in writing; an electronic signature is sufficient. If one clause is not valid, the others remain in force. The parties will try to settle a dispute by mediation before they go to court. The courts of Millbrook have jurisdiction.',
		'This agreement is signed electronically. Each party receives a signed copy together with the record of how it was signed.',
	],
];

const SIGNERS: [role: string, party: string][] = [
	['For the Client', 'Larkfield Garden Studio Ltd.'],
	['For the Consultant', 'Ortiz & Daughters Landscape Planning'],
];

/** Breaks a text into lines that fit between the margins. */
function wrap(text: string, font: PDFFont, size: number): string[] {
	const lines: string[] = [];
	let line = '';
	for (const word of text.split(' ')) {
		const longer = line ? `${line} ${word}` : word;
		if (line && font.widthOfTextAtSize(longer, size) > WIDTH) {
			lines.push(line);
			line = word;
		} else {
			line = longer;
		}
	}
	return [...lines, line];
}

async function contract(): Promise<Uint8Array> {
	const pdf = await PDFDocument.create();
	pdf.setTitle(TITLE);
	pdf.setAuthor('Example');
	pdf.setCreationDate(DATE);
	pdf.setModificationDate(DATE);
	const roman = await pdf.embedFont(StandardFonts.TimesRoman);
	const bold = await pdf.embedFont(StandardFonts.HelveticaBold);
	const sans = await pdf.embedFont(StandardFonts.Helvetica);

	let page: PDFPage = pdf.addPage(A4);
	let y = A4[1] - MARGIN;
	const newPage = () => {
		page = pdf.addPage(A4);
		y = A4[1] - MARGIN;
	};
	const text = (line: string, font: PDFFont, size: number, leading: number, color = INK) => {
		y -= leading;
		page.drawText(line, { x: MARGIN, y, size, font, color });
	};
	const rule = (at: number, thickness: number, color = MUTED, width = WIDTH, x = MARGIN) => {
		page.drawLine({ start: { x, y: at }, end: { x: x + width, y: at }, thickness, color });
	};
	const ensureSpace = (height: number) => {
		if (y - height < BOTTOM) newPage();
	};

	text('SAMPLE DOCUMENT, NOT LEGAL ADVICE', sans, 8, 8, MUTED);
	text(TITLE, bold, 24, 34, ACCENT);
	y -= 14;
	rule(y, 1.5, ACCENT);
	y -= 12;
	text('between', roman, 11, 16, MUTED);
	for (const [role, name, address] of PARTIES) {
		text(name, bold, 12, 22);
		text(`${address} (“${role}”)`, roman, 11, 15);
	}
	y -= 8;

	for (const [heading, ...paragraphs] of SECTIONS) {
		// The space for a heading and two lines, so that no heading stands alone at the foot of a page.
		ensureSpace(78);
		text(heading, bold, 12, 28, ACCENT);
		for (const paragraph of paragraphs) {
			y -= 5;
			for (const line of wrap(paragraph, roman, 11)) {
				ensureSpace(16);
				text(line, roman, 11, 16);
			}
		}
	}

	const column = (WIDTH - 32) / 2;
	ensureSpace(150);
	text('Signatures', bold, 12, 34, ACCENT);
	y -= 64;
	for (const [index, [role, party]] of SIGNERS.entries()) {
		const x = MARGIN + index * (column + 32);
		rule(y, 0.75, INK, column, x);
		page.drawText(role, { x, y: y - 14, size: 10, font: bold, color: INK });
		page.drawText(party, { x, y: y - 28, size: 10, font: roman, color: MUTED });
	}

	const pages = pdf.getPages();
	for (const [index, each] of pages.entries()) {
		const footer = `${TITLE}, page ${index + 1} of ${pages.length}`;
		const x = MARGIN + (WIDTH - sans.widthOfTextAtSize(footer, 8)) / 2;
		each.drawText(footer, { x, y: 44, size: 8, font: sans, color: MUTED });
	}
	return await pdf.save();
}

void contract().then((bytes) => writeFileSync(join(__dirname, 'contract.pdf'), bytes));
