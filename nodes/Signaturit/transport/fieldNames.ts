/** A parameter of the service, or an entry of one, as the panel names it. */
interface Field {
	name: string;
	/** Whether it is a row of the panel, which stands before the name of the field in it. */
	isRow?: boolean;
	/** What is in it, by name or index. */
	inner?: (key: string) => Field | undefined;
}

type Names = Readonly<Record<string, string | Field>>;

const lookup = (names: Names) => (key: string) => {
	const found = Object.hasOwn(names, key) ? names[key] : undefined;
	return typeof found === 'string' ? { name: found } : found;
};

/** A list whose entries are named by `entry`, which gets their number, counted from 1. */
const list = (name: string, entry: (number: number) => Field): Field => ({
	name,
	inner: (index) => (/^\d{1,6}$/.test(index) ? entry(Number(index) + 1) : undefined),
});

const rows = (name: string, row: string, fields: Names = {}) =>
	list(name, (number) => ({ name: `${row} ${number}`, isRow: true, inner: lookup(fields) }));

const perDocument = (name: string, fieldsOf: (number: number) => Names = () => ({})) =>
	list(name, (number) => ({
		name: `${name} of document ${number}`,
		inner: lookup(fieldsOf(number)),
	}));

const widgetFields: Names = {
	type: 'Type',
	page: 'Page',
	left: 'Left',
	top: 'Top',
	width: 'Width',
	height: 'Height',
	default: 'Default Value',
	editable: 'Editable',
	required: 'Required',
	word_anchor: 'Word',
	custom_id: 'Group',
	options: {
		name: 'Options',
		inner: lookup({
			index: 'Place in Group',
			validation_rule: 'Validation Rule',
			select: rows('Options', 'Option', { value: 'Value', default: 'Selected by Default' }),
		}),
	},
};

const personFields: Names = { email: 'Email', name: 'Name', phone: 'Phone' };

const recipientFields: Names = {
	...personFields,
	type: 'Type',
	method: 'Delivery',
	device_id: 'Device ID',
	subject: 'Subject',
	body: 'Message',
	require_sms_validation: 'Require SMS Validation',
	sms_code: 'Require SMS Code',
	sign_with_digital_certificate_file: 'Sign With Digital Certificate',
	digital_certificate_name: 'Digital Certificate Name',
	require_photo: perDocument('Required Photos'),
	require_photo_id: perDocument('Required Photo IDs'),
	require_file_attachment: perDocument('Required Attachments', (number) => ({
		type: `Type of attachment ${number}`,
		description: `Description of attachment ${number}`,
	})),
	widgets: rows('Widgets', 'Widget', widgetFields),
};

const recipients = rows('Recipients', 'Recipient', recipientFields);

const copies: Names = {
	cc: rows('CC', 'CC', personFields),
	bcc: rows('BCC', 'BCC', personFields),
};

/** With copies, the recipients of a certified email are in groups (docs/service.md#copies-of-certified-emails). */
const groups = lookup({ ...copies, to: recipients });

const common: Names = {
	...personFields,
	...copies,
	type: 'Type',
	recipients: { ...recipients, inner: (key) => groups(key) ?? recipients.inner?.(key) },
	files: rows('Input Binary Field(s)', 'File'),
	attachments: rows('Attachments', 'Attachment'),
	templates: rows('Templates', 'Template'),
	subject: 'Email Subject',
	body: 'Email Body',
	branding_id: 'Branding',
	callback_url: 'Redirect URL After Signing',
	events_url: 'Events URL',
	data: { name: 'Custom Data', inner: (key) => ({ name: `Custom Data ${quoted(key)}` }) },
	delivery_type: 'Delivery Type',
	expire_time: 'Expires After (Days)',
	reply_to: 'Reply To',
	reminders: list('Reminders', (number) => ({ name: `Number ${number} of Reminders` })),
	signing_mode: 'Signing Mode',
	reason: 'Reason',
	role: 'Role',
	front: 'Front',
	back: 'Back',
	document_type: 'Document Type',
	document_country: 'Country',
};

const subscriptionFields: Names = {
	url: 'URL',
	events: list('Events', (number) => ({ name: `Number ${number} of Events` })),
};

/** Fields in a collection of the panel, which is named before them. */
const collection = (name: string, fields: Readonly<Record<string, string>>): Field => ({
	name,
	inner: (key) => (Object.hasOwn(fields, key) ? { name: `${name}: ${fields[key]}` } : undefined),
});

