/**
 * The script of the signing page. It runs in the signer's browser before the frame exists, so that no
 * message is missed, and gets its settings (`PageSettings`) from the script element `settings`.
 *
 * In n8n's sandbox (see `signingPage`) every origin is `null`. There a message is accepted when it comes
 * from the frame itself, because the Content-Security-Policy keeps other pages out of the frame.
 */
export const pageScript = `
'use strict';
(() => {
	const settings = JSON.parse(document.getElementById('settings').textContent);
	const inSandbox = self.origin === 'null';
	const element = (id) => document.getElementById(id);
	let reports = Promise.resolve();
	let silence;

	const isFromSigningPage = ({ origin, source }) =>
		origin === settings.origin ||
		(inSandbox && origin === 'null' && source === element('signing').contentWindow);

	const show = (event) => {
		if (!Object.hasOwn(settings.words, event)) return;
		document.body.dataset.state = event;
		document.body.classList.toggle('over', event === 'close' && settings.endsOnClose);
		element('status').textContent = settings.words[event];
	};

	const post = async (report) => {
		for (const pause of [1000, 4000, 0]) {
			try {
				const { status } = await fetch(settings.report.url, {
					method: 'POST',
					mode: 'cors',
					credentials: 'omit',
					keepalive: true,
					headers: { 'Content-Type': 'application/json' },
					body: JSON.stringify({ token: settings.report.token, ...report }),
				});
				if (status < 500) return;
			} catch {
				// The network may come back.
			}
			await new Promise((resolve) => setTimeout(resolve, pause));
		}
	};

	addEventListener('message', (message) => {
		const { event, documentId, signatureId = settings.signatureId } = message.data ?? {};
		if (!isFromSigningPage(message) || typeof event !== 'string') return;
		clearTimeout(silence);
		element('help').hidden = true;
		show(event);
		if (settings.report) {
			// One after the other, so that they arrive in their order.
			reports = reports.then(() => post({ event, documentId, signatureId }));
		}
	});

	addEventListener('DOMContentLoaded', () => {
		silence = setTimeout(() => {
			// Whether it is still loading, nobody here can tell.
			element('status').textContent = '';
			element('help').hidden = false;
		}, settings.patience);
	});

	if (inSandbox && location.protocol.startsWith('http')) {
		console.warn(settings.sandboxWarning);
	}
})();
`;
