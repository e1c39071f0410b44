// Reads the runs of text of a PDF and their places. It runs in a thread because it takes a while and
// because the reader is an ES module, which Jest does not load.
import { parentPort, workerData } from 'node:worker_threads';

import { getDocumentProxy } from 'unpdf';

const pdf = await getDocumentProxy(workerData);
const runs = [];
for (let page = 1; page <= pdf.numPages; page += 1) {
	const { items } = await (await pdf.getPage(page)).getTextContent();
	for (const { str, width, transform } of items) {
		const [, , , height, x, y] = transform;
		if (str) runs.push({ text: str, page, x, top: y + height, width });
	}
}
parentPort.postMessage(runs);
