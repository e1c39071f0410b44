import fc from 'fast-check';
import { scanJson } from '../../../nodes/Signaturit/input/scanJson';
import { propertyRuns } from '../propertyRuns';

/** What JavaScript says of a text that is not JSON; blank for JSON. */
const errorOf = (text: string) => {
	try {
		JSON.parse(text);
		return '';
	} catch (error) {
		return String(error);
	}
};

/** Whether a text is JSON, or the beginning of JSON. */
function canGoOn(text: string): boolean {
	const message = errorOf(text);
	const [, position] = /at position (\d+)/.exec(message) ?? [];
	const lacksEnd = message === '' || /end of JSON|Unterminated string/.test(message);
	return lacksEnd || Number(position) === text.length;
}

const brokenAt = (text: string) => scanJson(text).brokenAt;

/** JSON in which a few characters have been changed. */
const spoiled = fc
	.tuple(
		fc.jsonValue({ maxDepth: 3 }),
		fc.array(
			fc.tuple(fc.nat(), fc.constantFrom(...'",}]{[:\'\n\tx0129.-+eEutn\\/ \u00a0', ''), fc.nat(2)),
			{
				minLength: 1,
				maxLength: 3,
			},
		),
		fc.constantFrom(undefined, ' '),
	)
	.map(([value, changes, indent]) =>
		changes.reduce(
			(text, [at, mark, gone]) => {
				const place = at % (text.length + 1);
				return text.slice(0, place) + mark + text.slice(place + gone);
			},
			JSON.stringify(value, null, indent),
		),
	);

describe('the place where a text stops being JSON', () => {
	it('is none in JSON', () => {
		const json = fc.jsonValue().map((value) => JSON.stringify(value, null, ' '));
		fc.assert(
			fc.property(json, (text) => {
				expect(scanJson(text)).toMatchObject({ depth: 0, rounded: [] });
				expect(brokenAt(text)).toBeUndefined();
			}),
		);
	});

	it('is found in exactly the texts that JavaScript refuses', () => {
		fc.assert(
			fc.property(spoiled, (text) => {
				expect(brokenAt(text) === undefined).toBe(errorOf(text) === '');
			}),
			{ numRuns: propertyRuns(2_000) },
		);
	});

	it('is the first character with which no JSON goes on', () => {
		fc.assert(
			fc.property(spoiled, (text) => {
				const place = brokenAt(text);
				if (place === undefined) return;
				expect(canGoOn(text.slice(0, place))).toBe(true);
				expect(place === text.length || !canGoOn(text.slice(0, place + 1))).toBe(true);
			}),
			{ numRuns: propertyRuns(1_000) },
		);
	});

	it.each([
		['', 0],
		[' ', 1],
		['tru', 3],
		['trux', 3],
		['nul]', 3],
		['01', 1],
		['-', 1],
		['-x', 1],
		['1.', 2],
		['1.x', 2],
		['1e', 2],
		['1e+x', 3],
		['"\\x"', 2],
		['"\\u00g0"', 5],
		['"\\u00', 5],
		['"a', 2],
		['"a\u001f"', 2],
		[`"${'a'.repeat(50)}\n"`, 51],
		[`"${'\\n'.repeat(50)}\\x"`, 102],
		['{"a"', 4],
		['{"a":1,}', 7],
		['{a:1}', 1],
		['[1 2]', 3],
		['[1]]', 3],
		['\u00a0[]', 0],
	])('in %j is %s', (text, place) => {
		expect(brokenAt(text)).toBe(place);
	});

	it('is found in long texts', () => {
		const text = `["${'x'.repeat(1_000_000)}", ${'[1,2],'.repeat(100_000)}`;
		expect(brokenAt(text)).toBe(text.length);
		expect(brokenAt(`${text.slice(0, -1)}}]`)).toBe(text.length - 1);
		for (const one of [...'"\\{,:0e-x']) {
			const long = one.repeat(1_000_000);
			expect(canGoOn(long.slice(0, brokenAt(long)))).toBe(true);
		}
	});
});

describe('a key that an object has twice', () => {
	it('is one that JSON.parse loses', () => {
		const key = fc.constantFrom('a', 'b', '__proto__', 'é', '\u200b', '"', '\\u0061', 'toString');
		const escaped = (text: string) =>
			[...text].map((one) => `\\u${one.charCodeAt(0).toString(16).padStart(4, '0')}`).join('');
		const written = fc
			.tuple(key, fc.boolean())
			.map(([text, isEscaped]) => (isEscaped ? `"${escaped(text)}"` : JSON.stringify(text)));
		fc.assert(
			fc.property(fc.array(written, { maxLength: 5 }), (keys) => {
				const text = `{${keys.map((one) => `${one}:1`).join(',')}}`;
				const kept = Object.keys(JSON.parse(text) as object);
				const { repeated } = scanJson(text);
				expect(repeated === undefined).toBe(kept.length === keys.length);
				if (repeated) expect(kept).toContain(repeated.key);
			}),
		);
	});
});

describe('a number that is rounded', () => {
	/** A number as a fraction of whole numbers, exactly. */
	const exact = (number: string) => {
		const [mantissa = '', power = '0'] = number.toLowerCase().split('e');
		const [whole = '', decimals = ''] = mantissa.split('.');
		const digits = BigInt(`${whole}${decimals}`);
		const ofTen = Number(power) - decimals.length + 1_000;
		return digits * 10n ** BigInt(ofTen);
	};

	it('is one that is another number when JavaScript writes it again', () => {
		const digits = fc.string({
			unit: fc.constantFrom(...'0123456789'),
			minLength: 1,
			maxLength: 20,
		});
		const number = fc
			.tuple(
				fc.constantFrom('', '-'),
				digits,
				fc.option(digits),
				fc.option(fc.integer({ min: -400, max: 400 })),
			)
			.map(([sign, whole, decimals, power]) =>
				[
					sign + (whole.replace(/^0+/, '') || '0'),
					decimals === null ? '' : `.${decimals}`,
					power === null ? '' : `e${power}`,
				].join(''),
			);
		const any = fc.oneof(number, fc.double({ noNaN: true, noDefaultInfinity: true }).map(String));
		fc.assert(
			fc.property(any, (text) => {
				const again = String(Number(text));
				const isKept = /\d/.test(again) && exact(again) === exact(text);
				expect(scanJson(text).rounded).toEqual(isKept ? [] : [[0, text.length]]);
			}),
			{ numRuns: propertyRuns(1_000) },
		);
	});
});
