import fc from 'fast-check';
import {
	getCountries,
	getCountryCallingCode,
	getExampleNumber,
	parsePhoneNumberFromString,
} from 'libphonenumber-js/max';
import examples from 'libphonenumber-js/mobile/examples';
import { copiesSchema } from '../../../nodes/Signaturit/input/copies';
import { phoneDigits, phoneSchema } from '../../../nodes/Signaturit/input/people';
import { propertyRuns } from '../propertyRuns';

const read = (entered: string) => {
	const phone = phoneDigits(entered);
	return 'digits' in phone ? phone.digits : phone.problem;
};

const ROUNDED = 'A spreadsheet has rounded it: format the column as text';
const PREFIX = 'If it has one, write a plus sign before it';
const ZERO = 'It begins with the country code, not with 0';

describe('the digits of a phone number', () => {
	it.each([
		['34600112233.0', '34600112233'],
		['34600112233.00', '34600112233'],
		['34600112233,0', '34600112233'],
		['+34600112233.0', '34600112233'],
		['600112233.0', '600112233'],
		['3.4600112233E+10', '34600112233'],
		['3,4600112233E+10', '34600112233'],
		['3.4600112233e10', '34600112233'],
		['+49 (0) 171 1234567', '491711234567'],
		['+49(0)1711234567', '491711234567'],
		['0049 (0)171-1234567', '491711234567'],
		['49 (0) 171 1234567', '491711234567'],
		['+44 (0)20 7946 0958', '442079460958'],
		['+39 (0)6 1234 5678', '390612345678'],
		['+378 (0)549 123456', '3780549123456'],
		['+379 (0)6 698 12345', '3790669812345'],
		['+39 06 1234 5678', '390612345678'],
		['+225 07 12 34 56 78', '2250712345678'],
		['+0034 600 112 233', '34600112233'],
		['00 34 600 112 233', '34600112233'],
		['(0034) 600112233', '34600112233'],
		['+(34) 600 112 233', '34600112233'],
		['(+34) 600-112-233', '34600112233'],
		['tel:+34-600-112-233', '34600112233'],
		['Tel: +34 600 112 233', '34600112233'],
		['+34\u2011600\u2011112\u2011233', '34600112233'],
		['\u202a+34\u00a0600 112 233\u202c', '34600112233'],
		['\u200b34600112233\ufeff', '34600112233'],
		["'+34600112233", '34600112233'],
		['34600112233;', '34600112233'],
		['34600112233, ', '34600112233'],
		['+33 6.12.34.56.00', '33612345600'],
		['34.600.112.233', '34600112233'],
		['34600.112233', '34600112233'],
		['34600.000000', '34600000000'],
		['＋３４６００１１２２３３', '34600112233'],
		['112', '112'],
		['49170 1234567', '491701234567'],
		['45 12 34 56 78', '4512345678'],
		['+212 555 0123', '2125550123'],
		['+61 (2) 9876 5432', '61298765432'],
		['+7 (495) 123-45-67', '74951234567'],
		['1 (800) 555-0199', '18005550199'],
		['+55 11 (9) 8765-4321', '5511987654321'],
		['+52 1 (55) 1234 5678', '5215512345678'],
		['+34 (600) 00-00.00', '34600000000'],
		['+1 212 555.1234', '12125551234'],
		['( +34 ) 600 112 233', '34600112233'],
		[` ${' '.repeat(500)}+34 600 112 233${' '.repeat(500)}`, '34600112233'],
	])('of %s are %s', (entered, digits) => {
		expect(phoneDigits(entered)).toEqual({ digits });
	});

	it.each([
		['3.46E+10', ROUNDED],
		['3.46e+21', ROUNDED],
		['34600112233.5', ''],
		['346001122.33', ''],
		['34 600 112 233.0', ''],
		['+34600112233\n+34600112234', ''],
		['34600112233 34600112234', 'It has 15 digits at most'],
		['+34 600112233 ext. 5', ''],
		['+34600112233;ext=5', ''],
		['600112233/600112234', ''],
		['1-800-FLOWERS', ''],
		['-34600112233', ''],
		['(0)171 1234567', ''],
		['0171 1234567', ZERO],
		['011 34 600112233', ZERO],
		['+034 600112233', ZERO],
		['+49 0171 1234567', 'Leave out the 0 after 49'],
		['+49 (0171) 1234567', 'Leave out the 0 after 49'],
		['490171 1234567', 'Leave out the 0 after 49'],
		['+4 (0) 9171 1234567', ''],
		['+225 (0)7 12345678', ''],
		['+49 (0)(0) 171', ''],
		['+7 (8) 912 3456789', ''],
		['++34600112233', ''],
		['٣٤٦٠٠١١٢٢٣٣', ''],
		['', ''],
		['+', ''],
		['8 (495) 123-45-67', ''],
		['8 495 123 45 67', ''],
		['8-800-555-35-35', ''],
		['+8 (495) 123-45-67', ''],
		['(495) 123-45-67', ''],
		['(34600) 112233', ''],
		['+34 600 112 233 (2)', ''],
		['+34 600112233 (12345)', ''],
		['+34 600 112 (233)', ''],
		['+34 (600) (112) 2333', ''],
		['+54 9 11 (15) 1234-5678', ''],
		['201-555-0123', PREFIX],
		['212.555.0123', PREFIX],
		['312 345 6789', PREFIX],
		['331 42 68 53 00', PREFIX],
		['49170 1234567.00', ''],
		['49170 1234567.000', ''],
		['+49 170 1234567.5', ''],
		['(+34 600 112 233', ''],
		['0 171 1234567', ZERO],
		['3'.repeat(65), ''],
	])('of %j are not certain', (entered, problem) => {
		expect(phoneDigits(entered)).toEqual({ problem });
	});
});

