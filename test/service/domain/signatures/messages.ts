// The words of all mails and SMS about a signature request.

import type { Copy, Message } from '../outbox';
import { titleOf } from './documents';
import type { SignatureRequest, Signer } from './model';

/** The tag that stands for the address of the page in the text of an SMS. */
export const URL_TAG = '{{url}}';

/** A message to a signer through the signer's channel: an SMS, else a mail. */
function toSigner(
	request: SignatureRequest,
	{ name, link, phone = '', email = '', channel }: Signer,
	words: { sms: string; subject: string; body: string },
): Message {
	const person = { name, path: `/s/${link}`, ...(request.replyTo && { replyTo: request.replyTo }) };
	return channel === 'sms'
		? { ...person, channel: 'sms', to: phone, subject: '', body: words.sms }
		: { ...person, channel: 'email', to: email, subject: words.subject, body: words.body };
}

/** What a signer gets in turn. */
export function invitation(request: SignatureRequest, signer: Signer): Message {
	return toSigner(request, signer, {
		sms: signer.body ?? request.body ?? `Please sign ${titleOf(request)}: ${URL_TAG}`,
		subject: signer.subject || request.subject || `Documents to sign: ${titleOf(request)}`,
		body: signer.body || request.body || `<p>Please read and sign ${escape(titleOf(request))}.</p>`,
	});
}

export function reminder(request: SignatureRequest, signer: Signer): Message {
	return toSigner(request, signer, {
		sms: `Reminder: please sign ${titleOf(request)}: ${URL_TAG}`,
		subject: `Reminder: ${request.subject || titleOf(request)}`,
		body: `<p>You have not signed ${escape(titleOf(request))} yet.</p>`,
	});
}

/** The SMS with the password or code that a signer must enter. */
export function secrets(request: SignatureRequest, signer: Signer): Message {
	const words = [
		signer.password && `Your password for ${titleOf(request)} is ${signer.password}.`,
		signer.code && `Your acceptance code is ${signer.code}.`,
	];
	return {
		channel: 'sms',
		to: signer.phone ?? '',
		name: signer.name,
		subject: '',
		body: words.filter(Boolean).join(' '),
	};
}

export function canceled(
	request: SignatureRequest,
	signer: Signer,
	reason: string | undefined,
): Message {
	const { name, email, phone = '' } = signer;
	if (email === undefined) {
		const body = `You need not sign ${titleOf(request)} any more.`;
		return { channel: 'sms', to: phone, name, subject: '', body };
	}
	return {
		channel: 'email',
		to: email,
		name,
		subject: `Canceled: ${titleOf(request)}`,
		body: `<p>You need not sign ${escape(titleOf(request))} any more.</p>${
			reason ? `<p>${escape(reason)}</p>` : ''
		}`,
	};
}

/** The copy that goes to `cc` when everything is signed. */
export function copy(request: SignatureRequest, person: Copy): Message {
	return {
		channel: 'email',
		to: person.email,
		name: person.name,
		subject: `Signed: ${titleOf(request)}`,
		body: `<p>Everybody has signed ${escape(titleOf(request))}.</p>`,
		attachments: [...new Set(request.documents.map((document) => document.file.name))],
	};
}

function escape(text: string): string {
	return text.replace(/[&<>"']/g, (character) => `&#${character.charCodeAt(0)};`);
}
