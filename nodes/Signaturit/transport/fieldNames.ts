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
	sign_with_digital_certificate_file: 'Sign With Certificate',
	digital_certificate_name: 'Certificate Name',
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
};

const subscriptionFields: Names = {
	url: 'URL',
	events: list('Events', (number) => ({ name: `Number ${number} of Events` })),
};

/** What the panel calls the parameters of an endpoint. Plain operations tell it themselves (`RequestContent`). */
function namesAt(path: string): Names {
	if (path === '/v3/signatures.json') {
		return { ...common, name: 'Request Name', type: 'Signature Type' };
	}
	if (path.startsWith('/v3/subscriptions')) return subscriptionFields;
	if (path.startsWith('/v3/brandings')) return {};
	return path === '/v3/sms.json' ? { ...common, body: 'SMS Body' } : common;
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
 * names where a line is about one: `expire_time: …`, `Invalid expire_time`.
 *
 * @param given the names that the operation tells; they come before those of the endpoint's path
 */
export function inPanelWords(
	line: string,
	path = '',
	given: Readonly<Record<string, string>> = {},
): string {
	const names: KnownNames = { whole: given, parts: { ...given, ...namesAt(path) } };
	const { invalid, parameter = '', reason } = wholeLine.exec(line)?.groups ?? {};
	const label = labelOf(parameter, names);
	if (label !== undefined && reason !== undefined) {
		return `${label}${continues.test(reason) ? '' : ':'} ${withLabels(reason, names)}`;
	}
	if (label !== undefined && invalid !== undefined) return `${label} is invalid`;
	return withLabels(line, names);
}

/** Names of whole parameters, e.g. `templates[pending_sign]`, and of their parts. */
interface KnownNames {
	whole: Names;
	parts: Names;
}

function withLabels(text: string, names: KnownNames): string {
	return text.replace(bracketed, (parameter) => labelOf(parameter, names) ?? parameter);
}

/** The panel's name of a parameter, after the rows it is in; `undefined` if its first name is unknown. */
function labelOf(parameter: string, { whole, parts }: KnownNames): string | undefined {
	const known = lookup(whole)(parameter);
	if (known) return known.name;
	const [first = '', ...keys] = parameter.replaceAll(']', '').split('[');
	let field = lookup(parts)(first);
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