describe('a phone number of any country', () => {
	const countries = getCountries().flatMap((country) => getExampleNumber(country, examples) ?? []);
	const country = fc.constantFrom(...countries);
	const noise = fc.constantFrom(
		'',
		'',
		' ',
		'-',
		'.',
		'\u00a0',
		'\u200e',
		'\u2011',
		' - ',
		'(',
		')',
	);

	it('is what a person would dial, or refused, whatever its punctuation', () => {
		const written = fc
			.tuple(
				country,
				fc.constantFrom('+', '00', '+00', '(+', ''),
				fc.constantFrom('', '', ' (0) ', ' 0', '(0)'),
				fc.array(noise, { minLength: 16, maxLength: 16 }),
				fc.constantFrom('', '', '.0', ',00', ';', '\n', ' ', '.5', ' (2)', '(12)', '/2'),
			)
			.map(([number, prefix, trunk, noises, end]) => {
				const national = [...number.nationalNumber].map(
					(digit, index) => `${noises[index]}${digit}`,
				);
				const text = `${prefix}${number.countryCallingCode}${trunk}${national.join('')}${end}`;
				return { number, text, trunk, end };
			});
		fc.assert(
			fc.property(written, ({ number, text }) => {
				const phone = phoneDigits(text);
				if (!('digits' in phone)) return;
				const bare = number.number.slice(1);
				// Where a 0 can be part of the number, both may be dialled.
				const dialled = parsePhoneNumberFromString(`+${phone.digits}`)?.number.slice(1);
				expect([bare, dialled]).toContain(phone.digits);
			}),
			{ numRuns: propertyRuns(20_000) },
		);
	});

	it('is known in the forms in which people write it', () => {
		for (const number of countries) {
			const digits = number.number.slice(1);
			const forms = [
				number.number,
				digits,
				number.formatInternational(),
				number.getURI(),
				`${digits}.0`,
				`${digits[0]}.${digits.slice(1)}E+${digits.length - 1}`,
				`00${digits}`,
			];
			expect(forms.map(read)).toEqual(forms.map(() => digits));
		}
	});

	it('has a country code that is told from the rest', () => {
		for (const country of getCountries()) {
			const code = getCountryCallingCode(country);
			expect(read(`+${code} (0) 3456789`)).toMatch(new RegExp(`^(${code}0?3456789|)$`));
		}
	});
});

