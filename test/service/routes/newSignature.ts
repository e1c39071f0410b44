// Makes a new signature request from the parameters of its creation.

import type { User } from '../domain/account';
import { addDays } from '../domain/clock';
import type { SourceFile } from '../domain/files/sourceFile';
import { newCode, newId, newLink } from '../domain/ids';
import { invalid } from '../domain/refusal';
import type {
	AttachmentDemand,
	SignatureRequest,
	Signer,
	Widget,
} from '../domain/signatures/model';
import { newDocument } from '../domain/signatures/documents';
import {
	channelOf,
	DATA_VALUE_LIMIT,
	SMS_BODY_LIMIT,
	type RecipientInput,
	type SignatureCreate,
} from '../validation/signature';
import type { ServiceSettings, World } from '../world/world';
import type { WidgetInput } from '../validation/widgets';
import { checkPages } from './widgetPlaces';

/**
 * Makes a request from validated parameters.
 *
 * @throws Refusal invalid if there is no file, a widget is on a page that no file has, or a stored
 * custom data value is too long.
 */
export function newSignature(
	input: SignatureCreate,
	files: SourceFile[],
	owner: User,
	{ clock, settings }: Pick<World, 'clock' | 'settings'>,
): SignatureRequest {
	const now = clock.now();
	if (files.length === 0) {
		throw invalid('Invalid files', ['files: a file or a template is required']);
	}
	const { data, fill } = splitData(input.data ?? {}, files, settings.widgetsFilledBy);
	checkPages(input.recipients, files);
	const signers = input.recipients.map((recipient, position) =>
		newSigner(recipient, position, channelOf(recipient, input.delivery_type)),
	);
	const days = input.expire_time ?? settings.expireTime;
	return {
		id: newId(),
		createdAt: now,
		owner,
		name: input.name ?? '',
		data,
		fill,
		signers,
		documents: signers.flatMap((signer) =>
			files.map((file, fileNumber) => newDocument(signer, file, fileNumber, now)),
		),
		cc: (input.cc ?? []).map(({ email, name }) => ({ email, name: name ?? '' })),
		subject: input.subject,
		body: input.delivery_type === 'sms' ? input.body?.slice(0, SMS_BODY_LIMIT) : input.body,
		replyTo: input.reply_to,
		signingMode: input.signing_mode,
		signatureType: input.type,
		callbackUrl: input.callback_url,
		eventsUrl: input.events_url,
		expiresAt: days ? addDays(now, days) : undefined,
		reminders: reminderPlan(input.reminders ?? settings.reminders),
		...(input.delivery_type === 'url' && { link: newLink() }),
	};
}

/** Splits custom data into what is stored and what fills a field (docs/service.md#custom-data). */
function splitData(
	all: Record<string, string>,
	files: SourceFile[],
	by: ServiceSettings['widgetsFilledBy'],
): { data: Record<string, string>; fill: Record<string, string> } {
	const fields = new Map(files.flatMap((file) => fillableFields(file, by)));
	const entries = Object.entries(all);
	const stored = entries.filter(([key]) => !fields.has(key));
	const tooLong = stored.filter(([, value]) => value.length > DATA_VALUE_LIMIT);
	if (tooLong.length > 0) {
		throw invalid(
			`Invalid data[${tooLong[0]?.[0]}]`,
			tooLong.map(([key]) => `data[${key}]: must be at most ${DATA_VALUE_LIMIT} characters`),
		);
	}
	return {
		data: Object.fromEntries(stored),
		fill: Object.fromEntries(
			entries.flatMap(([key, value]) => {
				const field = fields.get(key);
				return field === undefined ? [] : [[field.name, field.isDate ? isoDay(value) : value]];
			}),
		),
	};
}

interface Fillable {
	name: string;
	isDate?: boolean;
}

/** The fields that custom data fills, by the keys for them: a widget's key, its name, or both. */
function fillableFields(
	{ template, fieldNames }: SourceFile,
	by: ServiceSettings['widgetsFilledBy'],
): Array<[string, Fillable]> {
	if (!template) return fieldNames.map((name) => [name, { name }]);
	return template.widgets.flatMap(({ key, name, type }) => {
		const words = { key: [key], name: [name], either: [key, name] }[by];
		return words.map((word): [string, Fillable] => [word, { name: key, isDate: type === 'date' }]);
	});
}

