import { addressHints, encodingHints, smsHints, when } from '../../../input/hints';
import { isPlainObject } from '../../../transport/plainObject';
import type { Recipient } from './recipient';
import { hasSignature, type Widget } from './widget.schema';
import { typeWords } from './widgetFields';
import { onlyIn } from './words';

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
		...when(
			['signature', 'dcf'].every((type) => widgets.some((one) => one.type === type)),
			'Widgets have a signature and a digital certificate, of which Signaturit knows one for each signer',
		),
		...widgetHints(widgets),
	];
}

function widgetHints(widgets: readonly Widget[]): string[] {
	const texts = widgets.map((widget) => JSON.stringify(widget));
	return widgets.flatMap((widget, index) => [
		...when(
			texts.indexOf(texts[index] ?? '') < index,
			`Widget ${index + 1} is the same as an earlier one`,
		),
		...when(
			!/^[\p{L}\p{M}\p{N}]+$/u.test(widget.word_anchor ?? 'word'),
			`The word of Widget ${index + 1} has a symbol, which Signaturit may not find`,
		),
		...misplacedHints(widget, index),
	]);
}

/** About what is known, but only of widgets of other types. */
function misplacedHints({ type, options, custom_id }: Widget, index: number): string[] {
	if (!typeWords.includes(type)) return [];
	const inside = isPlainObject(options) ? options : {};
	const given = Object.entries({ custom_id, ...inside }).filter(([, one]) => one !== undefined);
	const words = [...given.map(([key]) => key), inside.validation_rule, options].filter(
		(one) => typeof one === 'string',
	);
	const misplaced = words.flatMap((word) => {
		const types = Object.hasOwn(onlyIn, word) ? onlyIn[word] : undefined;
		return !types || types.includes(type) ? [] : `"${word}" only for ${types.join(' and ')}`;
	});
	const all = misplaced.join(', ');
	return when(
		all !== '',
		`Signaturit's documentation has ${all} widgets: Widget ${index + 1} was sent as it is`,
	);
}
