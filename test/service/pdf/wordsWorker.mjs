// Reads the runs of text of PDFs and their places. It runs in a thread because it takes a while and
// because the reader is an ES module, which Jest does not load.
import { parentPort } from 'node:worker_threads';

import { getDocumentProxy } from 'unpdf';

parentPort.on('message', async ({ bytes, port }) => {
	try {
		port.postMessage({ read: await runsIn(bytes) });
	} catch (error) {
		port.postMessage({ error: String(error) });
	}
});

async function runsIn(bytes) {
	const pdf = await getDocumentProxy(bytes);
	try {
		const pages = Array.from({ length: pdf.numPages }, (_, index) => runsOf(pdf, index + 1));
		return (await Promise.all(pages)).flat();
	} finally {
		await pdf.loadingTask.destroy();
	}
}

async function runsOf(pdf, number) {
	const page = await pdf.getPage(number);
	const { items } = await page.getTextContent();
	const { transform, height } = page.getViewport({ scale: 1 / page.userUnit });
	const runs = [];
	for (const { str, width, transform: own } of items) {
		const [along, down, leftwards, upwards, x, y] = multiplied(transform, own);
		const size = Math.hypot(along, down);
		if (!str || size === 0) continue;
		runs.push({
			text: str,
			page: number,
			x: x + leftwards,
			top: height - (y + upwards),
			width,
			direction: [along / size, -down / size],
		});
	}
	return runs;
}

/** The matrix that does what `first` does after what `second` does. */
function multiplied([a, b, c, d, e, f], [g, h, i, j, k, l]) {
	return [
		a * g + c * h,
		b * g + d * h,
		a * i + c * j,
		b * i + d * j,
		a * k + c * l + e,
		b * k + d * l + f,
	];
}
