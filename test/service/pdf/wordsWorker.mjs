// Reads the words of a PDF and their places. It runs in a thread because it takes a while and
// because the reader is an ES module, which Jest does not load.
import { parentPort, workerData } from 'node:worker_threads';

import { getDocumentProxy } from 'unpdf';

const pdf = await getDocumentProxy(workerData);
const words = [];
for (let page = 1; page <= pdf.numPages; page += 1) {
	const { items } = await (await pdf.getPage(page)).getTextContent();
	for (const item of items) {
		if (!item.str) continue;
		const [, , , height, x, y] = item.transform;
		const perCharacter = item.width / item.str.length;
		for (const match of item.str.matchAll(/[\p{L}\p{N}]+/gu)) {
			words.push({ text: match[0], page, x: x + match.index * perCharacter, top: y + height });
		}
	}
}
parentPort.postMessage(words);
