// The panel's names for the service's parameters, put into the service's messages.

type Names = Readonly<Record<string, string>>;

/** Parameters whose names in the panel are the service's words with capitals: `signing_mode` is Signing Mode. */
function capitalized(...keys: string[]): Names {
	const name = (key: string) =>
		key.replaceAll('_', ' ').replace(/\b[a-z]/g, (letter) => letter.toUpperCase());
	return Object.fromEntries(keys.map((key) => [key, name(key)]));
}

const personNames = capitalized('email', 'name', 'phone');

const copies: Names = { cc: 'CC', bcc: 'BCC' };

const common: Names = {
	...personNames,
	...copies,
	...capitalized('recipients', 'attachments', 'templates'),
	type: 'Certification Type',
	files: 'Input Binary Field(s)',
	subject: 'Email Subject',
	body: 'Email Body',
	branding_id: 'Branding',
	events_url: 'Events URL',
	data: 'Custom Data',
};

/** The panel's names of an endpoint's parameters that operations do not give (`RequestContent`). */
function namesAt(path: string): Names {
	if (path.startsWith('/v3/subscriptions')) return { url: 'URL', events: 'Events' };
	if (path.startsWith('/v3/brandings')) return {};
	return path === '/v3/sms.json' ? { ...common, body: 'SMS Body' } : common;
}

/** Lists that are rows of the panel: its name for a row, which stands before the name of a field in it. */
const rowNames: Names = {
	recipients: 'Recipient',
	to: 'Recipient',
	cc: 'CC',
	bcc: 'BCC',
	files: 'File',
	attachments: 'Attachment',
	templates: 'Template',
};

/** The panel's names in a row or in another parameter; `[#]` is an entry of a list, `#` its number. */
const innerNames: Readonly<Record<string, Names>> = {
	// With copies, the recipients of a certified email are in groups (docs/service.md#copies-of-certified-emails).
	recipients: { ...copies, to: 'Recipients' },
	CC: personNames,
	BCC: personNames,
	Recipient: personNames,
	events: { '[#]': 'Number # of Events' },
};

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
 * Replaces the service's names of parameters by the panel's: `Invalid recipients[0][email]: must be text` becomes
 * `Recipient 1: Email must be text`. They are found as paths in brackets anywhere, and as simple names where a line is
 * about one: `expire_time: …`. `given` are names from the operation; they come before those of the endpoint.
 */
export function inPanelWords(line: string, path = '', given: Names = {}): string {
	const names = { ...namesAt(path), ...given };
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
	const whole = nameIn(names, parameter);
	let label = whole ?? nameIn(names, first);
	if (whole !== undefined || label === undefined) return label;
	if (first === 'data') return `${label} "${keys[0]}"`;

	const places: string[] = [];
	let inside = first;
	let number = 0;
	for (const [index, key] of keys.entries()) {
		const isNumber = /^\d{1,6}$/.test(key);
		if (isNumber) number = Number(key) + 1;
		const row = isNumber ? (nameIn(names, `${inside}[]`) ?? nameIn(rowNames, inside)) : undefined;
		const place = isNumber ? `${inside}[#]` : `${inside}[${key}]`;
		const inner = nameIn(names, place) ?? nameIn(innerNames[inside], isNumber ? '[#]' : key);
		if (row !== undefined) {
			places.push(`${row} ${number}`);
			label = '';
			inside = row;
		} else if (inner !== undefined) {
			label = inner.replace('#', String(number));
			inside = isNumber ? place : key;
			const isWhole = !Object.keys(names).some((name) => name.startsWith(`${inside}[`));
			if (!isNumber && isWhole && !innerNames[inside] && !rowNames[inside]) break;
		} else {
			if (label) places.push(label);
			label = `"${keys.slice(index).join('.')}"`;
			break;
		}
	}
	return [places.join(', '), label].filter(Boolean).join(': ');
}

function nameIn(names: Names | undefined, key: string): string | undefined {
	return names && Object.hasOwn(names, key) ? names[key] : undefined;
}
