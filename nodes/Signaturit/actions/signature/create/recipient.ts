// One recipient of a signature request: its validation, its contents and hints about it.

import { z } from 'zod';
import { PERSON } from '../../../input/people';
import { isPdf, type InputFile } from '../../../input/files';
import { addressHints, encodingHints, smsHints, textIf } from '../../../input/hints';
import { openObject } from '../../../input/words';
import { doorsOf, parametersFrom, type Row } from '../../../input/parameters';
import { isBlank, withRules } from '../../../input/schemas';
import { showValue } from '../../../transport/errors/shown';
import { isPlainObject } from '../../../transport/shapes';
import type { CreationContents } from '../../sending/creation';
import { documentSchema, hasTemplates } from './documents';
import { recipientTable } from './recipientTable';
import { hasSignature, onlyIn, type Widget } from './widget.schema';
import { LAST_PAGE, typeWords, type WidgetContext } from './widgetPlace';

export interface RecipientContext extends WidgetContext {
	sms: boolean;
}

const fieldsSchema = (context: WidgetContext) =>
	openObject('A recipient', doorsOf(recipientTable, context), PERSON);

export type Recipient = z.output<ReturnType<typeof fieldsSchema>>;

/** The recipient of a row in the service's words, not validated yet. An expression may give more than the panel has. */
export const recipientFromRow = (row: Row) => parametersFrom(recipientTable, row);

/** A recipient in the service's words (docs/service.md#recipients). */
export const recipientSchema = ({ sms, ...widgetContext }: RecipientContext) =>
	withRules(fieldsSchema(widgetContext), (recipient) => recipientProblems(recipient, sms));

/** Names what a recipient lacks. Options that send something by SMS need a phone too. */
function recipientProblems(recipient: Recipient, sms: boolean): string[] {
	const { email, name, phone, widgets = [] } = recipient;
	const channel = channelOf(recipient, sms);
	const lacksDevice = channel === 'device' && recipient.device_id === undefined;
	const lacksCertificate = !widgets.some(({ type }) => type === 'dcf');
	return [
		...textIf(channel === 'email' && email === undefined, 'Email is empty'),
		...textIf(name === undefined, 'Name is empty'),
		...(phone === undefined ? phoneProblems(recipient, sms) : []),
		...textIf(lacksDevice, 'Device ID is needed when Delivery is Device'),
		...textIf(
			lacksCertificate && recipient.sign_with_digital_certificate_file === true,
			'Sign With Certificate needs a widget of the type Digital Certificate',
		),
	];
}

const channelOf = ({ method }: Recipient, sms: boolean) => method ?? (sms ? 'sms' : 'email');

/** What is wrong if a recipient has no phone: something goes there by SMS. */
function phoneProblems(recipient: Recipient, sms: boolean): string[] {
	const why = recipient.method === undefined ? 'Delivery Type' : 'Delivery';
	const needs: Record<string, boolean | undefined> = {
		[`Phone is needed when ${why} is SMS`]: channelOf(recipient, sms) === 'sms',
		'Phone is needed for Require SMS Validation': recipient.require_sms_validation,
		'Phone is needed for Require SMS Code': recipient.sms_code,
	};
	return Object.keys(needs).filter((message) => needs[message]);
}

/** What an existing request must have of a recipient: who it is, where the request goes, and what is asked. */
export function recipientContents(
	recipient: Recipient,
	sms: boolean,
): CreationContents['recipients'][number] {
	const { name, email, phone, device_id: device, type: role } = recipient;
	const channel = channelOf(recipient, sms);
	const isPhoneUsed = email === undefined || phoneProblems(recipient, sms).length > 0;
	return {
		name,
		email,
		...(isPhoneUsed && { phone }),
		...(channel === 'sms' && email !== undefined && { isBySms: true }),
		...(channel === 'device' && { device }),
		...(role !== 'signer' && { role }),
	};
}

const widgetPages = z
	.array(z.object({ widgets: z.array(z.object({ page: z.unknown() })).catch([]) }))
	.catch([])
	.transform((recipients) => recipients.flatMap(({ widgets }) => widgets.map(({ page }) => page)));

