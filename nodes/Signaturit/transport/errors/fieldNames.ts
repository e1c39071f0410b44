// The panel's names for the service's parameters, put into the service's messages.

type Names = Readonly<Record<string, string>>;

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
 * about one: `expire_time: …`.
 *
 * @param names as the operation gives them (`RequestContent`)
 */
export function inPanelWords(line: string, names: Names = {}): string {
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
		const row = isNumber ? nameIn(names, `${inside} #`) : undefined;
		const place = isNumber ? `${inside}[#]` : `${inside}[${key}]`;
		const inner = nameIn(names, place);
		if (row !== undefined) {
			places.push(`${row} ${number}`);
			label = '';
			inside = row;
		} else if (inner !== undefined) {
			label = inner.replace('#', String(number));
			inside = isNumber ? place : key;
			const isList = nameIn(names, `${inside} #`) !== undefined;
			const hasParts = isList || Object.keys(names).some((name) => name.startsWith(`${inside}[`));
			if (!isNumber && !hasParts) break;
		} else {
			if (label) places.push(label);
			label = `"${keys.slice(index).join('.')}"`;
			break;
		}
	}
	return [places.join(', '), label].filter(Boolean).join(': ');
}

function nameIn(names: Names, key: string): string | undefined {
	return Object.hasOwn(names, key) ? names[key] : undefined;
}
