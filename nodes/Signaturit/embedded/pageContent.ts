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

/** The style of the signing page: a line of text at the top, the document in the rest of the window. */
export const pageStyle = `
:root { color-scheme: light; --accent: #5b6472; }
* { box-sizing: border-box; }
html, body { height: 100%; margin: 0; }
body {
	display: flex;
	flex-direction: column;
	height: 100dvh;
	background: #f4f5f7;
	color: #1c2330;
	font: 1rem/1.5 system-ui, sans-serif;
}
header {
	display: flex;
	flex-wrap: wrap;
	align-items: baseline;
	gap: 0 1rem;
	padding: 0.6rem 1rem;
	background: #fff;
	border-bottom: 3px solid var(--accent);
}
h1 { flex: 1 1 auto; margin: 0; font-size: 1.05rem; font-weight: 600; overflow-wrap: anywhere; }
p { margin: 0; overflow-wrap: anywhere; }
header p:not(#status) { width: 100%; }
[hidden] { display: none; }
a { color: #0b57d0; }
a:focus-visible, iframe:focus-visible { outline: 3px solid #0b57d0; outline-offset: -3px; }
iframe { flex: 1 1 auto; width: 100%; min-height: 0; border: 0; background: #fff; }
body[data-state='ready'] { --accent: #0b57d0; }
body[data-state='signed'], body[data-state='completed'], body[data-state='close'] { --accent: #1a7f37; }
body[data-state='declined'] { --accent: #b3261e; }
body.over iframe { display: none; }
body.over header {
	flex: 1 1 auto;
	flex-direction: column;
	align-items: center;
	justify-content: center;
	gap: 0.75rem;
	border: 0;
	text-align: center;
}
body.over h1 { flex: 0 0 auto; }
body.over #status { padding-top: 0.75rem; border-top: 3px solid var(--accent); font-size: 1.25rem; }
@media (max-width: 40rem) {
	header { display: block; padding: 0.4rem 0.75rem; }
	h1 { font-size: 0.95rem; }
	#status { font-size: 0.95rem; }
	body.over header { display: flex; }
}
`;
