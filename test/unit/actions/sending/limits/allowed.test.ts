import fc from 'fast-check';
import { allowedBy } from '../../../../../nodes/Signaturit/actions/sending/limits/allowed';

const NAME = 'Allowed Recipients';

const isAllowed = (entered: unknown, kind: 'email' | 'phone', value: string) =>
	allowedBy(NAME, entered)(kind, value);

describe('an entry of Allowed Recipients', () => {
	it.each<[string, 'email' | 'phone', string]>([
		['ada@example.com', 'email', 'Ada@Example.com'],
		['Ada Lovelace <ada@example.com>', 'email', 'ada@example.com'],
		['mailto:ada@example.com', 'email', 'ada@example.com'],
		['"Ada" <ADA@example.com>', 'email', 'ada@example.com'],
		['ada\u200b@example.com', 'email', 'ada@example.com'],
		['jose\u0301@example.com', 'email', 'jos\u00e9@example.com'],
		['example.com', 'email', 'ada@example.com'],
		['@example.com', 'email', 'ada@EXAMPLE.com'],
		['*@example.com', 'email', 'ada@example.com'],
		['\ufeff*@example.com ', 'email', 'ada@example.com'],
		['m\u00fcller.example', 'email', 'ada@M\u00dcLLER.example'],
		['my_host.example.com', 'email', 'ada@my_host.example.com'],
		['+34 600 112 233', 'phone', '34600112233'],
		['0034 600-112-233', 'phone', '34600112233'],
		['34.600.112.233', 'phone', '34600112233'],
		['+44 (0) 7911 123456', 'phone', '447911123456'],
	])('%s allows the %s %s', (entered, kind, value) => {
		expect(isAllowed(entered, kind, value)).toBe(true);
		expect(isAllowed([entered], kind, value)).toBe(true);
		expect(isAllowed(`other.example; ${entered}`, kind, value)).toBe(true);
	});

	it.each<[unknown, 'email' | 'phone', string]>([
		['example.com', 'email', 'ada@mail.example.com'],
		['example.com', 'email', 'ada@badexample.com'],
		['example.com', 'email', 'example.com'],
		['example.com', 'email', 'eve@evil.example, ada@example.com'],
		['example.com', 'email', 'eve@evil.example\n@example.com'],
		['ada@example.com', 'email', 'ada@example.com.evil.example'],
		['ada@example.com', 'email', '\u0430da@example.com'],
		['kate@example.com', 'email', '\u212aate@example.com'],
		['ada@example.com', 'email', 'ad\u200ba@example.com'],
		['34600112233', 'phone', '34600112234'],
		['34600112233', 'phone', '34600112233,34600112234'],
		['34600112233', 'email', '34600112233@example.com'],
		['', 'email', 'ada@example.com'],
		[null, 'email', 'ada@example.com'],
		[[], 'phone', '34600112233'],
	])('%j does not allow the %s %s', (entered, kind, value) => {
		expect(isAllowed(entered, kind, value)).toBe(false);
	});

	it.each([
		'*.example.com',
		'*',
		'ada*@example.com',
		'*@*.example.com',
		'ada@',
		'example',
		'Ada',
		'example.com/ada',
		'0600 112 233',
		'ada@example.com, ben',
	])('is refused by name if it would match nobody: %s', (entered) => {
		const [last = ''] = entered.split(', ').slice(-1);
		expect(() => isAllowed(entered, 'email', 'ada@example.com')).toThrow(
			`${NAME} "${last}" must be an email address, a domain such as example.com`,
		);
	});
});

describe('the rules', () => {
	const word = fc.stringMatching(/^[a-c]{1,2}$/);
	const domain = fc.tuple(word, word).map((parts) => `${parts.join('.')}.example`);
	const address = fc.tuple(word, domain).map((parts) => parts.join('@'));
	const phone = fc.stringMatching(/^34600[0-2]{6}$/);
	const written = (phoneDigits: string) =>
		fc.constantFrom(
			phoneDigits,
			`+${phoneDigits}`,
			`00${phoneDigits}`,
			`+34 600 ${phoneDigits.slice(5, 8)}-${phoneDigits.slice(8)}`,
		);
	const mailbox = (email: string) =>
		fc.constantFrom(email, email.toUpperCase(), `Ada <${email}>`, `mailto:${email}`, ` ${email} `);
	const atDomain = (name: string) => fc.constantFrom(name, `@${name}`, `*@${name}`, `${name}.`);
	const entry = fc.oneof(
		address.chain((email) => fc.record({ is: fc.constant(email), text: mailbox(email) })),
		domain.chain((name) => fc.record({ is: fc.constant(name), text: atDomain(name) })),
		phone.chain((digits) => fc.record({ is: fc.constant(digits), text: written(digits) })),
	);

	it('allow what an entry says, in whatever way it is written, and nothing else', () => {
		fc.assert(
			fc.property(fc.array(entry, { maxLength: 4 }), address, phone, (entries, email, digits) => {
				const is = entries.map((each) => each.is);
				const texts = entries.map(({ text }) => text);
				const [, host = ''] = email.split('@');
				for (const entered of [texts, texts.join(', ')]) {
					expect(isAllowed(entered, 'email', email)).toBe(is.includes(email) || is.includes(host));
					expect(isAllowed(entered, 'phone', digits)).toBe(is.includes(digits));
				}
			}),
		);
	});
});
