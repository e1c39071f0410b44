// The inbox page, with every mail and SMS that would have been sent.

import type { FastifyInstance } from 'fastify';

import type { SentMessage } from '../domain/outbox';
import { notFound } from '../domain/refusal';
import { URL_TAG } from '../domain/signatures/messages';
import type { World } from '../world/world';
import { escapeHtml, html, Html, moment, timeOf } from './html';
import { sendPage } from './layout';

const LABELS = { email: 'Email', sms: 'SMS' } as const;

/** The inbox: every mail and SMS that would have been sent, newest first. */
export function inboxRoutes(app: FastifyInstance, world: World, baseUrl: () => string): void {
	app.get('/inbox', (_request, reply) => {
		const messages = world.outbox.newestFirst();
		return sendPage(reply, {
			title: `Inbox (${messages.length})`,
			operator: true,
			scripts: ['live.js'],
			content: html`<h1>Inbox</h1>
				<p class="muted">All mail and SMS that would have been sent, newest first.</p>
				<div data-live aria-live="polite">
					${messages.length === 0 ? emptyInbox : listOf(messages)}
				</div>`,
		});
	});

	app.get('/inbox/:id', (request, reply) => {
		const message = world.outbox.get((request.params as { id: string }).id);
		if (!message) throw notFound('Message');
		return sendPage(reply, {
			title: titleOf(message),
			operator: true,
			inlineStyles: true,
			content: messagePage(message, baseUrl()),
		});
	});
}

const emptyInbox = html`<h2>Nothing yet</h2>
	<p>
		Create a signature request, a certified email or a certified SMS: what its recipients get
		appears here.
	</p>`;

const titleOf = (message: SentMessage): string =>
	message.subject || (message.channel === 'sms' ? 'SMS' : '(no subject)');

const actionOf = (message: SentMessage): Html | false =>
	message.path !== undefined &&
	html`<a class="button primary" href="${message.path}"
		>${message.path.startsWith('/s/') ? 'Open signing page' : 'Open documents'}<span
			class="visually-hidden"
		>
			for ${message.name}</span
		></a
	>`;

const listOf = (messages: SentMessage[]): Html =>
	html`<ul class="rows">
		${messages.map(
			(message) =>
				html`<li>
					<div>
						<a href="/inbox/${message.id}">${titleOf(message)}</a><br />
						to ${message.name} <span class="muted">${message.to}</span>
						${message.channel === 'sms' && html`<br />${plainText(message.body)}`}
					</div>
					<span class="channel">${LABELS[message.channel]}</span>
					${moment(message.at)} ${actionOf(message)}
				</li>`,
		)}
	</ul>`;

const plainText = (body: string): string => body.replaceAll(URL_TAG, '(link)');

function messagePage(message: SentMessage, baseUrl: string): Html {
	const rows: [string, string][] = [
		['By', LABELS[message.channel]],
		['To', `${message.name} – ${message.to}`],
		['Cc', message.copies?.cc.join(', ') ?? ''],
		['Bcc', message.copies?.bcc.join(', ') ?? ''],
		['Reply to', message.replyTo ?? ''],
		['Sent', timeOf(message.at)],
		['Attached', (message.attachments ?? []).join(', ')],
	];
	return html`<h1>${titleOf(message)}</h1>
		<table>
			${rows
				.filter(([, value]) => value !== '')
				.map(
					([name, value]) =>
						html`<tr>
							<th scope="row">${name}</th>
							<td>${value}</td>
						</tr>`,
				)}
		</table>
		${bodyOf(message, baseUrl)} ${actionOf(message)}`;
}

/** The body of a message. HTML comes from the client, so its frame runs no scripts. */
function bodyOf(message: SentMessage, baseUrl: string): Html {
	if (message.channel === 'sms') {
		const address = `${baseUrl}${message.path ?? ''}`;
		return html`<p>${message.body.replaceAll(URL_TAG, address)}</p>`;
	}
	const frame = `<base target="_blank"><style>body{font:16px/1.5 system-ui,sans-serif;margin:0;color:#1c2333;overflow-wrap:anywhere}</style>${message.body}`;
	return new Html(
		`<iframe sandbox title="Text of the mail" srcdoc="${escapeHtml(frame)}"></iframe>`,
	);
}
