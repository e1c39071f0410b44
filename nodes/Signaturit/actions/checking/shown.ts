// Recipients, files, texts and settings as a check shows them to a person.

// What would go out, as a person reads it.
import type { IDataObject, INodePropertyOptions } from 'n8n-workflow';
import { isPdf } from '../../input/files';
import { withoutMissing } from '../../input/pairs';
import type { ParameterTable } from '../../input/parameters';
import { readPdf } from '../../input/readPdf';
import type { FormFields, FormFile } from '../../transport/form';
import { isPlainObject } from '../../transport/shapes';
import { typeField } from '../certified/tables';
import { objectsIn } from '../line';
import type { Creation } from '../sending/creation';
import { recipientTable } from '../signature/create/recipientTable';
import { requestTable } from '../signature/create/requestTable';

const ACCOUNT_DECIDES = 'as set in the account';

/** The panel's name of a value in a dropdown; another value as it is. */
function nameIn({ options = [] }: { options?: unknown[] }, value: unknown): string {
	const all = options as INodePropertyOptions[];
	return all.find((one) => one.value === value)?.name ?? String(value);
}

/** The requirements of a recipient, by their parameters, in the words of a list. */
const DEMANDS: Readonly<Record<string, string>> = {
	sms_code: 'confirms with a code that is sent by SMS',
	require_sms_validation: 'opens the documents with a password that is sent by SMS',
	require_photo: 'takes photos',
	require_photo_id: 'takes photos of an identity document',
	require_file_attachment: 'attaches files',
	sign_with_digital_certificate_file: 'signs with a digital certificate',
};

const ASKED: Readonly<Record<string, string>> = {
	signer: 'signs',
	validator: 'approves',
	qualified: 'signs with a qualified signature',
};

/** A person without what is empty, and then what the person is asked. */
const personOf = ({ name, email, phone, ...more }: IDataObject, asked: IDataObject): IDataObject =>
	withoutMissing({ name, email, phone, ...asked, ...more });

/** A recipient of a signature request (docs/service.md#recipients). */
function signerOf(recipient: IDataObject, index: number, fields: FormFields): IDataObject {
	const { name, email, phone, type = 'signer', method, subject, body } = recipient;
	const channel = method ?? fields.delivery_type ?? 'email';
	const { delivery_type: all, method: own } = { ...requestTable, method: recipientTable.method };
	const demands = Object.entries(DEMANDS).flatMap(([key, words]) => {
		const { [key]: value } = recipient;
		// A number for each document, or one for all.
		return [value].flat().some(Boolean) ? words : [];
	});
	const widgets = objectsIn(recipient.widgets).map((widget) => String(widget.type));
	return personOf(
		{ name, email, phone, subject, message: body },
		{
			order: fields.signing_mode === 'parallel' ? 1 : index + 1,
			channel: nameIn(method === undefined ? all.field : own.field, channel),
			asked: ASKED[String(type)] ?? String(type),
			...(demands.length > 0 && { demands }),
			...(widgets.length > 0 && { widgets }),
			deviceId: recipient.device_id,
		},
	);
}

/** Everyone who would get something, in their order, with the channel, and what is asked of each. */
export function shownRecipients({ resource, fields }: Pick<Creation, 'resource' | 'fields'>) {
	const { recipients } = fields;
	// With copies, the recipients of a certified email have another form.
	const lists = isPlainObject(recipients) ? recipients : { to: recipients, cc: fields.cc };
	const { to, cc, bcc } = lists as Record<'to' | 'cc' | 'bcc', unknown>;
	const isRequest = resource === 'signature';
	const channel = resource === 'certifiedSms' ? 'SMS' : 'Email';
	const copy = isRequest ? 'gets a copy of the signed documents' : 'gets a copy';
	const all = (list: unknown, asked: string) =>
		objectsIn(list).map(({ name, email, phone }) =>
			personOf({ name, email, phone }, { channel, asked }),
		);
	return [
		...(isRequest
			? objectsIn(to).map((one, index) => signerOf(one, index, fields))
			: all(to, resource === 'certifiedSms' ? 'gets the SMS' : 'gets the email')),
		...all(cc, copy),
		...all(bcc, 'gets a copy that the others do not see'),
	];
}

const UNITS = ['B', 'kB', 'MB'];

/** E.g. `41.2 kB`, as n8n writes the sizes of files. */
export function sizeText(bytes: number): string {
	const power = Math.min(UNITS.length - 1, Math.floor(Math.log10(Math.max(bytes, 1)) / 3));
	return `${Number((bytes / 1_000 ** power).toPrecision(3))} ${UNITS[power]}`;
}

/** A file with its pages, if it is a PDF whose pages can be counted. */
export async function shownFile({ fileName, content }: FormFile): Promise<IDataObject> {
	const { pages } = isPdf(content) ? await readPdf(content) : {};
	return { fileName, pages: pages ?? 'unknown', fileSize: sizeText(content.length) };
}

/** The texts for all recipients, without what is empty. */
export const shownTexts = ({ subject, body }: FormFields): IDataObject =>
	withoutMissing({ subject, body } as IDataObject);

/** The parameters that are shown elsewhere, or that are addresses of n8n. */
const ELSEWHERE = new Set(['recipients', 'cc', 'templates', 'subject', 'body', 'events_url']);

/** The parameters that are settings of the panel, with its words for them; `data` and all others under `data` and `other`. */
export function shownSettings({ resource, fields }: Pick<Creation, 'resource' | 'fields'>) {
	const isRequest = resource === 'signature';
	const { data, name, delivery_type, signing_mode, type, reply_to, callback_url, ...rest } = fields;
	const { expire_time, reminders, branding_id, ...unnamed } = rest;
	const wordOf = (key: keyof typeof requestTable, value: unknown) =>
		value === undefined
			? undefined
			: nameIn((requestTable as ParameterTable)[key]?.field ?? {}, value);
	const other = Object.entries(unnamed).filter(
		([key, value]) => !ELSEWHERE.has(key) && value !== undefined,
	);
	const ofRequest = {
		requestName: name,
		deliveryType: wordOf('delivery_type', delivery_type),
		signingMode: wordOf('signing_mode', signing_mode ?? 'sequential'),
		signatureType: wordOf('type', type),
		expiresAfterDays: expire_time ?? ACCOUNT_DECIDES,
		remindersAfterDays: reminders === undefined ? ACCOUNT_DECIDES : daysOf(reminders),
		replyTo: reply_to,
		redirectUrl: callback_url,
	};
	const ofCertified = {
		certificationType: type === undefined ? undefined : nameIn(typeField, type),
	};
	return withoutMissing({
		...((isRequest ? ofRequest : ofCertified) as IDataObject),
		brandingId: branding_id as IDataObject['brandingId'],
		...(data !== undefined && { data: data as IDataObject }),
		...(other.length > 0 && { other: Object.fromEntries(other) as IDataObject }),
	});
}

/** The days of the reminders; 0 means none. */
const daysOf = (reminders: unknown) => [reminders].flat().map(Number).filter(Boolean);
