import { createHash } from 'node:crypto';
import { embeddedEvents, HELP, LOADING } from '../events';
import { escapeHtml, scriptJson } from './markup';
import { pageScript } from './pageScript';
import { pageStyle } from './pageStyle';
import type { SigningOrigins } from './signingOrigins';

/** How long the page waits for a word from the frame before it offers the bare address, in milliseconds. */
const PATIENCE = 8_000;

/** What a signer's device may be asked for: the service can require photos and voice recordings. */
const DEVICES = ['camera', 'microphone', 'geolocation', 'fullscreen'];

const SANDBOX_WARNING =
	"This page was served in n8n's sandbox, in which the signing page may not work. Serve it from your own website, or set N8N_INSECURE_DISABLE_WEBHOOK_IFRAME_SANDBOX=true for n8n.";

/** What the signing page is made of. */
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
 * A page of its own that shows the service's signing page in a frame, tells the state in words and
 * reports it. It loads nothing else, and its Content-Security-Policy allows nothing else.
 *
 * n8n answers HTML with `Content-Security-Policy: sandbox` without `allow-same-origin`. That makes
 * the origin of the page, and of the frame in it, `null`: the page's own part works there, the
 * service's signing page may miss its storage and its cookies.
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
