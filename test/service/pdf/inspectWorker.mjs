// Counts the pages of PDFs and names their form fields. It runs in a thread because the library has no bounds: a few
// bytes of an attacker may take all memory.
import { parentPort } from 'node:worker_threads';

import { PDFDocument } from '@cantoo/pdf-lib';

parentPort.on('message', async ({ bytes, port }) => {
	try {
		const pdf = await PDFDocument.load(bytes, { ignoreEncryption: true, updateMetadata: false });
		const fields = pdf.getForm().getFields();
		const fieldNames = fields.map((field) => field.getName());
		port.postMessage({ read: { pages: pdf.getPageCount(), fieldNames } });
	} catch (error) {
		port.postMessage({ error: String(error) });
	}
});
