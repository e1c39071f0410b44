import { mkdir, readdir, readFile, rm, writeFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { resources } from '../../../nodes/Signaturit/actions';
import { SignaturitTrigger } from '../../../nodes/Signaturit/SignaturitTrigger.node';
import { localService } from '../engine/localService';
import { allOutputs } from './outputs';
import { schemaOf, type Schema } from './schemaOf';

/** Where n8n looks for the previews of version 1 of both nodes. */
const FOLDER = join(__dirname, '../../../nodes/Signaturit/__schema__/v1.0.0');

const local = localService();

/** Each file's text, by its name without the extension. */
let texts: Record<string, string>;

beforeAll(async () => {
	const outputs = await allOutputs(local);
	texts = Object.fromEntries(
		Object.entries(outputs).map(([name, items]) => [name, textOf(schemaOf(items))]),
	);
	if (process.env.PREVIEWS === 'write') {
		await rm(FOLDER, { recursive: true, force: true });
		for (const [name, text] of Object.entries(texts)) {
			const file = join(FOLDER, `${name}.json`);
			await mkdir(dirname(file), { recursive: true });
			await writeFile(file, text);
		}
	}
});

function textOf(schema: Schema): string {
	return `${JSON.stringify({ ...schema, version: 1 }, undefined, '\t')}\n`;
}

it('there is a preview for each operation of the action node and each resource of the trigger', () => {
	const operations = resources.flatMap(({ value, operations: own }) =>
		Object.keys(own).map((key) => `${value}/${key}`),
	);
	const choice = new SignaturitTrigger().description.properties.find(
		({ name }) => name === 'resource',
	);
	const triggered = (choice?.options ?? []).map((option) =>
		'value' in option ? option.value : '',
	);
	expect(Object.keys(texts).sort()).toEqual([...operations, ...triggered].sort());
});

it('the previews are those of what the nodes give out: "npm run previews" writes them', async () => {
	const files = (await readdir(FOLDER, { recursive: true })).filter((name) =>
		name.endsWith('.json'),
	);
	expect(files.map((name) => name.replace(/\.json$/, '')).sort()).toEqual(
		Object.keys(texts).sort(),
	);
	for (const [name, text] of Object.entries(texts)) {
		const written = await readFile(join(FOLDER, `${name}.json`), 'utf8');
		expect({ [name]: written }).toEqual({ [name]: text });
	}
});
