import type { FastifyReply } from 'fastify';

import { html, type Html } from './html';

export interface Page {
	title: string;
	content: Html;
	/** Names of scripts in `assets/`. */
	scripts?: string[];
	/** Names of style sheets in `assets/`, besides the one of all pages. */
	styles?: string[];
	/** Whether the page uses the full width of the window. */
	wide?: boolean;
}

const POLICY = [
	"default-src 'none'",
	"script-src 'self' 'wasm-unsafe-eval'",
	"style-src 'self' 'unsafe-inline'",
	"img-src 'self' data:",
	"font-src 'self' data:",
	"connect-src 'self'",
	"frame-src 'self'",
	"base-uri 'none'",
].join('; ');

/** Sends a page. Any site may embed it in an iframe (docs/service.md#signing-page). */
export function sendPage(reply: FastifyReply, page: Page, status = 200): FastifyReply {
	const text = html`<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<title>${page.title}</title>
${['style.css', ...(page.styles ?? [])].map((name) => html`<link rel="stylesheet" href="/assets/${name}" />`)}
<link rel="icon" href="data:,">
${(page.scripts ?? []).map((name) => html`<script type="module" src="/assets/${name}"></script>`)}
</head>
<body${page.wide && html` class="wide"`}>
<a class="skip" href="#main">Skip to content</a>
<header class="bar"><span class="brand">Local signature service</span><span class="hint">For tests: nothing here is a signature, and nothing is really sent</span></header>
<main id="main" tabindex="-1">
${page.content}
</main>
</body>
</html>`.text;
	return reply
		.code(status)
		.header('content-type', 'text/html; charset=utf-8')
		.header('content-security-policy', POLICY)
		.header('referrer-policy', 'no-referrer')
		.header('cache-control', 'no-store')
		.send(text);
}

/** A page with only a message. */
export const notice = (title: string, text: string): Page => ({
	title,
	content: html`<section class="card notice">
		<h1>${title}</h1>
		<p>${text}</p>
	</section>`,
});
