import { PDFDocument } from '@cantoo/pdf-lib';
import { ADA } from '../people';
import { createSignature, pdfFile, widgetsOf } from '../service/specs/support/wire';
import { ExampleSite } from './examples/exampleSite';
import { node, signaturitNode, to } from './lib/n8n/workflowNodes';
import { itemsOf } from './mainJob';

let site: ExampleSite;

beforeAll(async () => {
	site = await ExampleSite.start();
});

afterAll(async () => await site?.stack.stop());

/** Sends a request to Ada, who signs it, and has n8n read the text of the signed PDF. */
async function textOfSigned(
	...[fields, files, values]: [
		fields: Record<string, string>,
		files?: Parameters<typeof createSignature>[2],
		values?: Record<string, string>,
	]
): Promise<string> {
	const { client, control, credential } = site.stack;
	const { id, documents } = await createSignature(site.stack, fields, files);
	await control.sign({ signatureId: id, email: ADA.email }, values);
	await control.settled();
	const byId = (value?: string) => ({ __rl: true, mode: 'id', value });
	const download = { resource: 'document', operation: 'downloadSigned' };
	const workflow = await client.importWorkflow({
		name: 'Reads what was typed',
		nodes: [
			node('Start', 'n8n-nodes-base.manualTrigger', 1, {}),
			signaturitNode('Download', 'signaturit', credential, {
				...download,
				signatureId: byId(id),
				documentId: byId(documents[0]?.id),
			}),
			node('Read', 'n8n-nodes-base.extractFromFile', 1, {
				operation: 'pdf',
				binaryPropertyName: 'data',
			}),
		],
		connections: { Start: to('Download'), Download: to('Read') },
		settings: { executionOrder: 'v1' },
	});
	const [read] = itemsOf(await client.run(workflow.id, 'Start'), 'Read');
	return String(read?.json.text);
}

/** docs/howto.md#what-did-the-signer-type */
describe("what n8n's Extract From File reads of a signed PDF", () => {
	it('has what the signer has typed, if it is printed on the page', async () => {
		const place = { page: '1', left: '10', width: '40', height: '5' };
		const widgets = widgetsOf([
			{ ...place, type: 'text', top: '20' },
			{ ...place, type: 'signature', top: '60' },
		]);
		const text = await textOfSigned(widgets, undefined, { 'w0-0': 'typed by Ada' });
		expect(text).toContain('typed by Ada');
	});

	it('has no values of form fields', async () => {
		const pdf = await PDFDocument.create();
		const page = pdf.addPage([400, 500]);
		page.drawText('Printed words', { x: 40, y: 450, size: 14 });
		const field = pdf.getForm().createTextField('iban');
		field.setText('Words in a field');
		field.addToPage(page, { x: 40, y: 300, width: 200, height: 20 });
		const text = await textOfSigned({}, [pdfFile(Buffer.from(await pdf.save()), 0)]);
		expect(text).toContain('Printed words');
		expect(text).not.toContain('Words in a field');
	});
});
