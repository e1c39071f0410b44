// The page on which a recipient of a certified email or SMS opens its attachments.

import type { FastifyInstance, FastifyRequest } from 'fastify';

import type { CertificateItem } from '../domain/certified/model';
import { notFound } from '../domain/refusal';
import { sendFile, sendInline } from '../http/sendFile';
import { certificateWith } from '../world/find';
import type { World } from '../world/world';
import { html } from './html';
import { sendPage } from './layout';

/** The page on which the recipient of a certified email or SMS opens its attachments. */
export function certificateRoutes(app: FastifyInstance, world: World): void {
	/** @throws Refusal not_found. */
	const itemOf = (request: FastifyRequest): CertificateItem => {
		const { link } = request.params as { link: string };
		const found = certificateWith(world, (certificate) => certificate.link === link);
		if (!found) throw notFound('Page');
		return found;
	};
	const attachmentOf = (request: FastifyRequest) => {
		const item = itemOf(request);
		const number = Number((request.params as { number: string }).number);
		const attachment = item.certified.attachments[number];
		if (!attachment) throw notFound('Attachment');
		return { item, number, attachment };
	};

	app.get('/c/:link', (request, reply) => {
		const item = itemOf(request);
		const { certified, certificate } = item;
		world.certifying.openOverview(item);
		const base = `/c/${certificate.link}`;
		return sendPage(reply, {
			title: certified.subject || 'Documents for you',
			content: html`<h1>${certified.subject || 'Documents for you'}</h1>
				<p class="muted">For ${certificate.name}. Opening a document is certified.</p>
				<ul class="rows">
					${certified.attachments.map(
						({ name }, number) =>
							html`<li>
								<span>${name}</span>
								<a class="button primary" href="${base}/${number}"
									>Open<span class="visually-hidden"> ${name}</span></a
								>
								<a class="button" href="${base}/${number}/download"
									>Download<span class="visually-hidden"> ${name}</span></a
								>
							</li>`,
					)}
				</ul>`,
		});
	});

	app.get('/c/:link/:number', (request, reply) => {
		const { item, number, attachment } = attachmentOf(request);
		world.certifying.openAttachment(item, number);
		return sendInline(reply, attachment.bytes);
	});

	app.get('/c/:link/:number/download', (request, reply) => {
		const { item, number, attachment } = attachmentOf(request);
		world.certifying.download(item, number);
		return sendFile(reply, 'application/pdf', attachment.name, attachment.bytes);
	});
}
