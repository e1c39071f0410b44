import { PDFDocument } from '@cantoo/pdf-lib';
import { unzipSync } from 'fflate';
import { ADA } from '../../people';
import { bytesOf, runNode, startEngine } from '../engine/engine';
import { chunked, cut, file, type Send } from '../engine/fileAnswers';
import { byId, createSignature, documentParameters, pdfOf, recipients } from '../engine/fixtures';
import { localService } from '../engine/localService';
import { answer, scriptedServer } from '../engine/scriptedServer';
import { docOf, docxOf } from '../engine/wordFiles';
import { operationNamed } from './operationNamed';
import { servedFile } from './servedFile';

const PDF = 'application/pdf';
const ZIP = 'application/zip';
const DOCX = 'application/vnd.openxmlformats-officedocument.wordprocessingml.document';

const local = localService();
/** Stands for a service, or a proxy before it, that answers as a test says. */
const server = scriptedServer();
let signatureId: string;
let documentId: string;

/** Creates a request to one signer directly at the service. */
const createRequest = async (
	changes: Record<string, string> = {},
	files?: Parameters<typeof createSignature>[2],
) => {
	const fields = { ...recipients(ADA), ...changes };
	const { id, documents } = await createSignature(local, fields, files);
	signatureId = id;
	documentId = documents[0]?.id ?? '';
	await local.control.clearRequests();
};

const run = async (operation: string, more = {}, id = documentId) =>
	await runNode({
		parameters: documentParameters(operation, signatureId, id, more),
		credential: local.credential,
		items: [{ json: { kept: true }, binary: { other: { data: '', mimeType: 'text/plain' } } }],
	});

const runOnServer = async (parameters = documentParameters('downloadSigned', 's1', 'd1')) =>
	await runNode({ parameters, credential: server.credential });

const files = {
	pdf: { mimeType: PDF, make: async () => await pdfOf('A contract') },
	doc: { mimeType: 'application/msword', make: async () => docOf() },
	docx: { mimeType: DOCX, make: async () => docxOf('A contract') },
};
type Ending = keyof typeof files;
const endings = Object.keys(files) as Ending[];

describe.each(['default', 'filesystem'] as const)(
	'downloads of a document with binary data in the mode %s',
	(mode) => {
		beforeAll(async () => {
			await startEngine(mode);
			await createRequest({ 'recipients[0][require_file_attachment]': '2' });
		});

		it.each([
			['downloadSigned', /^The signed PDF is not available: Ada Lovelace has not signed /],
			['downloadAuditTrail', /^The audit trail is not available: Ada Lovelace has not signed /],
			['downloadAttachments', /^The attachments are not available: .*, and nothing is attached\.$/],
		])(
			"%s says why there is no file yet, with the service's message beneath",
			async (operation, message) => {
				const { error, items } = await run(operation);
				expect(error).toMatchObject({ httpCode: '404' });
				expect(error?.message).toMatch(message);
				expect(error?.description).toMatch(/not found/i);
				expect(items).toEqual([]);
			},
		);

		it.each([400, 403, 404, 409])(
			'downloadSigned says the status of the document when the service answers %d',
			async (status) => {
				const path = '/download/';
				await local.control.faults.add({ kind: 'status', status, path, message: 'Not signed' });
				const { error } = await run('downloadSigned');
				expect(error).toMatchObject({ httpCode: String(status) });
				expect(error?.message).toContain('Ada Lovelace has not signed');
				expect(error?.description).toContain('document_completed (Document Completed)');
				expect(error?.description).toContain('Signaturit answered: Not signed');
			},
		);

		describe('when the document is completed', () => {
			beforeAll(async () => {
				await local.control.sign({ documentId });
				await local.control.settled();
			});

			it.each([
				['downloadSigned', 'signed', PDF],
				['downloadSent', 'sent', PDF],
				['downloadAuditTrail', 'audit_trail', PDF],
				['downloadAttachments', 'attachments', ZIP],
			])(
				'%s stores the same bytes as the service has, and keeps the data of the input item',
				async (operation, file, mimeType) => {
					const { items, error } = await run(operation, { binaryPropertyName: 'got' });
					expect(error).toBeUndefined();
					const [item] = items;
					expect(item?.json).toEqual({ kept: true, signatureId, documentId });
					expect(item?.pairedItem).toEqual({ item: 0 });
					expect(Object.keys(item?.binary ?? {}).sort()).toEqual(['got', 'other']);
					const stored = item?.binary?.got;
					const fileExtension = mimeType === PDF ? 'pdf' : 'zip';
					expect(stored).toMatchObject({ mimeType, fileExtension });
					const title = file.replace('_', ' ');
					expect(stored?.fileName).toMatch(
						new RegExp(`^.+ - Ada Lovelace - ${title}\\.${fileExtension}$`),
					);
					const bytes = await bytesOf(stored);
					const served = await servedFile(local, signatureId, documentId, file);
					expect(bytes.equals(served)).toBe(true);
					const parts =
						mimeType === PDF
							? (await PDFDocument.load(bytes)).getPageCount()
							: Object.keys(unzipSync(bytes)).length;
					expect(parts).toBeGreaterThan(0);
				},
			);
		});
	},
);

