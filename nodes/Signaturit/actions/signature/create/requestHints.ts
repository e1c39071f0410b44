import { addressHints, phoneHints, smsHints, when } from '../../../input/hints';
import { hasSignature, type Recipient } from './recipient';
import type { Widget } from './widget.schema';

/** A request as far as there are hints about it. */
interface Request {
	recipients: readonly Recipient[];
	subject?: string;
	body?: string;
	callbackUrl?: string;
	deliveryType?: string;
}

/** About what is sent, although the service may refuse it, change it, or do something else than is meant. */
export function requestHints(request: Request): string[] {
	const { recipients, subject, body, callbackUrl, deliveryType } = request;
	return [
		...addressHints({
			'Email Subject': subject,
			[deliveryType === 'sms' ? 'SMS Body' : 'Email Body']: body,
		}),
		...(deliveryType === 'sms' ? smsHints('SMS Body', body) : []),
		...when(
			callbackUrl !== undefined && !URL.canParse(callbackUrl),
			'Redirect URL After Signing is no web address: it begins with https://',
		),
		...phoneHints(recipients),
		...recipients.flatMap((recipient, index) =>
			recipientHints(recipient, deliveryType).map((hint) => `Recipient ${index + 1}: ${hint}`),
		),
	];
}

function recipientHints(recipient: Recipient, deliveryType: string | undefined): string[] {
	const { subject, body, type, method = deliveryType, widgets = [] } = recipient;
	return [
		...addressHints({ Subject: subject, Message: body }),
		...(method === 'sms' ? smsHints('Message', body) : []),
		...when(
			widgets.length > 0 && type !== 'validator' && !hasSignature(widgets),
			'Widgets have no signature, which Signaturit may want of each signer with widgets',
		),
		...widgetHints(widgets),
	];
}

function widgetHints(widgets: readonly Widget[]): string[] {
	const texts = widgets.map((widget) => JSON.stringify(widget));
	return widgets.flatMap(({ word_anchor: word = 'word' }, index) => [
		...when(
			texts.indexOf(texts[index] ?? '') < index,
			`Widget ${index + 1} is the same as an earlier one`,
		),
		...when(
			!/^[\p{L}\p{M}\p{N}]+$/u.test(word),
			`The word of Widget ${index + 1} has a symbol, which Signaturit may not find`,
		),
	]);
}
