// The frame that all pages share, and how a page is sent.

import type { FastifyReply } from 'fastify';

import { html, type Html } from './html';

export interface Page {
	title: string;
	content: Html;
	/** Names of scripts and of further style sheets in `assets/`. */
	scripts?: string[];
	styles?: string[];
	/**
	 * Whether it is for whoever runs the service. Signers' pages are not: any site may embed them in an iframe
	 * (docs/service.md#signing-page).
	 */
	operator?: boolean;
	/** Whether HTML of others is shown in it, in a frame without scripts: their styles are inside. */
	inlineStyles?: boolean;
}

/** What a page may load and do. */
const policyOf = ({ operator, inlineStyles }: Page): string =>
	[
		"default-src 'none'",
		"script-src 'self'",
		`style-src 'self'${inlineStyles ? " 'unsafe-inline'" : ''}`,
		"img-src 'self' data:",
		"font-src 'self'",
		"connect-src 'self'",
		"form-action 'self'",
		"base-uri 'none'",
		...(operator ? ["frame-ancestors 'none'"] : []),
	].join('; ');

/** The links between the pages for whoever runs the service. */
const links = html`<nav aria-label="Service">
	<a href="/inbox">Inbox</a>
	<a href="/requests">Requests</a>
	<a href="/openapi">API</a>
</nav>`;

/** Sends a page. */
export function sendPage(reply: FastifyReply, page: Page, status = 200): FastifyReply {
	const text = html`<!doctype html>
		<html lang="en">
			<head>
				<meta charset="utf-8" />
				<meta name="viewport" content="width=device-width, initial-scale=1" />
				<title>${page.title}</title>
				${['style.css', ...(page.styles ?? [])].map((name) => html`<link rel="stylesheet" href="/assets/${name}" />`)}
				<link rel="icon" href="data:," />
				${(page.scripts ?? []).map((name) => html`<script type="module" src="/assets/${name}"></script>`)}
			</head>
			<body>
				<a class="skip" href="#main">Skip to content</a>
				<header>
					<strong>Local signature service</strong>${page.operator && links}<small
						>For tests: nothing here is a signature, and nothing is really sent</small
					>
				</header>
				<main id="main" tabindex="-1">${page.content}</main>
			</body>
		</html>`.text;
	return (
		reply
			.code(status)
			.header('content-type', 'text/html; charset=utf-8')
			.header('content-security-policy', policyOf(page))
			// Posts between these pages have to say where they come from (pages/serviceForms.ts).
			.header('referrer-policy', page.operator ? 'same-origin' : 'no-referrer')
			.header('cache-control', 'no-store')
			.send(text)
	);
}

/** A page with only a message. */
export const notice = (title: string, text: string): Page => ({
	title,
	content: html`<h1>${title}</h1>
		<p>${text}</p>`,
});
