import { execFile } from 'node:child_process';
import { copyFile, mkdir, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { waitFor } from '../e2e/lib/wait';
import { ADA } from '../people';
import { controlClient } from '../service/control/client';
import { startService, type RunningService } from '../service/index';
import { pdfOf, wordsIn } from '../service/specs/support/pdf';
import { apiClient } from '../service/specs/support/rig';
import type { WireSignature } from '../service/specs/support/wire';

const ROOT = join(__dirname, '..', '..');
/** Beside the packages, so that the programs find them. */
const SCRATCH = join(ROOT, 'node_modules', '.cache');
const run = promisify(execFile);
const tool = (name: string) => join(ROOT, 'node_modules', '.bin', name);

/** The program on the page of the local service. */
async function programOfPage(): Promise<string> {
	const page = await readFile(join(ROOT, 'docs/localService.md'), 'utf8');
	const [, program = ''] = /```ts\n(import [^]*?cancelSignature[^]*?)```/.exec(page) ?? [];
	return program;
}

const generators = [
	{
		name: '@hey-api/openapi-ts',
		program: programOfPage,
		generate: async (url: string, folder: string) =>
			await run(tool('openapi-ts'), ['-i', url, '-o', 'signaturit'], { cwd: folder }),
	},
	{
		name: 'openapi-typescript with openapi-fetch',
		program: async () => await readFile(join(__dirname, 'openapiFetch.mts'), 'utf8'),
		// Files are Blobs only if it is told so, which its command cannot be.
		generate: async (url: string, folder: string) =>
			await run(process.execPath, [join(__dirname, 'typesWithBlobs.mjs'), url], { cwd: folder }),
	},
];

describe.each(generators)('a client made by $name', ({ program, generate }) => {
	let service: RunningService;
	let folder: string;

	beforeAll(async () => {
		service = await startService();
		await mkdir(SCRATCH, { recursive: true });
		folder = await mkdtemp(join(SCRATCH, 'generated-'));
		await writeFile(join(folder, 'package.json'), '{ "type": "module" }');
		await copyFile(join(__dirname, 'tsconfig.client.json'), join(folder, 'tsconfig.json'));
		await writeFile(join(folder, 'contract.pdf'), await pdfOf('A contract'));
		await writeFile(join(folder, 'contract.ts'), await program());
		await generate(`${service.url}/openapi.yaml`, folder);
	});

	afterAll(async () => {
		await service?.close();
		if (folder) await rm(folder, { recursive: true, force: true });
	});

	/** Runs the program. What it writes to the error output is the fault. */
	async function runProgram(patience: number): Promise<void> {
		const { url, token } = service;
		const env = {
			...process.env,
			SIGNATURIT_BASE_URL: url,
			SIGNATURIT_ACCESS_TOKEN: token,
			PATIENCE: String(patience),
		};
		await run(tool('tsx'), ['contract.ts'], { cwd: folder, env });
	}

	const requests = async () =>
		(await apiClient(service, service.token).get<WireSignature[]>('/v3/signatures.json')).data;

	it('has types by which the program is right', async () => {
		await expect(run(tool('tsc'), [], { cwd: folder })).resolves.toBeDefined();
	});

	/** Signs the request of the program as soon as its signer has got it. */
	async function sign(): Promise<void> {
		const signatureId = await waitFor<string>(
			{ what: 'the request', timeoutMs: 50_000 },
			async () => {
				const [request] = await requests();
				return request?.documents[0]?.status === 'ready'
					? { done: request.id }
					: { seen: JSON.stringify(request) };
			},
		);
		await controlClient(service).sign({ signatureId, email: ADA.email });
	}

	it('sends a contract, waits until it is signed, and downloads it', async () => {
		await Promise.all([runProgram(60), sign()]);
		const signed = await readFile(join(folder, 'signed.pdf'));
		expect(await wordsIn(signed)).toEqual(expect.arrayContaining(['A', 'contract']));
	});

	it('cancels what nobody has signed', async () => {
		await runProgram(1);
		const [request] = await requests();
		expect(request?.documents.map(({ status }) => status)).toEqual(['canceled']);
	});
});