/** A day as `YYYY-MM-DD`, also of `DD-MM-YYYY` (docs/service.md#template-lists). */
const isoDay = (value: string) => value.replace(/^(\d{2})-(\d{2})-(\d{4})$/, '$3-$2-$1');

/** An integer repeats for ever, a list has the days before each reminder, 0 means none. */
function reminderPlan(input: number | number[] | undefined): SignatureRequest['reminders'] {
	const days = input === undefined ? [] : [input].flat().filter((value) => value > 0);
	return { days, repeat: typeof input === 'number' };
}

function newSigner(input: RecipientInput, position: number, channel: Signer['channel']): Signer {
	const { email, name, phone, subject, body, widgets = [] } = input;
	return {
		id: newId(),
		position,
		email,
		name,
		phone,
		channel,
		subject,
		body: channel === 'sms' ? body?.slice(0, SMS_BODY_LIMIT) : body,
		role: input.type === 'validator' ? 'validator' : 'signer',
		link: newLink(),
		widgets: widgets.map((widget, index) => newWidget(widget, position, index)),
		demands: (documentNumber) => demandsOf(input, documentNumber),
		...(input.require_sms_validation && { password: newCode() }),
		...(input.sms_code && { code: newCode() }),
		remindersSent: 0,
	};
}

function newWidget(input: WidgetInput, position: number, index: number): Widget {
	const { page = 1, left = 1, top = 1, width, height, editable = true, required = true } = input;
	const type = input.type === 'dcf' ? 'digital certificate' : input.type;
	const options = typeof input.options === 'object' ? input.options : {};
	return {
		id: `w${position}-${index}`,
		type,
		label: `${type[0]?.toUpperCase()}${type.slice(1)} ${index + 1}`,
		page,
		left,
		top,
		width,
		height,
		editable,
		required,
		wordAnchor: input.word_anchor,
		default: firstValue(input),
		rule: options.validation_rule,
		yesNo: input.options === 'show_yes_no_option',
		...(type === 'radio' && {
			group: { id: input.custom_id ?? `of-${position}-${index}`, index: options.index ?? 0 },
		}),
		...(options.select && { choices: options.select.map((option) => option.value) }),
	};
}

/**
 * What a field holds at first. The reference gives 1 or 0 for Yes or No too, and 0 beside the default option of a
 * select (docs/service.md#widget-options).
 */
function firstValue({ default: given = '', options }: WidgetInput): string {
	if (options === 'show_yes_no_option') return { '1': 'yes', '0': 'no' }[given] ?? given;
	const choices = typeof options === 'object' ? (options.select ?? []) : [];
	const isChoice = choices.length === 0 || choices.some(({ value }) => value === given);
	return isChoice ? given : (choices.find((choice) => choice.default)?.value ?? '');
}

const perDocument = (
	demand: number | Array<number | undefined> | undefined,
	documentNumber: number,
): number => (Array.isArray(demand) ? (demand[documentNumber] ?? 0) : (demand ?? 0));

function demandsOf(input: RecipientInput, documentNumber: number): AttachmentDemand[] {
	const several = (kind: AttachmentDemand['kind'], label: string, count: number) =>
		Array.from({ length: count }, (_, index) => ({ kind, label: `${label} ${index + 1}` }));
	return [
		...several('photo', 'Photo', perDocument(input.require_photo, documentNumber)),
		...several('photo_id', 'Photo of an id', perDocument(input.require_photo_id, documentNumber)),
		...fileDemands(input.require_file_attachment, documentNumber, several),
	];
}

function fileDemands(
	input: RecipientInput['require_file_attachment'],
	documentNumber: number,
	several: (kind: 'file', label: string, count: number) => AttachmentDemand[],
): AttachmentDemand[] {
	const specs = Array.isArray(input) ? input.filter((item) => typeof item === 'object') : [];
	if (specs.length > 0) {
		return specs.map((spec) => ({ kind: 'file', label: spec.description ?? spec.type }));
	}
	const counts = Array.isArray(input)
		? input.map((item) => (typeof item === 'number' ? item : undefined))
		: input;
	return several('file', 'File', perDocument(counts, documentNumber));
}