const brandingFields: Names = {
	name: 'Name',
	csv_position: 'Side of CSV Stamp',
	footer_color: 'Footer Color',
	header_color: 'Header Color',
	layout_color: 'Layout Color',
	logo: 'Logo',
	show_biometric_hash: 'Show Biometric Hash',
	show_csv: 'Show CSV Stamp',
	show_welcome_page: 'Show Welcome Page',
	signature_color: 'Signature Color',
	text_color: 'Text Color',
	application_texts: collection('Texts', {
		open_email_button: 'Email Button (Certified Email)',
		open_sign_button: 'Email Button (Signature)',
		send_button: 'Send Button',
		terms_and_conditions: 'Terms and Conditions',
	}),
	templates: collection('Email Templates', {
		document_canceled: 'Document Canceled',
		document_declined: 'Document Declined',
		emails_request: 'Certified Email',
		pending_sign: 'Reminder',
		request_expired: 'Request Expired',
		request_expired_requester: 'Request Expired (Sender)',
		signatures_receipt: 'Receipt',
		signatures_request: 'Signature Request',
		signed_document: 'Signed Document',
		validation_request: 'Validation Request',
	}),
	'sms-templates': collection('SMS Templates', {
		sms_validate: 'Code to Sign',
		sms_verify: 'Code to Open',
	}),
};

/** The names that an endpoint has for its parameters. */
function namesAt(path: string): Names {
	if (path === '/v3/signatures.json') {
		return { ...common, name: 'Request Name', type: 'Signature Type' };
	}
	if (path.startsWith('/v3/subscriptions')) return subscriptionFields;
	if (path.startsWith('/v3/brandings')) return brandingFields;
	if (path === '/v3/sms.json') return { ...common, body: 'SMS Body' };
	return path.endsWith('/name') ? { ...common, name: 'New Name' } : common;
}

const NAME = '[a-z_]+(?:-[a-z]+)*';
const KEYS = String.raw`(?:\[[^[\]\n]*\])`;
const wholeLine = new RegExp(
	`^(?<invalid>Invalid )?(?<parameter>${NAME}${KEYS}*)(?:: (?<reason>.+))?$`,
	's',
);
const bracketed = new RegExp(`\\b${NAME}${KEYS}+`, 'g');

/** A reason that goes on where the field's name ends, as "must be 1 to 2" does. */
const continues = /^(must|is|are|was|has|have|needs?|can|cannot|may|should|does) /;

/**
 * Replaces the service's names of parameters by the panel's: `Invalid recipients[0][email]: must be text`
 * becomes `Recipient 1: Email must be text`. They are found as paths in brackets anywhere, and as simple
 * names where a line is about one: `expire_time: …`, `Invalid expire_time`. Other text stays as it is.
 * Some names depend on the endpoint's path.
 */
export function inPanelWords(line: string, path = ''): string {
	const names = namesAt(path);
	const { invalid, parameter = '', reason } = wholeLine.exec(line)?.groups ?? {};
	const label = labelOf(parameter, names);
	if (label !== undefined && reason !== undefined) {
		return `${label}${continues.test(reason) ? '' : ':'} ${withLabels(reason, names)}`;
	}
	if (label !== undefined && invalid !== undefined) return `${label} is invalid`;
	return withLabels(line, names);
}

function withLabels(text: string, names: Names): string {
	return text.replace(bracketed, (parameter) => labelOf(parameter, names) ?? parameter);
}

/** The panel's name of a parameter, after the rows it is in; `undefined` if its first name is unknown. */
function labelOf(parameter: string, names: Names): string | undefined {
	const [first = '', ...keys] = parameter.replaceAll(']', '').split('[');
	let field = lookup(names)(first);
	if (!field) return undefined;

	const places: string[] = [];
	for (const [index, key] of keys.entries()) {
		const inner: Field | undefined = field.inner?.(key);
		if (!inner && !field.isRow) places.push(field.name);
		field = inner ?? { name: quoted(keys.slice(index).join('.')) };
		if (field.isRow) places.push(field.name);
		if (!field.inner) break;
	}
	const place = places.join(', ');
	if (field.isRow) return place;
	return place ? `${place}: ${field.name}` : field.name;
}

function quoted(key: string): string {
	return `"${key}"`;
}
