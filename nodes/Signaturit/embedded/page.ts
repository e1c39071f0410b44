import { createHash } from 'node:crypto';
import { embeddedEvents, HELP, LOADING } from './events';
import { pageScript, pageStyle } from './pageContent';
import type { SigningOrigins } from './pageInput';

/** How long the page waits for a message of the frame before it shows the link, in milliseconds. */
const PATIENCE = 8_000;

/** What the frame may use of the signer's device: the service can require photos and voice recordings. */
const DEVICES = ['camera', 'microphone', 'geolocation', 'fullscreen'];

const SANDBOX_WARNING =
	"This page was served in n8n's sandbox, in which the signing page may not work. Serve it from your own website, or set N8N_INSECURE_DISABLE_WEBHOOK_IFRAME_SANDBOX=true for n8n.";

/** What `signingPage` needs. */
export interface SigningPage {
	signatureId: string;
	signingUrl: URL;
	origins: SigningOrigins;
	/** Where the page reports to; without it, it only shows the state. */
	report?: { url: string; token: string };
	title: string;
	/** Of the page's own words, as a BCP 47 tag. */
	language: string;
	/** Instead of the page's own words, by event type, `loading` or `help`. */
	words?: Readonly<Record<string, string>>;
	/** Whether the frame goes on to a page of the client after signing. */
	hasCallback?: boolean;
}

/**
 * Builds an HTML page that shows the service's signing page in a frame, shows the state in words and
 * reports it. It loads nothing else, and its Content-Security-Policy allows nothing else.
 *
 * n8n answers HTML with `Content-Security-Policy: sandbox` without `allow-same-origin`. Then the origin of
 * the page and of its frame is `null`. The page itself works there, but the service's signing page may
 * lack its storage and cookies.
 */
export function signingPage(page: SigningPage): string {
	const { signatureId, signingUrl, origins, report, title, language } = page;
	const { loading, help, ...words } = { ...ownWords, ...page.words };
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

const ownWords = {
	loading: LOADING,
	help: HELP,
	...Object.fromEntries(embeddedEvents.map(({ type, words }) => [type, words])),
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

/**
 * A value as JSON for a script element. Escapes `<`, `>` and `&`, because `</script>` and `<!--` would end
 * the element or change how it is parsed, and U+2028 and U+2029, which end lines in older JavaScript.
 */
export function scriptJson(value: unknown): string {
	return JSON.stringify(value).replace(
		/[<>&\u2028\u2029]/g,
		(character) => `\\u${character.charCodeAt(0).toString(16).padStart(4, '0')}`,
	);
}
