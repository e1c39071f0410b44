// Shows the documents with their fields, and tells an embedding page what happens
// (docs/service.md#browser-messages). Everything else on the page works without this script.
const state = JSON.parse(document.getElementById('state').textContent);

function tell(event, documentId) {
	if (window.parent === window) return;
	window.parent.postMessage({ event, documentId, signatureId: state.signatureId }, '*');
}

async function showAll() {
	const holders = [...document.querySelectorAll('[data-pdf]')];
	if (holders.length === 0) return;
	// Without the reader or the document, the fields stay in the list.
	const tools = Promise.all([import('./document.js'), import('./fields.js')]);
	for (const holder of holders) {
		const show = async () => {
			const [{ showDocument }, { placeField }] = await tools;
			await showDocument(holder, (sheet, page) => {
				for (const mark of state.marks) {
					const isHere = mark.documentId === holder.dataset.id && mark.page === page;
					if (isHere) placeField(sheet, mark);
				}
			});
		};
		await show().catch((error) => {
			console.error(error);
			const words = document.createElement('p');
			words.textContent = 'The document cannot be shown here: open it with the link above.';
			for (const sheet of holder.querySelectorAll('.sheet:empty')) sheet.remove();
			holder.append(words);
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

if (document.getElementById('pad')) {
	// Without it, names are typed.
	await import('./pad.js').catch((error) => console.error(error));
}
await showAll();
for (const { event, documentId } of state.happened) tell(event, documentId);
