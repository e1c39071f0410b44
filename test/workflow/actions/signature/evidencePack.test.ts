import { unzipSync } from 'fflate';
import type { INodeParameters } from 'n8n-workflow';
import { ADA, CHARLES } from '../../../people';
import { bytesOf, runNode } from '../../engine/engine';
import { createSignature, pdfOf, recipients, signatureParameters } from '../../engine/fixtures';
import { localService } from '../../engine/localService';
import { servedFile } from '../servedFile';

const local = localService();
let signatureId: string;
let documentIds: string[];

beforeEach(async () => {
	const { id, documents } = await createSignature(
		local,
		{
			...recipients(ADA, CHARLES),
			'recipients[0][require_file_attachment]': '1',
			signing_mode: 'parallel',
		},
		[{ field: 'files[0]', name: 'Contrato año.pdf', bytes: await pdfOf('A contract') }],
	);
	signatureId = id;
	documentIds = documents.map((document) => document.id);
});

const getPack = async (more: INodeParameters = {}) =>
	await runNode({
		parameters: signatureParameters('getEvidencePack', signatureId, more),
		credential: local.credential,
	});

const sign = async (email: string) => {
	await local.control.sign({ signatureId, email });
	await local.control.settled();
};

describe('the evidence pack of a completed request', () => {
	beforeEach(async () => {
		await sign(ADA.email);
		await sign(CHARLES.email);
	});

	it('is one item with every existing file and a list of them', async () => {
		const { items, error } = await getPack();
		expect(error).toBeUndefined();
		expect(items).toHaveLength(1);
		const [{ json, binary = {} }] = items as [(typeof items)[0]];
		const entry = (kind: string, number: number, ending: string) => ({
			kind,
			field: `${kind}_${number}`,
			fileName: `Contrato año - ${number === 1 ? ADA.name : CHARLES.name} - ${ending}`,
			documentId: documentIds[number - 1],
			email: number === 1 ? ADA.email : CHARLES.email,
			name: number === 1 ? ADA.name : CHARLES.name,
		});
		expect(json).toEqual({
			signatureId,
			files: [
				entry('signed', 1, 'signed.pdf'),
				entry('auditTrail', 1, 'audit trail.pdf'),
				entry('attachments', 1, 'attachments.zip'),
				entry('signed', 2, 'signed.pdf'),
				entry('auditTrail', 2, 'audit trail.pdf'),
			],
		});
		const files = json.files as Array<ReturnType<typeof entry>>;
		expect(Object.keys(binary)).toEqual(files.map(({ field }) => field));
		const paths: Record<string, string> = { auditTrail: 'audit_trail' };
		for (const { field, fileName, documentId, kind } of files) {
			expect(binary[field]?.fileName).toBe(fileName);
			const bytes = await bytesOf(binary[field]);
			const served = await servedFile(local, signatureId, documentId, paths[kind] ?? kind);
			expect(bytes.equals(served)).toBe(true);
		}
		const attached = unzipSync(await bytesOf(binary.attachments_1));
		expect(Object.keys(attached).length).toBeGreaterThan(0);
	});

	it('contains only the selected kinds of files', async () => {
		const { items } = await getPack({ include: ['auditTrail'] });
		expect(Object.keys(items[0]?.binary ?? {})).toEqual(['auditTrail_1', 'auditTrail_2']);
	});

	it.each([
		['attachments that are expected are not available', 404, 'attachments', 'attachments.zip', {}],
		[
			'a file is refused for another reason, although missing files are skipped',
			403,
			'audit_trail',
			'audit trail.pdf',
			{ options: { skipMissing: true } },
		],
	])('fails when %s', async (_, status, path, fileName, more) => {
		await local.control.faults.add({ kind: 'status', status, path, times: 0 });
		const { error, items } = await getPack(more);
		expect(error?.httpCode).toBe(String(status));
		expect(error?.message).toContain(`"Contrato año - Ada Lovelace - ${fileName}"`);
		expect(items).toEqual([]);
	});
});

