import axios from 'axios';
import { PDFDocument } from '@cantoo/pdf-lib';
import { unzipSync } from 'fflate';
import type { ICredentialDataDecryptedObject } from 'n8n-workflow';
import { ADA } from '../../people';
import { startService, type RunningService } from '../../service';
import { controlClient, type ControlClient } from '../../service/control/client';
import { bytesOf, runNode, startEngine, stopEngine } from '../engine/engine';
import { createSignature, credentialFor, documentParameters, recipients } from '../engine/fixtures';
import { shortDelays } from '../engine/shortDelays';

const UNKNOWN = '7a0c4c1e-0000-4000-8000-000000000000';
const PDF = 'application/pdf';
const ZIP = 'application/zip';

let service: RunningService;
let control: ControlClient;
let credential: ICredentialDataDecryptedObject;
let signatureId: string;
let documentId: string;

shortDelays();
afterAll(stopEngine);

/** Creates a request to one signer directly at the service. */
const createRequest = async (changes: Record<string, string> = {}) => {
	const fields = { ...recipients(ADA), ...changes };
	const { id, documents } = await createSignature({ service, control }, fields);
	signatureId = id;
	documentId = documents[0]?.id ?? '';
};

const run = async (operation: string, more = {}, id = documentId) =>
	await runNode({
		parameters: documentParameters(operation, signatureId, id, more),
		credential,
		items: [{ json: { kept: true }, binary: { other: { data: '', mimeType: 'text/plain' } } }],
	});

describe.each(['default', 'filesystem'] as const)(
	'downloads of a document with binary data in the mode %s',
	(mode) => {
		beforeAll(async () => {
			await startEngine(mode);
			service = await startService();
			control = controlClient(service);
			credential = credentialFor(service);
			await createRequest({ 'recipients[0][require_file_attachment]': '2' });
		});
		afterAll(async () => await service.close());
		afterEach(async () => await control.faults.clear());

		const served = async (file: string) => {
			const { data } = await axios.get<ArrayBuffer>(
				`${service.url}/v3/signatures/${signatureId}/documents/${documentId}/download/${file}`,
				{ responseType: 'arraybuffer', headers: { Authorization: `Bearer ${service.token}` } },
			);
			return Buffer.from(data);
		};

		it.each([
			['downloadSigned', /^The signed PDF is not available: the document is "Ready", so nobody /],
			['downloadAuditTrail', /^The audit trail is not available: the document is "Ready", so /],
			['downloadAttachments', /^The attachments are not available: .* attached nothing$/],
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
				await control.faults.add({ kind: 'status', status, path, message: 'Not signed' });
				const { error } = await run('downloadSigned');
				expect(error).toMatchObject({ httpCode: String(status) });
				expect(error?.message).toContain('the document is "Ready"');
				expect(error?.description).toContain('document_completed (Document Completed)');
				expect(error?.description).toContain('Signaturit answered: Not signed');
			},
		);

		it('downloadSigned keeps the message of the service when the status cannot be read', async () => {
			const path = `${signatureId}.json`;
			await control.faults.add({ kind: 'status', status: 500, path, times: 0 });
			const { error } = await run('downloadSigned');
			expect(error).toMatchObject({ httpCode: '404' });
			expect(error?.message).toMatch(/not found/i);
		});

		describe('when the document is completed', () => {
			beforeAll(async () => {
				await control.sign({ documentId });
				await control.settled();
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
						new RegExp(`^.+ – Ada Lovelace – ${title}\\.${fileExtension}$`),
					);
					const bytes = await bytesOf(stored);
					expect(bytes.equals(await served(file))).toBe(true);
					const parts =
						mimeType === PDF
							? (await PDFDocument.load(bytes)).getPageCount()
							: Object.keys(unzipSync(bytes)).length;
					expect(parts).toBeGreaterThan(0);
				},
			);

			it.each([
				['downloadSigned', 'signed'],
				['downloadAttachments', 'attachments'],
			])('%s fails without a file when the download breaks off', async (operation, file) => {
				await control.faults.add({ kind: 'truncate', path: `/download/${file}`, times: 0 });
				const { items, error } = await run(operation);
				expect(error?.message).toBe(
					'The connection to Signaturit broke off before the answer was complete',
				);
				expect(items).toEqual([]);
			});

			it('downloadSigned says that a server on the way answered when it gets a 502', async () => {
				await control.faults.add({ kind: 'status', status: 502, times: 0 });
				const { error } = await run('downloadSigned');
				expect(error?.message).toContain('a server on the way answered HTTP 502');
			});

			it('downloadSigned tries again when the service is busy', async () => {
				await control.faults.add({ kind: 'status', status: 503, path: '/download/' });
				const { items, error } = await run('downloadSigned');
				expect(error).toBeUndefined();
				expect(items).toHaveLength(1);
			});

			it('downloadSigned fails with 404 for an unknown document', async () => {
				const { error } = await run('downloadSigned', {}, UNKNOWN);
				expect(error).toMatchObject({ httpCode: '404' });
			});
		});
	},
);

describe('other operations on a document', () => {
	beforeAll(async () => {
		await startEngine();
		service = await startService();
		control = controlClient(service);
		credential = credentialFor(service);
	});
	afterAll(async () => await service.close());
	afterEach(async () => await control.clearRequests());

	describe('Change Signer', () => {
		beforeEach(async () => await createRequest());

		it('sends the email address and the name, and returns the id of the new document', async () => {
			await control.bounce({ documentId });
			await control.clearRequests();
			const { items, error } = await run('changeSigner', {
				email: 'ada@lovelace.example.com',
				name: 'Ada King',
			});
			expect(error).toBeUndefined();
			expect(await control.requests()).toMatchObject([
				{
					method: 'POST',
					path: `/v3/signatures/${signatureId}/documents/${documentId}/signer`,
					body: { email: 'ada@lovelace.example.com', name: 'Ada King' },
				},
			]);
			expect(items[0]?.json).toEqual({ signatureId, documentId: expect.any(String) });
			expect(items[0]?.json.documentId).not.toBe(documentId);
		});

		it('sends no name when the name is blank', async () => {
			await control.bounce({ documentId });
			await control.clearRequests();
			await run('changeSigner', { email: 'ada@lovelace.example.com', name: ' ' });
			const [post] = await control.requests();
			expect(post?.body).toEqual({ email: 'ada@lovelace.example.com' });
		});

		it('rejects an invalid email address before anything is sent', async () => {
			await control.clearRequests();
			const { error } = await run('changeSigner', { email: 'nobody' });
			expect(error?.message).toBe('Email "nobody" is not an email address');
			expect(await control.requests()).toEqual([]);
		});

		it('fails with a 4xx status when the email was delivered', async () => {
			const { error } = await run('changeSigner', { email: 'ada@lovelace.example.com' });
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
				sms_status: expect.any(String),
				phone_number: '34600000000',
			});
		});

		it('fails with 404 when no SMS was sent', async () => {
			await createRequest();
			expect((await run('getSmsStatus')).error).toMatchObject({ httpCode: '404' });
		});
	});
});
