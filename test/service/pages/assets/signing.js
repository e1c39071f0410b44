// Draws the documents and tells an embedding page what happens (docs/service.md#browser-messages).
// Everything else on the page works without this script.
const state = JSON.parse(document.getElementById('state').textContent);

function tell(event, documentId) {
	if (window.parent === window) return;
	window.parent.postMessage({ event, documentId, signatureId: state.signatureId }, '*');
}

function mark(sheet, { label, field, left, top }) {
	const link = document.createElement('a');
	link.className = 'mark';
	link.href = `#${field}`;
	link.textContent = label;
	link.addEventListener('click', () => document.getElementById(field).focus());
	link.style.left = `${left}%`;
	link.style.top = `${top}%`;
	sheet.append(link);
}

async function draw(reader, holder) {
	const bytes = await (await fetch(holder.dataset.pdf)).arrayBuffer();
	const pdf = await reader.getDocument({ data: bytes }).promise;
	for (let number = 1; number <= pdf.numPages; number += 1) {
		const page = await pdf.getPage(number);
		const viewport = page.getViewport({ scale: 1.6 });
		const sheet = document.createElement('div');
		const canvas = document.createElement('canvas');
		sheet.className = 'sheet';
		canvas.width = viewport.width;
		canvas.height = viewport.height;
		canvas.setAttribute('role', 'img');
		canvas.setAttribute('aria-label', `${holder.dataset.name}, page ${number}`);
		sheet.append(canvas);
		holder.append(sheet);
		await page.render({ canvasContext: canvas.getContext('2d'), viewport }).promise;
		for (const item of state.marks) {
			const here = item.documentId === holder.dataset.id && item.page === number;
			if (here) mark(sheet, item);
		}
	}
}

async function drawAll() {
	const holders = [...document.querySelectorAll('[data-pdf]')];
	if (holders.length === 0) return;
	const reader = await import('/assets/pdfjs.mjs');
	for (const holder of holders) {
		await draw(reader, holder).catch(() => {
			holder.textContent = 'The document cannot be shown here: open it with the link above.';
		});
		holder.removeAttribute('aria-busy');
	}
}

document.getElementById('close')?.addEventListener('click', () => {
	tell('close', state.documentIds[0]);
	if (state.callbackUrl) {
		window.location.assign(state.callbackUrl);
		return;
	}
	window.close();
	document.getElementById('closed').hidden = false;
});
document.querySelector('.summary')?.focus();

await drawAll();
for (const { event, documentId } of state.happened) tell(event, documentId);
