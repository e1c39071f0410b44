import { PDFDocument } from '@cantoo/pdf-lib';
import { strToU8, unzipSync, zipSync } from 'fflate';

import { wordOnline } from '../../../files/others';
import { NO_SIGNATURE } from '../../pdf/layout';
import { pdfOf, wordsIn } from '../support/pdf';
import { rigForEach } from '../support/rig';
import {
	answer,
	createSignature,
	documentPath,
	download,
	downloadedText,
	firstEvents,
	getSignature,
	notFound,
	pdfFile,
	PHONE,
	sign,
	widgetsOf,
} from '../support/wire';

const rig = rigForEach();

const DOC = Buffer.concat([Buffer.from('d0cf11e0a1b11ae1', 'hex'), Buffer.alloc(2000)]);
const PRINTED = { type: 'text', left: '10', top: '80', editable: '0', default: 'Printed' };

const sendFile = async (name: string, bytes: Buffer, fields: Record<string, string> = {}) =>
	await createSignature(rig, fields, [{ field: 'files[0]', name, bytes }]);

describe('document downloads', () => {
	test('the sent file has the uploaded bytes and the uploaded name', async () => {
		const bytes = await pdfOf('Hello');
		const signature = await sendFile('Contraseña € «A».pdf', bytes);
		const sent = await download(rig, documentPath(signature, 'download/sent'));
		expect(sent.bytes.equals(bytes)).toBe(true);
		expect(sent.type).toBe('application/pdf');
		const encoded = /filename\*=UTF-8''(\S+)$/.exec(sent.disposition)?.[1] ?? '';
		expect(signature.documents[0]?.file.name).toBe(decodeURIComponent(encoded));
		expect(sent.disposition).toMatch(/^attachment; filename="Contrasena _ _A_.pdf";/);
	});

	test('the signed PDF contains the widget values and ends with a signature page', async () => {
		const widgets = widgetsOf([
			{ type: 'signature', page: '1', left: '10', top: '50' },
			{ type: 'text', word_anchor: 'ANCHOR', height: '5', width: '20' },
			{ ...PRINTED, page: '1' },
		]);
		const bytes = await pdfOf('First page', 'Place for ANCHOR here');
		const signature = await sendFile('contract.pdf', bytes, widgets);
		const sent = await downloadedText(rig, signature, 'sent');
		expect(sent).toContain('Printed');
		expect(sent).not.toContain('Madrid');

		await sign(rig, signature.id, undefined, { 'w0-0': 'Ada King', 'w0-1': 'Madrid' });
		const signed = await download(rig, documentPath(signature, 'download/signed'));
		expect((await PDFDocument.load(signed.bytes)).getPageCount()).toBe(3);
		const words = (await downloadedText(rig, signature, 'signed')).split(' ');
		expect(words).toEqual(expect.arrayContaining(['Printed', 'King', 'Madrid']));
		expect(words.slice(-60).join(' ')).toContain('Signature page');
		const again = await download(rig, documentPath(signature, 'download/signed'));
		expect(again.bytes.equals(signed.bytes)).toBe(true);
	});

	test('a widget stands on every file that has its page', async () => {
		const signing = { type: 'signature', page: '1', left: '10', top: '50' };
		const files = [await pdfOf('One', 'Two'), await pdfOf('One'), await pdfOf('One', 'Two')];
		const signature = await createSignature(
			rig,
			widgetsOf([signing, { ...PRINTED, page: '2' }]),
			files.map(pdfFile),
		);
		const printed = files.map(async (_, index) => {
			const { bytes } = await download(rig, documentPath(signature, 'download/sent', index));
			return (await wordsIn(bytes)).includes('Printed');
		});
		expect(await Promise.all(printed)).toEqual([true, false, true]);
	});

	test('custom data that names a form field fills the field, may be long and is not stored', async () => {
		const pdf = await PDFDocument.create();
		const page = pdf.addPage([600, 400]);
		pdf.getForm().createTextField('full_name').addToPage(page, { x: 20, y: 300, width: 560 });
		const long = `Filled ${'x'.repeat(70)}`;
		const data = { 'data[full_name]': long, 'data[crm]': '1' };
		const signature = await sendFile('form.pdf', Buffer.from(await pdf.save()), data);
		expect(signature.data).toEqual([{ key: 'crm', value: '1' }]);
		const sent = await download(rig, documentPath(signature, 'download/sent'));
		const field = (await PDFDocument.load(sent.bytes)).getForm().getTextField('full_name');
		expect([field.getText(), field.isReadOnly()]).toEqual([long, true]);
	});

	test('DOCX and DOC files are accepted and downloaded as PDFs', async () => {
		const document =
			'<w:document><w:body><w:p><w:r><w:t>Employment &amp; pay</w:t></w:r></w:p></w:body></w:document>';
		const docx = zipSync({
			'[Content_Types].xml': strToU8('<Types/>'),
			'word/document.xml': strToU8(document),
		});
		const signature = await createSignature(rig, {}, [
			{ field: 'files[0]', name: 'a.docx', bytes: Buffer.from(docx) },
			{ field: 'files[1]', name: 'b.doc', bytes: DOC },
		]);
		const sent = await download(rig, documentPath(signature, 'download/sent'));
		expect(sent.disposition).toContain('"a.pdf"');
		expect(await wordsIn(sent.bytes)).toEqual([
			...['a', 'docx', 'Employment', 'pay'],
			...(NO_SIGNATURE.match(/\w+/g) ?? []),
		]);
		await sign(rig, signature.id);
		const second = await download(rig, documentPath(signature, 'download/signed', 1));
		expect(second.status).toBe(200);
	});

	test('the audit trail lists every event of the document and its signer', async () => {
		const signature = await createSignature(rig);
		await sign(rig, signature.id);
		const words = await downloadedText(rig, signature, 'audit_trail');
		for (const type of await firstEvents(rig, signature.id)) {
			expect(words).toContain(type.replaceAll('_', ' '));
		}
		expect(words).toContain('ada example com');
	});

	test('attachments are downloaded as a ZIP with a folder per kind, and each one adds an event', async () => {
		const signature = await createSignature(rig, {
			'recipients[0][require_photo]': '2',
			'recipients[0][require_photo_id]': '1',
			'recipients[0][require_file_attachment][0][type]': 'passport',
			'recipients[0][require_file_attachment][1][type]': 'other',
			'recipients[0][require_file_attachment][1][description]': 'Pay slip',
		});
		const path = documentPath(signature, 'download/attachments');
		expect(answer(await rig.http.get(path))).toEqual(notFound('Attachments'));
		await sign(rig, signature.id);
		const zip = await download(rig, path);
		expect(zip.type).toBe('application/zip');
		expect(Object.keys(unzipSync(zip.bytes)).sort()).toEqual([
			'files/Pay slip.txt',
			'files/passport.txt',
			'photo_ids/Photo of an id 1.png',
			'photos/Photo 1.png',
			'photos/Photo 2.png',
		]);
		const happened = await firstEvents(rig, signature.id);
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
		const files = [pdfFile(bytes, 0), pdfFile(bytes, 1)];
		const signature = await createSignature(rig, { 'recipients[0][require_photo][1]': '1' }, files);
		await sign(rig, signature.id);
		const first = await rig.http.get(documentPath(signature, 'download/attachments'));
		expect(first.status).toBe(404);
		const second = await download(rig, documentPath(signature, 'download/attachments', 1));
		expect(Object.keys(unzipSync(second.bytes))).toEqual(['photos/Photo 1.png']);
	});

	test('a download seeded with 20 MB is a valid PDF of more than that size', async () => {
		const bytes = 20 * 1024 * 1024;
		const [id = ''] = await rig.control.seed({ count: 1, downloadBytes: bytes });
		const path = documentPath(await getSignature(rig, id), 'download/signed');
		const signed = await download(rig, path);
		expect(signed.bytes.length).toBeGreaterThan(bytes);
		expect((await PDFDocument.load(signed.bytes)).getPageCount()).toBe(2);
	});

	test.each(['sent', 'signed', 'audit_trail', 'attachments'])(
		'the download %s answers 404 when the document does not exist',
		async (end) => {
			const { id } = await createSignature(rig);
			const response = await rig.http.get(`/v3/signatures/${id}/documents/none/download/${end}`);
			expect(answer(response)).toEqual(notFound('Document'));
		},
	);

	test('sms_status answers the status and the phone number, and 404 when no SMS was sent', async () => {
		const bySms = await createSignature(rig, { ...PHONE, delivery_type: 'sms' });
		expect(answer(await rig.http.get(documentPath(bySms, 'sms_status.json')))).toEqual({
			status: 200,
			data: { sms_status: 'delivered', phone_number: '34600000000' },
		});
		const byEmail = documentPath(await createSignature(rig), 'sms_status.json');
		expect(answer(await rig.http.get(byEmail))).toEqual(notFound('SMS'));
	});
});