describe('a phone number in the panel', () => {
	it.each([
		['+34 (600) 00-00.00', '34600000000'],
		[34600000000, '34600000000'],
		[' ', undefined],
	])('given as %j is read as %j', (value, expected) => {
		expect(phoneSchema.parse(value)).toBe(expected);
	});

	it.each(['call 34600000000', '34600000000 ext 1'])('is refused when it is %j', (value) => {
		expect(phoneSchema.safeParse(value).error?.issues.map(({ message }) => message)).toEqual([
			`Phone "${value}" must be a number with its country code, e.g. 34600000000`,
		]);
	});
});

const readCopy = (copy: unknown) => copiesSchema('CC').safeParse([copy]);
const problemsOf = (copy: unknown) => readCopy(copy).error?.issues.map(({ message }) => message);

describe('an email address after a name', () => {
	it.each<[string, { email: string; name?: string }]>([
		['ada@example.com', { email: 'ada@example.com' }],
		['Ada <ada@example.com>', { email: 'ada@example.com', name: 'Ada' }],
		[' Ada Byron<ada@example.com> ', { email: 'ada@example.com', name: 'Ada Byron' }],
		['<ada@example.com>', { email: 'ada@example.com' }],
		['"Byron, Ada" <ada@example.com>', { email: 'ada@example.com', name: 'Byron, Ada' }],
		['Ada "Byron" <ada@example.com>', { email: 'ada@example.com', name: 'Ada "Byron"' }],
		['"Ada" Byron <ada@example.com>', { email: 'ada@example.com', name: '"Ada" Byron' }],
		['Byron, Ada <ada@example.com>; ', { email: 'ada@example.com', name: 'Byron, Ada' }],
		['Ada @ Example <ada@example.com>', { email: 'ada@example.com', name: 'Ada @ Example' }],
		[
			"'Ada@example.com' <ada@example.com>",
			{ email: 'ada@example.com', name: "'Ada@example.com'" },
		],
	])('is read from %j as %j', (email, person) => {
		expect(readCopy(email).data).toEqual([person]);
		expect(readCopy({ email, name: ' ' }).data).toEqual([person]);
	});

	it.each([
		'boss@example.com, Ben <ben@example.com>',
		'boss@example.com; Ben <ben@example.com>',
		'boss@example.com <ben@example.com>',
		'"boss@example.com" <ben@example.com>',
		'Ben (boss@example.com) <ben@example.com>',
		'The boss; Ben <ben@example.com>',
	])('is refused when it names somebody else too, with and without another name: %j', (email) => {
		const problem = `Email ${JSON.stringify(email).replaceAll('\\"', '"')} names more than one person: give each of them an entry of their own`;
		expect(problemsOf(email)).toEqual([problem]);
		expect(problemsOf({ email, name: 'Ben' })).toEqual([problem]);
	});

	it('brings no name when the field for the name has one', () => {
		expect(readCopy({ email: 'Ada <ada@example.com>', name: 'Ms Byron' }).data).toEqual([
			{ email: 'ada@example.com', name: 'Ms Byron' },
		]);
	});

	it.each(['Ada <ada@example.com> at home', 'Ben <ben@example.com>, Ada <ada@example.com>'])(
		'is not taken out of other text: %j',
		(email) => {
			expect(problemsOf(email)).toEqual([`Email "${email}" is not an email address`]);
		},
	);
});

describe('a copy', () => {
	it.each<[unknown, string]>([
		[null, 'A copy must be an object such as { "email": "…", "name": "…" }'],
		[7, 'A copy must be an object such as { "email": "…", "name": "…" }'],
		[
			{ email: ['Ada <ada@example.com>'] },
			'Email ["Ada <ada@example.com>"] is not an email address',
		],
		[{ name: 'Ada' }, 'Email is empty'],
		[{ email: 'ada@example.com', name: {} }, 'Name {} must be text'],
	])('given as %j is refused with "%s"', (copy, message) => {
		expect(problemsOf(copy)).toEqual([message]);
	});
});
