import { createHash, randomFillSync } from 'node:crypto';
import type { ICredentialDataDecryptedObject, INodeParameters } from 'n8n-workflow';
import { startService, type RunningService } from '../../../service';
import { controlClient, type ControlClient } from '../../../service/control/client';
import { runNode, startEngine, stopEngine, storedFile } from '../../engine/engine';
import { credentialFor } from '../../engine/fixtures';
import { shortDelays } from '../../engine/shortDelays';

const MEGABYTE = 1024 * 1024;

let service: RunningService;
let control: ControlClient;
let credential: ICredentialDataDecryptedObject;

shortDelays();
afterAll(stopEngine);

const md5 = (bytes: Buffer) => createHash('md5').update(bytes).digest('hex');
/** Made once: V8 collects garbage for every 64 MB of buffers. */
const bytes = randomFillSync(Buffer.alloc(30 * MEGABYTE));
const bytesOfSize = (size: number) => bytes.subarray(0, size);

const upload = async (content: Buffer, parameters: INodeParameters = {}, fileName = 'large.bin') =>
	await runNode({
		parameters: { resource: 'certifiedFile', operation: 'upload', ...parameters },
		credential,
		items: [
			{
				json: {},
				binary: { data: await storedFile(content, fileName, 'application/octet-stream') },
			},
		],
	});

describe.each(['default', 'filesystem'] as const)(
	'Certified File: Upload with binary data in the mode %s',
	(mode) => {
		beforeAll(async () => {
			await startEngine(mode);
			service = await startService();
			control = controlClient(service);
			credential = credentialFor(service);
		});
		afterAll(async () => await service.close());
		afterEach(async () => {
			await control.faults.clear();
			await control.clearRequests();
		});

		it.each([1, 15 * MEGABYTE])('sends a file of %d bytes in one request', async (size) => {
			const content = bytesOfSize(size);
			const { items, error } = await upload(content, {}, 'Oferta 12/2026 "año".bin');
			expect(error).toBeUndefined();
			expect(items).toEqual([
				{
					json: expect.objectContaining({
						certifiedFileId: expect.any(String),
						md5: md5(content),
						fileName: 'Oferta 12-2026 "año".bin',
						size,
					}),
					pairedItem: { item: 0 },
				},
			]);
			const requests = await control.requests();
			expect(requests).toMatchObject([{ method: 'POST', path: '/v3/files.json', status: 201 }]);
			expect(Object.keys(requests[0]?.body as object)).toEqual(['file']);
		});

		it('uploads nothing when the file of another item is empty', async () => {
			const file = async (content: Buffer) => ({
				json: {},
				binary: { data: await storedFile(content, 'offer.bin', 'application/octet-stream') },
			});
			const { error } = await runNode({
				parameters: { resource: 'certifiedFile', operation: 'upload' },
				credential,
				items: [await file(bytesOfSize(1)), await file(bytesOfSize(0))],
			});
			expect(error?.message).toContain('"offer.bin" is empty');
			expect(await control.requests()).toEqual([]);
		});

		it.each([
			[15 * MEGABYTE + 1, {}, [5, 5, 5, 1 / MEGABYTE]],
			[17 * MEGABYTE, { options: { chunkSize: 8 } }, [8, 8, 1]],
			[30 * MEGABYTE, { options: { chunkSize: 15 } }, [15, 15]],
		])(
			'sends a file of %d bytes in chunks with the parameters %j',
			async (size, parameters, megabytes) => {
				const content = bytesOfSize(size);
				const { items, error } = await upload(content, parameters);
				expect(error).toBeUndefined();
				expect(items[0]?.json).toMatchObject({ md5: md5(content), size });

				const posts = (await control.requests()).filter(({ method }) => method === 'POST');
				const bodies = posts.map(({ body }) => body as Record<string, unknown>);
				const key = bodies[1]?.upload_key;
				expect(bodies).toEqual(
					megabytes.map((share, index) => ({
						file: expect.objectContaining({
							name: 'large.bin',
							size: Math.round(share * MEGABYTE),
						}),
						chunk: String(index + 1),
						chunks: String(megabytes.length),
						...(index > 0 && { upload_key: key }),
					})),
				);
			},
		);

		it.each([
			[{ kind: 'status', status: 500, message: 'Disk full' }, 'Disk full'],
			[{ kind: 'reset_after' }, 'The connection broke off'],
		] as const)(
			'says how many parts had arrived when the upload fails with %j',
			async (fault, words) => {
				await control.faults.add({ ...fault, path: '/files.json', skip: 2 });
				const { items, error } = await upload(bytesOfSize(20 * MEGABYTE));
				expect(items).toEqual([]);
				expect(error?.message).toMatch(
					/^Part 3 of 4 of "large.bin": It is unknown whether this part of the file arrived/,
				);
				expect(error?.description).toContain(words);
				expect(error?.description).toContain('2 parts (10 of 20 MB) had arrived before');
				expect(error?.context?.itemIndex).toBe(0);
				expect(await control.requests()).toHaveLength(3);
			},
		);

		it.each([
			['fails', { kind: 'status', status: 404, method: 'GET', path: '/files/' }],
			['breaks off', { kind: 'truncate', method: 'GET', path: '/files/', times: 0 }],
		] as const)(
			'says that it is unknown whether the file was certified when reading it back %s',
			async (_, fault) => {
				await control.faults.add(fault);
				const { items, error } = await upload(bytesOfSize(16 * MEGABYTE));
				expect(items).toEqual([]);
				expect(error?.message).toMatch(
					/^"large.bin": It is unknown whether the file was certified/,
				);
				expect(error?.description).toContain('Reading the certified file back failed');
				expect(error?.context?.verdict).toBe('unknown');
			},
		);

		const noFile = (name: string) => `the item has no file "${name}". This item has: data`;

		it.each<[string, string, INodeParameters, number?]>([
			['an empty file', '"large.bin" is empty', {}, 0],
			['a file that is missing', noFile('nothing'), { binaryPropertyName: 'nothing' }],
			['a name of every object', noFile('constructor'), { binaryPropertyName: 'constructor' }],
			['no name', 'enter the name of one binary field', { binaryPropertyName: '={{ "" }}' }],
			['two names', 'enter the name of one binary field', { binaryPropertyName: 'data,data' }],
		])('rejects %s before anything is sent: %s', async (_, message, parameters, size = 1) => {
			const { error } = await upload(bytesOfSize(size), parameters);
			expect(error?.message).toBe(`Input Binary Field: ${message}`);
			expect(await control.requests()).toEqual([]);
		});

		it.each([16, 0.5])('rejects chunks of %d MB before anything is sent', async (chunkSize) => {
			const { error } = await upload(bytesOfSize(1), { options: { chunkSize } });
			expect(error?.message).toBe(`Chunk Size (MB) ${chunkSize} must be a number between 1 and 15`);
			expect(await control.requests()).toEqual([]);
		});

		it('takes the name of the field from a list, as expressions give it', async () => {
			const names = '={{ Object.keys($binary) }}';
			const { error } = await upload(bytesOfSize(1), { binaryPropertyName: names });
			expect(error).toBeUndefined();
		});
	},
);