/** Whether widgets name pages, which have to exist, or the last one. */
export const asksForPages = (recipients: unknown): boolean =>
	widgetPages.parse(recipients).some((page) => !isBlank(page));

const OTHER_PLACES = 'Choose At a Position on a Page, or At a Word in the Document';

/** Why the last page is not known, if a widget is there: once for each file. A refused file needs no other reason. */
export function lastPageProblems(
	recipients: unknown,
	{ files = [], templates }: { files?: InputFile[]; templates?: unknown },
): string[] {
	if (!widgetPages.parse(recipients).includes(LAST_PAGE)) return [];
	if (hasTemplates(templates)) {
		return [`Place: the last page of a template is not known. ${OTHER_PLACES}`];
	}
	// Files that are not read yet are left out: their last page may be known later.
	const taken = files.filter((file) => !file.read && documentSchema.safeParse(file).success);
	const counts = [...new Set(taken.map(({ pages }) => pages))];
	if (counts.length > 1 && !counts.includes(undefined)) {
		return [
			`Place: the last page is another one in each file, as they have ${counts.join(' and ')} pages. ${OTHER_PLACES}`,
		];
	}
	return taken
		.filter(({ pages }) => pages === undefined)
		.map(
			(file) =>
				`Place: the last page of ${showValue(file.fileName)} is not known: ${whyUncounted(file)}. ${OTHER_PLACES}`,
		);
}

function whyUncounted({ content, isProtected }: InputFile): string {
	if (!isPdf(content)) return 'only those of PDFs are counted';
	return isProtected ? 'it is encrypted' : 'its pages cannot be counted, so it may be damaged';
}

/** Hints about values of a recipient that are sent although the service may refuse or misunderstand them. */
export function recipientHints(recipient: Recipient, deliveryType: string | undefined): string[] {
	const { subject, body, type, method = deliveryType, widgets = [] } = recipient;
	return [
		...addressHints({ Subject: subject, Message: body }),
		...encodingHints({ Name: recipient.name, Subject: subject, Message: body }),
		...(method === 'sms' ? smsHints('Message', body) : []),
		...textIf(
			widgets.length > 0 && type !== 'validator' && !hasSignature(widgets),
			'Widgets have no signature, which Signaturit may want of each signer with widgets',
		),
		...textIf(
			['signature', 'dcf'].every((type) => widgets.some((one) => one.type === type)),
			'Widgets have a signature and a digital certificate, of which Signaturit knows one for each signer',
		),
		...widgetHints(widgets),
	];
}

function widgetHints(widgets: readonly Widget[]): string[] {
	const texts = widgets.map((widget) => JSON.stringify(widget));
	return widgets.flatMap((widget, index) => [
		...textIf(
			texts.indexOf(texts[index] ?? '') < index,
			`Widget ${index + 1} is the same as an earlier one`,
		),
		...textIf(
			!/^[\p{L}\p{M}\p{N}]+$/u.test(widget.word_anchor ?? 'word'),
			`The word of Widget ${index + 1} has a symbol, which Signaturit may not find`,
		),
		...misplacedHints(widget, index),
	]);
}

/** Hints about words that are documented only for widgets of other types. */
function misplacedHints({ type, options, ...others }: Widget, index: number): string[] {
	if (!typeWords.includes(type)) return [];
	const inside = isPlainObject(options) ? options : {};
	const given = Object.entries({ ...others, ...inside }).filter(([, one]) => one !== undefined);
	const words = [...given.map(([key]) => key), ...Object.values(inside), options];
	const misplaced = words.flatMap((word) => {
		const types = typeof word === 'string' ? onlyIn(word) : [];
		return types.length === 0 || types.includes(type)
			? []
			: `"${String(word)}" only for ${types.join(' and ')}`;
	});
	const all = misplaced.join(', ');
	return textIf(
		all !== '',
		`Signaturit's documentation has ${all} widgets: Widget ${index + 1} was sent as it is`,
	);
}