describe('Change Signer', () => {
	const email = 'ada@lovelace.example.com';

	beforeEach(async () => await createRequest());

	it.each([
		['sends the email address and the name', 'Ada King', { email, name: 'Ada King' }],
		['sends no name when the name is blank', ' ', { email }],
	])('%s, and returns the id of the new document', async (_, name, body) => {
		await local.control.bounce({ documentId });
		await local.control.clearRequests();
		const { items, error } = await run('changeSigner', { email, name });
		expect(error).toBeUndefined();
		const [post, ...others] = await local.control.requests();
		expect(others).toEqual([]);
		expect(post).toMatchObject({
			method: 'POST',
			path: `/v3/signatures/${signatureId}/documents/${documentId}/signer`,
		});
		expect(post?.body).toEqual(body);
		expect(items[0]?.json).toEqual({ signatureId, documentId: expect.any(String) });
		expect(items[0]?.json.documentId).not.toBe(documentId);
	});

	it('rejects an invalid email address before anything is sent', async () => {
		const { error } = await run('changeSigner', { email: 'nobody' });
		expect(error?.message).toBe('Email "nobody" is not an email address');
		expect(await local.control.requests()).toEqual([]);
	});

	it('fails with a 4xx status when the email was delivered', async () => {
		const { error } = await run('changeSigner', { email });
		expect(error?.httpCode).toMatch(/^4\d\d$/);
	});
});

describe('Get SMS Status', () => {
	it('returns the status and the phone number', async () => {
		await createRequest({
			delivery_type: 'sms',
			body: 'Sign: {{url}}',
			'recipients[0][phone]': '34600000000',
		});
		const { items, error } = await run('getSmsStatus');
		expect(error).toBeUndefined();
		expect(items[0]?.json).toEqual({
			signatureId,
			documentId,
			smsStatus: expect.any(String),
			phone: '34600000000',
		});
	});

	it('fails with 404 when no SMS was sent', async () => {
		await createRequest();
		expect((await run('getSmsStatus')).error).toMatchObject({ httpCode: '404' });
	});
});

describe('Download Uploaded', () => {
	it.each(endings)(
		'gives a %s as it was uploaded, with its own media type and ending',
		async (ending) => {
			const bytes = await files[ending].make();
			const type = 'application/octet-stream';
			await createRequest({}, [{ field: 'files[0]', name: `contract.${ending}`, bytes, type }]);
			const { items, error } = await run('downloadUploaded', { binaryPropertyName: 'got' });
			expect(error).toBeUndefined();
			expect(items[0]?.json).toEqual({ kept: true, signatureId, documentId });
			expect(items[0]?.binary?.got).toMatchObject({
				mimeType: files[ending].mimeType,
				fileExtension: ending,
				fileName: `contract - ${ADA.name} - uploaded.${ending}`,
			});
			expect((await bytesOf(items[0]?.binary?.got)).equals(bytes)).toBe(true);
		},
	);

	it('says that there is no such document', async () => {
		await createRequest();
		const { items, error } = await run('downloadUploaded', {}, 'none');
		expect(error?.message).toMatch(/: the request has no such document\./);
		expect(error?.description).toMatch(/^Signaturit answered: Document not found\n/);
		expect(items).toEqual([]);
	});
});

