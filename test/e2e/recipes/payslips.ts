// Tests the recipe that sends each person the right payslip from a ZIP file.

import { PDFDocument } from '@cantoo/pdf-lib';
import { zipSync } from 'fflate';
import { createHash } from 'node:crypto';
import { ADA, BEN, MARY } from '../../people';
import type { ExampleRun, ExampleSite } from '../examples/exampleSite';
import type { FormAnswer } from '../lib/n8n/submitForm';
import { itemsOf, pagesOf } from '../mainJob';
import { handedOver, replaced } from './recipe';

const DAY = '2026-03-31';

/** A PDF with so many pages, by which it can be told from others. */
async function pdf(pages: number): Promise<Uint8Array> {
	const document = await PDFDocument.create();
	for (let page = 0; page < pages; page++) document.addPage();
	return await document.save();
}

/** The answers to the form: the files by their paths in the ZIP file, and the lines of the list. */
function answers(files: Record<string, Uint8Array>, lines: string[]): FormAnswer[] {
	const bytes = Buffer.from(zipSync(files));
	// As a browser on Windows sends it, and as Excel writes the list.
	const zip = { bytes, fileName: 'payslips.zip', type: 'application/x-zip-compressed' };
	const list = `\uFEFF${['name,email,file', ...lines].join('\r\n')}\r\n`;
	return [zip, { bytes: list, fileName: 'list.csv', type: 'text/csv' }, DAY];
}

const line = ({ name, email }: typeof ADA, file: string) => `${name},${email},${file}`;

const sha256 = (bytes: Uint8Array) => createHash('sha256').update(bytes).digest('hex');

/** Who was sent which files by the service, by email address: the hash of each. */
async function sentTo({ stack }: ExampleSite): Promise<Record<string, string[]>> {
	const bodies = (await stack.control.requests()).flatMap(({ method, path, body }) =>
		method === 'POST' && path === '/v3/emails.json' ? [body] : [],
	) as Array<{ recipients: Array<{ email: string }>; attachments: Array<{ sha256: string }> }>;
	return Object.fromEntries(
		bodies.map(({ recipients, attachments }) => [
			recipients.map(({ email }) => email).join(),
			attachments.map((file) => file.sha256),
		]),
	);
}

/** The example with other nodes in place of those of Google Drive and of mail. */
const published = async (site: ExampleSite) =>
	await site.published('payslips', (file) =>
		replaced(file, {
			'Keep the Proof': { id: '1aBc', name: 'proof.pdf', mimeType: 'application/pdf' },
			'Tell the Office': { accepted: ['you@example.com'], messageId: '<1@example.com>' },
		}),
	);

