import { addressHints, encodingHints, smsHints, when } from '../../../input/hints';
import type { Recipient } from './recipient';
import { hasSignature, type Widget } from './widget.schema';

/** About one recipient, what is sent although the service may refuse it or do something else than is meant. */
export function recipientHints(recipient: Recipient, deliveryType: string | undefined): string[] {
	const { subject, body, type, method = deliveryType, widgets = [] } = recipient;
	return [
		...addressHints({ Subject: subject, Message: body }),
		...encodingHints({ Name: recipient.name, Subject: subject, Message: body }),
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
