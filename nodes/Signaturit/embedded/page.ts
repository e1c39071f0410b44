// The HTML page that shows Signaturit's signing page in a frame, and reports its state.

import { createHash } from 'node:crypto';
import type { SigningOrigins } from './pageFields';

/** How long the page waits for a message of the frame before it offers the link, in milliseconds. */
const PATIENCE = 8_000;

/** The parts of the signer's device that the frame may use: the service can require photos and voice recordings. */
const DEVICES = ['camera', 'microphone', 'geolocation', 'fullscreen'];

const SANDBOX_WARNING =
	"This page was served in n8n's sandbox, in which the signing page may not work. Serve it from your own website, or set N8N_INSECURE_DISABLE_WEBHOOK_IFRAME_SANDBOX=true for n8n.";

export interface SigningPage {
	signatureId: string;
	signingUrl: URL;
	origins: SigningOrigins;
	/** Where the page reports to; without it, it only shows the state. */
	report?: { url: string; token: string };
	title: string;
	/** The language of the page's own words, as a BCP 47 tag. */
	language: string;
	/** Instead of `defaultWords`. */
	words?: Readonly<Record<string, string>>;
	/** Whether the frame goes on to a page of the client after signing. */
	hasCallback?: boolean;
}

/**
 * An HTML page that shows the service's signing page in a frame, shows the state in words and reports it. Its
 * Content-Security-Policy allows nothing else. n8n answers HTML in a sandbox without `allow-same-origin`: the origin of
 * the page and of its frame is `null`, and the signing page may lack its storage and cookies (docs/embedded.md).
 */
export function signingPage(page: SigningPage): string {
	const { signatureId, signingUrl, origins, report, title, language } = page;
	const { loading, help, ...words } = { ...defaultWords, ...page.words };
	const settings = {
		signatureId,
		origin: origins.messages,
		report,
		words,
		endsOnClose: !page.hasCallback,
		patience: PATIENCE,
		sandboxWarning: SANDBOX_WARNING,
	};
	const address = escapeHtml(signingUrl.href);
	const policy = contentSecurityPolicy(origins, report?.url);
	const devices = DEVICES.map((device) => `${device} 'src' ${origins.messages}`).join('; ');
	return `<!DOCTYPE html>
<html lang="${escapeHtml(language)}">
<head>
<meta charset="utf-8">
<meta http-equiv="Content-Security-Policy" content="${escapeHtml(policy)}">
<meta name="viewport" content="width=device-width, initial-scale=1">
<title>${escapeHtml(title)}</title>
<style>${pageStyle}</style>
<script type="application/json" id="settings">${scriptJson(settings)}</script>
<script>${pageScript}</script>
</head>
<body data-state="loading">
<header>
<h1>${escapeHtml(title)}</h1>
<p id="status" role="status" aria-live="polite">${escapeHtml(loading)}</p>
<p aria-live="polite"><a id="help" href="${address}" hidden>${escapeHtml(help)}</a></p>
<noscript><p><a href="${address}">${escapeHtml(help)}</a></p></noscript>
</header>
<iframe id="signing" title="${escapeHtml(title)}" src="${address}" allow="${escapeHtml(devices)}"></iframe>
</body>
</html>
`;
}

/** The page's words before anything has happened, in the link that helps when the frame is silent, and at events. */
const defaultWords = {
	loading: 'Loading the document …',
	help: 'The document does not appear? Open it in this window.',
	close: 'You can close this page now.',
	completed: 'All documents are signed. Thank you.',
	declined: 'You have declined to sign.',
	ready: 'Please read the document and sign it below.',
	signed: 'Your signature has been received.',
};

function contentSecurityPolicy({ frame }: SigningOrigins, reportUrl: string | undefined): string {
	return [
		"default-src 'none'",
		`script-src '${hash(pageScript)}'`,
		`style-src '${hash(pageStyle)}'`,
		`frame-src ${frame.join(' ')}`,
		`connect-src ${reportUrl ? policySource(reportUrl) : "'none'"}`,
		"base-uri 'none'",
		"form-action 'none'",
	].join('; ');
}

function hash(content: string): string {
	return `sha256-${createHash('sha256').update(content).digest('base64')}`;
}

/** Semicolons and commas would end the directive or the policy. */
function policySource(url: string): string {
	const { origin, pathname } = new URL(url);
	return origin + pathname.replaceAll(';', '%3B').replaceAll(',', '%2C');
}

const entities: Readonly<Record<string, string>> = {
	'&': '&amp;',
	'<': '&lt;',
	'>': '&gt;',
	'"': '&quot;',
	"'": '&#39;',
};

/** Escapes text for HTML, between tags and in quoted attributes. */
export function escapeHtml(text: string): string {
	return text.replace(/[&<>"']/g, (character) => entities[character] ?? character);
}

/** JSON for a script element: `</script>` and `<!--` would change it; older JavaScript ends lines at U+2028 and U+2029. */
export function scriptJson(value: unknown): string {
	return JSON.stringify(value).replace(
		/[<>&\u2028\u2029]/g,
		(character) => `\\u${character.charCodeAt(0).toString(16).padStart(4, '0')}`,
	);
}

/**
 * The script of the signing page. It runs before the frame exists, so that no message is missed. In n8n's sandbox (see
 * `signingPage`) a message counts when it comes from the frame: the policy keeps other pages out of it.
 */
const pageScript = `
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

	if (inSandbox && location.protocol.startsWith('http')) console.warn(settings.sandboxWarning);
})();
`;

/** A line of text at the top, the document in the rest of the window. */
const pageStyle = `
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
	h1, #status { font-size: 0.95rem; }
	body.over header { display: flex; }
}
`;
