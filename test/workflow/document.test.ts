import axios from 'axios';
import { PDFDocument } from '@cantoo/pdf-lib';
import type { ICredentialDataDecryptedObject, IDataObject } from 'n8n-workflow';
import { controlClient, type ControlClient } from '../service/control';
import { startService, type RunningService } from '../service';
import { bytesOf, runNode, startEngine, stopEngine } from './engine';
import {
	createParameters,
	credentialFor,
	documentParameters,
	itemWithPdf,
	pdfOf,
} from './fixtures';

let service: RunningService;
let control: ControlClient;
let credential: ICredentialDataDecryptedObject;
let signatureId: string;
let documentId: string;

afterAll(stopEngine);

describe.each(['default', 'filesystem'] as const)('with binary data kept in %s mode', (mode) => {
	beforeAll(async () => {
		await startEngine(mode);
		service = await startService();
		control = controlClient(service);
		credential = credentialFor(service);

		const { items } = await runNode({
			parameters: createParameters({
				recipients: { recipient: [{ email: 'ada@example.com', name: 'Ada Lovelace' }] },
			}),
			credential,
			items: [await itemWithPdf('contract.pdf', await pdfOf('A contract'))],
		});
		signatureId = String(items[0]?.json.id);
		documentId = String((items[0]?.json.documents as IDataObject[])[0]?.id);
	});
	afterAll(async () => await service.close());
	afterEach(async () => await control.faults.clear());

	const download = async (operation: string, id = documentId) =>
		await runNode({
			parameters: documentParameters(operation, signatureId, id),
			credential,
			items: [{ json: { kept: true }, binary: { other: { data: '', mimeType: 'text/plain' } } }],
		});

	const served = async (file: string) => {
		const { data } = await axios.get<ArrayBuffer>(
			`${service.url}/v3/signatures/${signatureId}/documents/${documentId}/download/${file}`,
			{ responseType: 'arraybuffer', headers: { Authorization: `Bearer ${service.token}` } },
		);
		return Buffer.from(data);
	};

	it.each(['downloadSigned', 'downloadAuditTrail'])(
		"%s gives the service's words before there is such a file",
		async (operation) => {
			const { error, items } = await download(operation);
			expect(error).toMatchObject({ httpCode: '404' });
			expect(error?.message).toMatch(/not found/i);
			expect(items).toEqual([]);
		},
	);

	describe('when the document is completed', () => {
		beforeAll(async () => {
			await control.sign({ signatureId, email: 'ada@example.com' });
			await control.settled();
		});

		it.each([
			['downloadSigned', 'signed'],
			['downloadAuditTrail', 'audit_trail'],
		])(
			'%s stores the bytes that the service has, beside what the item had',
			async (operation, file) => {
				const { items, error } = await download(operation);
				expect(error).toBeUndefined();
				const [item] = items;
				expect(item?.json).toEqual({ kept: true });
				expect(item?.pairedItem).toEqual({ item: 0 });
				expect(Object.keys(item?.binary ?? {}).sort()).toEqual(['data', 'other']);
				const stored = item?.binary?.data;
				expect(stored).toMatchObject({ mimeType: 'application/pdf', fileExtension: 'pdf' });
				expect(stored?.fileName).toMatch(/\.pdf$/);
				const bytes = await bytesOf(stored);
				expect(bytes.equals(await served(file))).toBe(true);
				expect((await PDFDocument.load(bytes)).getPageCount()).toBeGreaterThan(0);
			},
		);

		it('a download that breaks off is an error, not half a file', async () => {
			await control.faults.add({ kind: 'truncate', path: '/download/signed' });
			const { items, error } = await download('downloadSigned');
			expect(error?.message).toBe(
				'The connection to Signaturit broke off before the answer was complete',
			);
			expect(items).toEqual([]);
		});

		it('a gateway that answers instead is an error in plain words', async () => {
			await control.faults.add({ kind: 'status', status: 502 });
			const { error } = await download('downloadSigned');
			expect(error?.message).toContain('a gateway answered HTTP 502');
		});

		it("an unknown document gives the service's words", async () => {
			const { error } = await download('downloadSigned', '7a0c4c1e-0000-4000-8000-000000000000');
			expect(error).toMatchObject({ httpCode: '404' });
		});
	});
});