describe('the evidence pack of a request that one of two signers has signed', () => {
	beforeEach(async () => await sign(ADA.email));

	it('fails with the name of the missing file and says what to do', async () => {
		const { error, items } = await getPack();
		expect(error).toMatchObject({ httpCode: '404', context: { itemIndex: 0 } });
		expect(error?.message).toBe(
			'"Contrato año - Charles Babbage - signed.pdf": The signed PDF is not available: Charles Babbage has not signed "Contrato año.pdf" yet.',
		);
		expect(error?.description).toMatch(/not found/i);
		expect(error?.description).toContain('document_completed (Document Completed)');
		expect(error?.description).toContain('Go On Without Missing Files');
		expect(items).toEqual([]);
	});

	it('contains the existing files and lists the missing ones when Go On Without Missing Files is on', async () => {
		const { items, error } = await getPack({ options: { skipMissing: true } });
		expect(error).toBeUndefined();
		expect(Object.keys(items[0]?.binary ?? {})).toEqual([
			'signed_1',
			'auditTrail_1',
			'attachments_1',
		]);
		expect(items[0]?.json.filesMissing).toMatchObject([
			{ kind: 'signed', field: 'signed_2', documentId: documentIds[1], name: CHARLES.name },
			{ kind: 'auditTrail', field: 'auditTrail_2', documentId: documentIds[1] },
		]);
		expect(items[0]?.json.filesMissing).toMatchObject([
			{
				reason: expect.stringMatching(/^The signed PDF is not available: Charles Babbage has not /),
			},
			{
				reason: expect.stringMatching(
					/^The audit trail is not available: Charles Babbage has not /,
				),
			},
		]);
	});

	it.each([400, 403, 404, 409])(
		'skips a file of the unsigned document that is refused with status %d, and not one of the signed document',
		async (status) => {
			const faults = (document: string | undefined) =>
				local.control.faults.add({ kind: 'status', status, path: `${document}/download/signed` });
			await faults(documentIds[1]);
			const options = { skipMissing: true };
			const { items } = await getPack({ options, include: ['signed'] });
			expect(items[0]?.json.filesMissing).toMatchObject([{ documentId: documentIds[1] }]);

			await local.control.faults.clear();
			await faults(documentIds[0]);
			const { items: missing, error } = await getPack({ options, include: ['signed'] });
			// Only a 404 says that there is no such file.
			if (status === 404) expect(missing[0]?.json.filesMissing).toHaveLength(2);
			else expect(error?.httpCode).toBe(String(status));
		},
	);
});

describe('the evidence pack of a request that nobody has signed', () => {
	const options = { skipMissing: true };

	it('is an item without files that says why, and a hint, when Go On Without Missing Files is on', async () => {
		const { items, error, hints } = await getPack({ options });
		expect(error).toBeUndefined();
		expect(items).toHaveLength(1);
		expect(items[0]?.json.files).toEqual([]);
		const reasons = (items[0]?.json.filesMissing as Array<{ reason: string }>).map(
			({ reason }) => reason,
		);
		expect(reasons).toHaveLength(4);
		for (const reason of reasons) expect(reason).toMatch(/ has not signed | is not the turn of /);
		expect(hints).toEqual([
			'An evidence pack has no files, because none is available. The output says why under "filesMissing".',
		]);
	});

	it('gives one hint for all items', async () => {
		const { items, hints } = await runNode({
			parameters: signatureParameters('getEvidencePack', signatureId, { options }),
			credential: local.credential,
			items: [{ json: {} }, { json: {} }],
		});
		expect(items).toHaveLength(2);
		expect(hints).toHaveLength(1);
	});

	it('of attachments alone is an item without files, and a hint', async () => {
		const { items, hints } = await getPack({ include: ['attachments'] });
		expect(items[0]?.json).toEqual({ signatureId, files: [] });
		expect(hints).toEqual(['An evidence pack has no files, because none is available.']);
	});
});

it.each([
	['={{ [] }}', /^Include: choose at least one kind of file$/],
	['={{ ["sent"] }}', /^Include .* must be one of: attachments, /],
	['={{ "pictures" }}', /^Include .* must be one of: attachments, /],
	['={{ [1] }}', /^Include .* must be one of: attachments, /],
])('an evidence pack is not asked for with the kinds of files %s', async (include, message) => {
	await local.control.clearRequests();
	const { error } = await getPack({ include });
	expect(error?.message).toMatch(message);
	expect(`${error?.message}${error?.description}`).not.toContain('[{');
	expect(await local.control.requests()).toEqual([]);
});
