import { execFile } from 'node:child_process';
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { npm } from './lib/install/npm';
import { packPackage } from './lib/install/pack';
import { startRegistry, type Registry } from './lib/n8n/registry';
import { installPackage } from './lib/n8n/userFolder';
import { startStack, type Stack } from './lib/stack';
import { temporaryFolder, type TemporaryFolder } from './lib/temporaryFolder';
import * as job from './mainJob';

const NEXT = '99.0.0';
const PACKAGE = 'n8n-nodes-signaturit';

let folder: TemporaryFolder;
/** The package as it is, and once more as its next version. */
let tarballs: { current: string; next: string };
let registry: Registry;
let stack: Stack;
let prepared: job.Prepared;

beforeAll(async () => {
	folder = await temporaryFolder('signaturit-update-');
	registry = await startRegistry(folder.path);
	const current = await packPackage(folder.path);
	tarballs = { current, next: await packNext(current) };
	stack = await startStack({ settings: registry.settings });
	prepared = await job.prepare(stack);
});

afterAll(async () => {
	await stack?.stop();
	await registry?.close();
	await folder?.remove();
});

/** Packs what is in a tarball once more, with the version `NEXT`. */
async function packNext(tarball: string): Promise<string> {
	await promisify(execFile)('tar', ['-xzf', tarball, '-C', folder.path]);
	const unpacked = join(folder.path, 'package');
	await npm(['version', NEXT, '--no-git-tag-version'], unpacked);
	await npm(['pack', '--ignore-scripts', '--pack-destination', folder.path], unpacked);
	return join(folder.path, `${PACKAGE}-${NEXT}.tgz`);
}

async function installedVersion(): Promise<unknown> {
	const path = join(stack.home, '.n8n', 'nodes', 'node_modules', PACKAGE, 'package.json');
	const { version } = JSON.parse(await readFile(path, 'utf8')) as { version: unknown };
	return version;
}

it('an update while n8n is stopped loses no event of a published workflow, and nobody has to publish it again', async () => {
	const { workflow } = prepared;
	const before = await job.send(stack, prepared);
	const [hannah, ben] = job.SIGNERS;
	const sign = async ({ email }: job.Signer) =>
		await stack.control.sign({ signatureId: before.signatureId, email });
	await sign(hannah);
	await stack.control.settled();

	await stack.n8n.stop();
	await sign(ben);
	await installPackage({ path: stack.home }, tarballs.next);
	expect(await installedVersion()).toBe(NEXT);
	await stack.restartN8n();

	// What happened during the update.
	const [received] = await stack.client.finishedExecutions(
		workflow.id,
		1,
		(execution) => job.itemsOf(execution, job.NODES.trigger).length > 0,
	);
	const items = received && job.itemsOf(received, job.NODES.trigger);
	expect(items?.map(({ json }) => json.signatureId)).toEqual([before.signatureId]);

	// What happens after it.
	const after = await job.send(stack, prepared);
	const { files } = await job.signAndCollect(stack, prepared, after.signatureId);
	expect(files).toHaveLength(4);
	const given = await stack.client.finishedExecutions(
		workflow.id,
		2,
		(execution) => job.itemsOf(execution, job.NODES.trigger).length > 0,
	);
	expect(given).toHaveLength(2);
});

it('an update by n8n itself loses no event of a published workflow, and nobody has to publish it again', async () => {
	const earlier = (await stack.client.executions(prepared.workflow.id)).map(({ id }) => id);
	await registry.publish(tarballs.current);
	await stack.client.http.post('/community-packages', { name: PACKAGE });
	expect(await installedVersion()).not.toBe(NEXT);
	const before = await job.send(stack, prepared);
	const [hannah, ben] = job.SIGNERS;
	await stack.control.sign({ signatureId: before.signatureId, email: hannah.email });
	await stack.control.settled();

	await registry.publish(tarballs.next);
	const { data } = await stack.client.http.get('/community-packages');
	expect(data).toMatchObject({ data: [{ packageName: PACKAGE, updateAvailable: NEXT }] });
	await stack.client.http.patch('/community-packages', { name: PACKAGE });
	expect(await installedVersion()).toBe(NEXT);

	await stack.control.sign({ signatureId: before.signatureId, email: ben.email });
	const after = await job.send(stack, prepared);
	await job.signAndCollect(stack, prepared, after.signatureId);
	const received = await stack.client.finishedExecutions(
		prepared.workflow.id,
		2,
		(execution) =>
			!earlier.includes(execution.id) && job.itemsOf(execution, job.NODES.trigger).length > 0,
	);
	const given = received.flatMap((execution) => job.itemsOf(execution, job.NODES.trigger));
	expect(given.map(({ json }) => json.signatureId).sort()).toEqual(
		[before.signatureId, after.signatureId].sort(),
	);
});
