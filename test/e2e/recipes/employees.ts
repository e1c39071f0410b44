// Tests the example that sends a new employee three templates in one request.

import { ADA, BEN } from '../../people';
import type { ExampleSite } from '../examples/exampleSite';
import type { WorkflowFile } from '../lib/n8n/n8nClient';
import { itemsOf, pagesOf } from '../mainJob';
import { handedOver, replaced } from './recipe';

const FOLDER = { kind: 'drive#file', id: 'folder-1', name: 'Ada Lovelace' };
const TEMPLATES = ['EmploymentContract', 'NDA', 'Consent'];

/** Google Drive gives out a folder without the files of the item. */
const withoutFiles = (file: WorkflowFile, name: string): WorkflowFile => ({
	...file,
	nodes: file.nodes.map((node) =>
		node.name === name
			? { ...node, parameters: { ...(node.parameters as object), options: { stripBinary: true } } }
			: node,
	),
});

export function describeEmployees(site: () => ExampleSite): void {
	describe('the example for a new employee', () => {
		it('sends three templates to both in one request, once, and files what they signed', async () => {
			const { client, control } = site().stack;
			const example = await site().published('newEmployee', (file) =>
				withoutFiles(
					replaced(file, { 'Create Folder': FOLDER, Upload: { id: 'file' } }),
					'Create Folder',
				),
			);
			await site().writes();
			const submit = async () => {
				const answers = [ADA.name, ADA.email, 'Engineer', '2026-03-01', BEN.name, BEN.email];
				await example.submit('New Employee', answers);
				const [sent, ...more] = await example.nextItems('Send Documents');
				expect(more).toEqual([]);
				return { signatureId: String(sent?.json.signatureId), reused: sent?.json.reused };
			};

			const { signatureId, reused } = await submit();
			expect(reused).toBe(false);
			const bodies = (await control.requests()).flatMap(({ method, body }) =>
				method === 'POST' ? [body] : [],
			);
			expect(bodies).toEqual([
				expect.objectContaining({
					templates: TEMPLATES.map((name) => `#${name}`),
					recipients: [ADA, BEN],
					signing_mode: 'sequential',
					data: expect.objectContaining({
						position: 'Engineer',
						start_date: '2026-03-01',
						employee: ADA.name,
					}) as unknown,
				}),
			]);
			expect(await submit()).toEqual({ signatureId, reused: true });
			expect(await site().writes()).toEqual(['POST /v3/signatures.json']);

			await control.sign({ signatureId, email: ADA.email });
			await control.settled();
			await control.sign({ signatureId, email: BEN.email });
			const execution = await example.next('Upload');
			const folders = handedOver(execution, 'Create Folder');
			expect(folders.map(({ parameters }) => parameters.name)).toEqual([ADA.name]);
			const uploads = handedOver(execution, 'Upload');
			expect(itemsOf(execution, 'Upload')).toHaveLength(uploads.length);
			const names = [ADA, BEN].flatMap(({ name }) =>
				TEMPLATES.map((template) => `${template} - ${name} - signed.pdf`),
			);
			expect(uploads.map(({ parameters }) => parameters.name).sort()).toEqual(names.sort());
			for (const { parameters, binary } of uploads) {
				expect(parameters.folderId).toMatchObject({ mode: 'id', value: FOLDER.id });
				expect(Object.keys(binary)).toEqual([parameters.inputDataFieldName]);
				const [file] = Object.values(binary);
				if (!file) throw new Error('There is no file');
				expect(file.fileName).toBe(parameters.name);
				expect(await pagesOf(await client.download(file))).toBeGreaterThan(0);
			}
			await example.end();
		});
	});
}