describe('an uploaded file that a proxy spoils', () => {
	const download = async (...sends: Send[]) => {
		server.answers = sends.map((send) => (_, response) => send(response));
		return await runOnServer(documentParameters('downloadUploaded', 's', 'd'));
	};

	it.each(endings)('is not kept when the end of the %s is missing', async (ending) => {
		const content = await files[ending].make();
		const half = content.subarray(0, content.length - 600);
		for (const send of [file(half), chunked(half)]) {
			const { items, error } = await download(send);
			expect(error?.message).toBe('The file that arrived is not a whole document');
			expect(items).toEqual([]);
		}
	});

	it.each(endings)('is named by what the %s is when nobody tells its name', async (ending) => {
		const { items, error } = await download(
			file(await files[ending].make(), { 'Content-Type': 'application/octet-stream' }),
		);
		expect(error).toBeUndefined();
		expect(items[0]?.binary?.data).toMatchObject({
			fileName: `d - uploaded.${ending}`,
			fileExtension: ending,
			mimeType: files[ending].mimeType,
		});
	});

	it.each([
		['the connection breaks off', () => cut(docOf()), /broke off before the answer was complete/],
		[
			"the service's words come with status 200",
			() => file(Buffer.from('{"message":"The file is gone"}'), { 'Content-Type': 'text/plain' }),
			/^The file is gone$/,
		],
	])('is an error when %s', async (_, send, message) => {
		const { items, error } = await download(send());
		expect(error?.message).toMatch(message);
		expect(items).toEqual([]);
	});
});

const NOT_FOUND = answer(404, '{"message":"Not found"}');

const json = (body: object) => answer(200, JSON.stringify(body));

/** Refuses a download, and then answers what it is about. */
const refuse = (refusal: (typeof server.answers)[number], body: object) => {
	server.answers = [refusal, json(body)];
};

const request = (id: string, ...documents: object[]) => ({ id, documents });
const ready = { id: 'd1', status: 'ready', events: [] };

describe('a download that is refused', () => {
	it('reads the request once, and says the status of its document', async () => {
		refuse(NOT_FOUND, request('s1', { ...ready, id: 'd0', status: 'completed' }, ready));
		const { error, items } = await runOnServer();
		expect(error).toMatchObject({
			message: 'The signed PDF is not available: a signer has not signed the document yet.',
			httpCode: '404',
			context: { itemIndex: 0 },
		});
		expect(error?.description).toContain('Signaturit answered: Not found');
		expect(items).toEqual([]);
		expect(server.received.map(({ url }) => url)).toEqual([
			'/v3/signatures/s1/documents/d1/download/signed',
			'/v3/signatures/s1.json',
		]);
	});

	it('says the status of the document when the answer is empty', async () => {
		refuse(answer(204), request('s1', ready));
		const { error } = await runOnServer();
		expect(error?.message).toContain('has not signed the document yet');
		expect(error?.description).toContain('Signaturit answered without a PDF file');
	});

	it('says that a declined document has no audit trail until one is generated', async () => {
		refuse(NOT_FOUND, request('s1', { ...ready, status: 'declined' }));
		const { error } = await runOnServer(documentParameters('downloadAuditTrail', 's1', 'd1'));
		expect(error?.message).toContain('a signer declined the document');
		expect(error?.description).toMatch(/\nThe operation Generate Audit Trail makes one\. /);
	});

	it.each([
		['certifiedEmail', 'emailId', '/v3/emails/'],
		['certifiedSms', 'smsId', '/v3/sms/'],
	])('says the status of the certificate (%s)', async (resource, locator, path) => {
		refuse(NOT_FOUND, { id: 'm1', certificates: [{ id: 'c1', status: 'in_queue', events: [] }] });
		const { error } = await runOnServer({
			resource,
			operation: operationNamed(resource, 'Download Audit Trail'),
			[locator]: byId('m1'),
			certificateId: byId('c1'),
		});
		expect(error?.message).toContain('the certificate is "In Queue"');
		expect(error?.description).toContain('certification_completed (Certification Completed)');
		expect(server.received.map(({ url }) => url)).toEqual([
			`${path}m1/certificates/c1/download/audit_trail`,
			`${path}m1.json`,
		]);
	});

	it.each([
		['is another one', request('s2', ready)],
		['has documents in another form', { id: 's1', documents: [{ id: 5 }] }],
		['has a document that should have the file', request('s1', { ...ready, status: 'completed' })],
		['is refused', { status_code: 403, message: 'No' }],
	])('keeps the words of the service when the request %s', async (_, body) => {
		refuse(NOT_FOUND, body);
		const { error } = await runOnServer();
		expect(error).toMatchObject({ message: 'Not found', httpCode: '404' });
	});

	it.each([401, 402, 410, 500])('does not read the request after status %d', async (status) => {
		server.answers = [answer(status, '{"message":"Words"}')];
		expect((await runOnServer()).error?.message).toBe('Words');
		expect(server.received).toHaveLength(1);
	});
});