export function describePayslips(site: () => ExampleSite) {
	describe('the recipe for payslips', () => {
		let example: ExampleRun;

		beforeAll(async () => {
			example = await published(site());
		});

		afterAll(async () => await example?.end());

		it('sends each person the PDF of the name in the list, once, and keeps the proofs', async () => {
			const { control, client } = site().stack;
			const [one, two, three] = await Promise.all([1, 2, 3].map(pdf));
			if (!one || !two || !three) throw new Error('There are no payslips');
			const form = answers(
				{
					'march/': new Uint8Array(),
					'march/zoë.pdf': three,
					'march/ada.pdf': one,
					'ben 1.pdf': two,
					'.DS_Store': one,
					'__MACOSX/march/._ada.pdf': one,
				},
				// The list writes ë in another way than the archive.
				[line(ADA, 'ada.pdf'), line(BEN, 'ben 1.pdf'), line(MARY, 'zoe\u0308.pdf'), ',,'],
			);
			await site().writes();
			await example.submit('Payslips Form', form);
			const sending = await example.next('Send Payslip');
			expect(await sentTo(site())).toEqual({
				[ADA.email]: [sha256(one)],
				[BEN.email]: [sha256(two)],
				[MARY.email]: [sha256(three)],
			});
			expect(await site().writes()).toHaveLength(3);

			await example.submit('Payslips Form', form);
			const again = await example.nextItems('Send Payslip');
			expect(again.map(({ json }) => json.reused)).toEqual([true, true, true]);
			expect(await site().writes()).toEqual([]);

			const sent = itemsOf(sending, 'Send Payslip').map(
				({ json }) => json.certificates as Array<{ certificateId: string }>,
			);
			const certificateIdOf = (row: number) => sent[row]?.[0]?.certificateId ?? '';
			await control.open({ certificateId: certificateIdOf(0) }, { attachment: 0 });
			const [kept, ...moreKept] = handedOver(
				await example.next('Keep the Proof'),
				'Keep the Proof',
			);
			expect(moreKept).toEqual([]);
			expect(kept?.parameters).toMatchObject({
				inputDataFieldName: 'auditTrail',
				name: expect.stringMatching(/^20\d\d-\d\d-\d\d ada - Ada Lovelace - audit trail\.pdf$/),
			});
			const proof = kept?.binary.auditTrail;
			if (!proof) throw new Error('There is no proof');
			expect(await pagesOf(await client.download(proof))).toBeGreaterThan(0);

			await control.bounce({ certificateId: certificateIdOf(1) });
			const bounced = await example.next('Tell the Office');
			const [told] = handedOver(bounced, 'Tell the Office');
			expect(told?.parameters).toMatchObject({
				subject: `A payslip was not delivered to ${BEN.email}`,
				text: expect.stringContaining(`ben 1.pdf to ${BEN.name} <${BEN.email}>`),
			});
			expect(itemsOf(bounced, 'Keep the Proof')).toEqual([]);
		});

		it('sends nothing, and says why, when a file and a row do not fit', async () => {
			const bytes = await pdf(1);
			await site().writes();
			const reasonFor = async (files: string[], lines: string[]) => {
				const entries = Object.fromEntries(files.map((file) => [file, bytes]));
				const submitted = example.submit('Payslips Form', answers(entries, lines));
				await expect(submitted).rejects.toThrow('500');
				expect(await site().writes()).toEqual([]);
				return await example.nextFailure();
			};
			const ada = line(ADA, 'ada.pdf');
			expect(await reasonFor(['ada.pdf'], [ada, line(BEN, 'ben.pdf')])).toMatch(
				/^Nothing was sent\. Row 2 names "ben\.pdf", and there is no such file\./,
			);
			expect(await reasonFor(['ada.pdf', 'ben.pdf'], [ada])).toContain('"ben.pdf" is in no row.');
			expect(await reasonFor(['ada.pdf'], [ada, line(BEN, 'ada.pdf')])).toContain(
				'"ada.pdf" is in 2 rows.',
			);
			expect(await reasonFor(['a/ada.pdf', 'b/ada.pdf'], [ada])).toContain(
				'2 files have the name "ada.pdf".',
			);
			expect(await reasonFor(['Ada.pdf'], [ada])).toContain(
				'Row 1 names "ada.pdf", and there is no such file. "Ada.pdf" is in no row.',
			);
			expect(await reasonFor(['ada.pdf'], [`${ADA.name},,ada.pdf`])).toContain(
				'Row 1 has no address',
			);
			expect(await reasonFor(['ada.pdf'], [ada, line(BEN, '')])).toContain(
				'Row 2 has no name in the column file',
			);
			expect(await reasonFor(['ada.docx'], [line(ADA, 'ada.docx')])).toContain('is not a PDF');
			expect(await reasonFor(['ada.pdf'], [])).toContain('The list has no rows');
		});

		it('sends a file to no other address in the same month', async () => {
			const files = { 'april.pdf': await pdf(1) };
			await site().writes();
			await example.submit('Payslips Form', answers(files, [line(ADA, 'april.pdf')]));
			await example.next('Send Payslip');
			const other = example.submit('Payslips Form', answers(files, [line(BEN, 'april.pdf')]));
			await expect(other).rejects.toThrow('500');
			expect(await example.nextFailure()).toContain('exists already, and it is not the same');
			expect(await site().writes()).toEqual(['POST /v3/emails.json']);
		});
	});
}