describe('what the local service makes', () => {
	const DISCLAIMER = /this is no signature and proves nothing/g;

	test('every page of what was signed, and of its audit trail, says that it is no signature', async () => {
		const signature = await sendFile('contract.pdf', await pdfOf('One', 'Two'));
		await sign(rig, signature.id);
		expect((await downloadedText(rig, signature, 'signed')).match(DISCLAIMER)).toHaveLength(3);
		expect((await downloadedText(rig, signature, 'audit_trail')).match(DISCLAIMER)).toHaveLength(1);
		expect(await downloadedText(rig, signature, 'sent')).toBe('One Two');
	});

	test('a sent document into which the service has printed something says so too', async () => {
		const signing = { type: 'signature', page: '1', left: '10', top: '50' };
		const signature = await createSignature(rig, widgetsOf([signing, { ...PRINTED, page: '1' }]));
		const words = await downloadedText(rig, signature, 'sent');
		expect(words).toContain('Printed');
		expect(words).toMatch(DISCLAIMER);
	});
});

describe('the uploaded file of a document', () => {
	const pathOf = (documentId = '') => `/v3/documents/${documentId}/download/uploaded`;

	test('is answered by the id of the document, with its bytes and its name', async () => {
		const files = [pdfFile(await pdfOf('First'), 0), pdfFile(await pdfOf('Second'), 1)];
		const { documents } = await createSignature(rig, {}, files);
		for (const [index, { bytes, name }] of files.entries()) {
			const got = await download(rig, pathOf(documents[index]?.id));
			expect(got).toMatchObject({ status: 200, type: 'application/pdf' });
			expect(got.bytes.equals(bytes)).toBe(true);
			expect(got.disposition).toContain(`filename="${name}"`);
		}
	});

	test.each([
		['b.doc', 'application/msword', DOC],
		// Word Online names the main part document2.xml.
		[
			'a.docx',
			'application/vnd.openxmlformats-officedocument.wordprocessingml.document',
			wordOnline,
		],
	])('is a Word file when one was uploaded: %s (%s)', async (name, type, bytes) => {
		const { documents } = await sendFile(name, bytes);
		const got = await download(rig, pathOf(documents[0]?.id));
		expect(got.type).toBe(type);
		expect(got.bytes.equals(bytes)).toBe(true);
	});

	test("a document of a template has the template's file", async () => {
		const { documents } = await createSignature(rig, { 'templates[0]': '#Consent' }, []);
		const got = await download(rig, pathOf(documents[0]?.id));
		expect(got.disposition).toContain('filename="Consent.pdf"');
	});

	test('of a document that does not exist answers 404, and so does the id of a request', async () => {
		const { id } = await createSignature(rig);
		for (const other of ['none', id]) {
			expect(answer(await rig.http.get(pathOf(other)))).toEqual(notFound('Document'));
		}
	});
});
