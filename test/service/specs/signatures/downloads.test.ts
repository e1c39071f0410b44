import { PDFDocument } from '@cantoo/pdf-lib';
import { strToU8, unzipSync, zipSync } from 'fflate';

import { ADA } from '../../../people';
import { NO_SIGNATURE } from '../../pdf/layout';
import { pdfOf, wordsIn } from '../support/pdf';
import { rigForEach } from '../support/rig';
import {
	answer,
	createSignature,
	download,
	eventTypes,
	getSignature,
	recipients,
	type WireSignature,
} from '../support/wire';

const rig = rigForEach();

const WIDGET = 'recipients[0][widgets]';

const pathOf = ({ id, documents }: WireSignature, end: string, number = 0) =>
	`/v3/signatures/${id}/documents/${documents[number]?.id}/${end}`;

const signAll = async ({ id }: WireSignature, values?: Record<string, string>) => {
	await rig.control.sign({ signatureId: id, email: ADA.email }, values);
	await rig.control.settled();
};

const notFound = (what: string) => ({
	status: 404,
	data: { status_code: 404, message: `${what} not found` },
});

describe('document downloads', () => {
	test('the sent file has the uploaded bytes and the uploaded name', async () => {
		const bytes = await pdfOf('Hello');
		const name = 'Contraseña € «A».pdf';
		const signature = await createSignature(rig, recipients(ADA), [
			{ field: 'files[0]', name, bytes },
		]);
		const sent = await download(rig, pathOf(signature, 'download/sent'));
		expect(sent.bytes.equals(bytes)).toBe(true);
		expect(sent.type).toBe('application/pdf');
		const encoded = /filename\*=UTF-8''(\S+)$/.exec(sent.disposition)?.[1] ?? '';
		expect(signature.documents[0]?.file.name).toBe(decodeURIComponent(encoded));
		expect(sent.disposition).toMatch(/^attachment; filename="Contrasena _ _A_.pdf";/);
	});

	test('the signed PDF contains the widget values and ends with a signature page', async () => {
		const bytes = await pdfOf('First page', 'Place for ANCHOR here');
		const signature = await createSignature(
			rig,
			{
				...recipients(ADA),
				[`${WIDGET}[0][type]`]: 'signature',
				[`${WIDGET}[0][page]`]: '1',
				[`${WIDGET}[0][left]`]: '10',
				[`${WIDGET}[0][top]`]: '50',
				[`${WIDGET}[1][type]`]: 'text',
				[`${WIDGET}[1][word_anchor]`]: 'ANCHOR',
				[`${WIDGET}[1][height]`]: '5',
				[`${WIDGET}[1][width]`]: '20',
				[`${WIDGET}[2][type]`]: 'text',
				[`${WIDGET}[2][page]`]: '1',
				[`${WIDGET}[2][left]`]: '10',
				[`${WIDGET}[2][top]`]: '80',
				[`${WIDGET}[2][editable]`]: '0',
				[`${WIDGET}[2][default]`]: 'Printed',
			},
			[{ field: 'files[0]', name: 'contract.pdf', bytes }],
		);
		const sent = await wordsIn((await download(rig, pathOf(signature, 'download/sent'))).bytes);
		expect(sent).toContain('Printed');
		expect(sent).not.toContain('Madrid');

		await signAll(signature, { 'w0-0': 'Ada King', 'w0-1': 'Madrid' });
		const signed = await download(rig, pathOf(signature, 'download/signed'));
		expect((await PDFDocument.load(signed.bytes)).getPageCount()).toBe(3);
		const words = await wordsIn(signed.bytes);
		expect(words).toEqual(expect.arrayContaining(['Printed', 'King', 'Madrid']));
		expect(words.slice(-60).join(' ')).toContain('Signature page');
		const again = await download(rig, pathOf(signature, 'download/signed'));
		expect(again.bytes.equals(signed.bytes)).toBe(true);
	});

	test('a widget stands on every file that has its page', async () => {
		const at = { page: '2', left: '10', top: '50' };
		const widgets = [
			{ type: 'signature', ...at, page: '1' },
			{ type: 'text', ...at, editable: '0', default: 'Printed' },
		];
		const files = [await pdfOf('One', 'Two'), await pdfOf('One'), await pdfOf('One', 'Two')];
		const signature = await createSignature(
			rig,
			{
				...recipients(ADA),
				...Object.fromEntries(
					widgets.flatMap((widget, n) =>
						Object.entries(widget).map(([key, value]) => [`${WIDGET}[${n}][${key}]`, value]),
					),
				),
			},
			files.map((bytes, n) => ({ field: `files[${n}]`, name: `${n}.pdf`, bytes })),
		);
		const printed = await Promise.all(
			files.map(async (_, n) => {
				const { bytes } = await download(rig, pathOf(signature, 'download/sent', n));
				return (await wordsIn(bytes)).includes('Printed');
			}),
		);
		expect(printed).toEqual([true, false, true]);
	});

	test('custom data that names a form field fills the field, may be long and is not stored', async () => {
		const pdf = await PDFDocument.create();
		const page = pdf.addPage([600, 400]);
		pdf.getForm().createTextField('full_name').addToPage(page, { x: 20, y: 300, width: 560 });
		const bytes = Buffer.from(await pdf.save());
		const long = `Filled ${'x'.repeat(70)}`;
		const signature = await createSignature(
			rig,
			{ ...recipients(ADA), 'data[full_name]': long, 'data[crm]': '1' },
			[{ field: 'files[0]', name: 'form.pdf', bytes }],
		);
		expect(signature.data).toEqual([{ key: 'crm', value: '1' }]);
		const sent = await download(rig, pathOf(signature, 'download/sent'));
		const field = (await PDFDocument.load(sent.bytes)).getForm().getTextField('full_name');
		expect([field.getText(), field.isReadOnly()]).toEqual([long, true]);
	});

	test('DOCX and DOC files are accepted and downloaded as PDFs', async () => {
		const docx = Buffer.from(
			zipSync({
				'[Content_Types].xml': strToU8('<Types/>'),
				'word/document.xml': strToU8(
					'<w:document><w:body><w:p><w:r><w:t>Employment &amp; pay</w:t></w:r></w:p></w:body></w:document>',
				),
			}),
		);
		const doc = Buffer.concat([Buffer.from('d0cf11e0a1b11ae1', 'hex'), Buffer.alloc(2000)]);
		const signature = await createSignature(rig, recipients(ADA), [
			{ field: 'files[0]', name: 'a.docx', bytes: docx },
			{ field: 'files[1]', name: 'b.doc', bytes: doc },
		]);
		const sent = await download(rig, pathOf(signature, 'download/sent'));
		expect(sent.disposition).toContain('"a.pdf"');
		expect(await wordsIn(sent.bytes)).toEqual([
			...['a', 'docx', 'Employment', 'pay'],
			...(NO_SIGNATURE.match(/\w+/g) ?? []),
		]);
		await signAll(signature);
		expect((await download(rig, pathOf(signature, 'download/signed', 1))).status).toBe(200);
	});

	test('the audit trail lists every event of the document and its signer', async () => {
		const signature = await createSignature(rig, recipients(ADA));
		await signAll(signature);
		const words = (
			await wordsIn((await download(rig, pathOf(signature, 'download/audit_trail'))).bytes)
		).join(' ');
		const [document] = (await getSignature(rig, signature.id)).documents;
		for (const { type } of document?.events ?? []) {
			expect(words).toContain(type.replaceAll('_', ' '));
		}
		expect(words).toContain('ada example com');
	});

	test('attachments are downloaded as a ZIP with a folder per kind, and each one adds an event', async () => {
		const signature = await createSignature(rig, {
			...recipients(ADA),
			'recipients[0][require_photo]': '2',
			'recipients[0][require_photo_id]': '1',
			'recipients[0][require_file_attachment][0][type]': 'passport',
			'recipients[0][require_file_attachment][1][type]': 'other',
			'recipients[0][require_file_attachment][1][description]': 'Pay slip',
		});
		const path = pathOf(signature, 'download/attachments');
		expect(answer(await rig.http.get(path))).toEqual(notFound('Attachments'));
		await signAll(signature);
		const zip = await download(rig, path);
		expect(zip.type).toBe('application/zip');
		expect(Object.keys(unzipSync(zip.bytes)).sort()).toEqual([
			'files/Pay slip.txt',
			'files/passport.txt',
			'photo_ids/Photo of an id 1.png',
			'photos/Photo 1.png',
			'photos/Photo 2.png',
		]);
		const happened = eventTypes((await getSignature(rig, signature.id)).documents[0]);
		expect(happened.filter((type) => type.endsWith('_added'))).toEqual([
			'photo_added',
			'photo_added',
			'photo_id_added',
			'file_added',
			'file_added',
		]);
	});

	test('a photo required by list index is required for the document with that number only', async () => {
		const bytes = await pdfOf('Hello');
		const signature = await createSignature(
			rig,
			{ ...recipients(ADA), 'recipients[0][require_photo][1]': '1' },
			['a.pdf', 'b.pdf'].map((name, n) => ({ field: `files[${n}]`, name, bytes })),
		);
		await signAll(signature);
		expect((await rig.http.get(pathOf(signature, 'download/attachments'))).status).toBe(404);
		const second = await download(rig, pathOf(signature, 'download/attachments', 1));
		expect(Object.keys(unzipSync(second.bytes))).toEqual(['photos/Photo 1.png']);
	});

	test('a download seeded with 20 MB is a valid PDF of more than that size', async () => {
		const bytes = 20 * 1024 * 1024;
		const [id = ''] = await rig.control.seed({ count: 1, downloadBytes: bytes });
		const signed = await download(rig, pathOf(await getSignature(rig, id), 'download/signed'));
		expect(signed.bytes.length).toBeGreaterThan(bytes);
		expect((await PDFDocument.load(signed.bytes)).getPageCount()).toBe(2);
	});

	test('every download answers 404 when the document does not exist', async () => {
		const { id } = await createSignature(rig, recipients(ADA));
		for (const end of ['sent', 'signed', 'audit_trail', 'attachments']) {
			const response = await rig.http.get(`/v3/signatures/${id}/documents/none/download/${end}`);
			expect(answer(response)).toEqual(notFound('Document'));
		}
	});
});

describe('SMS status', () => {
	test('sms_status answers the status and the phone number, and 404 when no SMS was sent', async () => {
		const signature = await createSignature(rig, {
			...recipients(ADA),
			'recipients[0][phone]': '34600000000',
			delivery_type: 'sms',
		});
		expect(answer(await rig.http.get(pathOf(signature, 'sms_status.json')))).toEqual({
			status: 200,
			data: { sms_status: 'delivered', phone_number: '34600000000' },
		});
		const byEmail = await createSignature(rig, recipients(ADA));
		const response = await rig.http.get(pathOf(byEmail, 'sms_status.json'));
		expect(answer(response)).toEqual(notFound('SMS'));
	});
});
