import fc from 'fast-check';
import { toolCallHash } from '../../../../../nodes/Signaturit/actions/sending/limits/toolCallHash';
import type { RequestContent } from '../../../../../nodes/Signaturit/transport/exchange';
import type { FormValue } from '../../../../../nodes/Signaturit/transport/form';
import { ADA, BEN } from '../../../../people';

const file = (fileName: string, content: string) => ({
	field: 'files',
	fileName,
	mimeType: 'application/pdf',
	content: Buffer.from(content),
});

const phone = '34600112233';
const fields: Record<string, FormValue> = {
	name: 'Lease',
	subject: 'Please sign',
	body: 'Hello',
	templates: ['#nda'],
	recipients: [{ ...ADA, phone }, BEN],
	cc: [{ email: 'boss@example.com', name: 'Boss' }],
	data: { salary: '30000', name: 'Ada', email: 'home@example.com' },
	events_url: 'https://n8n.example/1',
};
const request: RequestContent = { fields, files: [file('a.pdf', 'A')] };
const changed = (changes: Record<string, FormValue>): RequestContent => ({
	...request,
	fields: { ...fields, ...changes },
});

/** The same text for whoever does not look at capitals, nor at blanks around it. */
const rewritten = (text: string) =>
	fc
		.tuple(fc.func(fc.boolean()), fc.nat({ max: 3 }), fc.nat({ max: 3 }))
		.map(([isUpper, before, after]) => {
			const letters = [...text].map((letter, index) =>
				isUpper(index) ? letter.toUpperCase() : letter.toLowerCase(),
			);
			return ' '.repeat(before) + letters.join('') + '\t'.repeat(after);
		});

const spaced = (digits: string) =>
	fc
		.array(fc.constantFrom('', ' ', '-', '.', ' ('), {
			minLength: digits.length,
			maxLength: digits.length,
		})
		.map((between) => [...digits].map((digit, index) => `${between[index]}${digit}`).join(''));

it('calls are equal whatever the body, the names of people and the address for events are', () => {
	fc.assert(
		fc.property(fc.string(), fc.string(), fc.string(), fc.string(), (body, name, copy, url) => {
			const same = changed({
				body,
				events_url: url,
				recipients: [{ ...ADA, phone, name, body }, BEN],
				cc: [{ email: 'boss@example.com', name: copy }],
			});
			expect(toolCallHash(same)).toBe(toolCallHash(request));
		}),
	);
});

it('calls are equal with the same addresses, phones, titles and templates in other capitals and blanks', () => {
	fc.assert(
		fc.property(
			rewritten(ADA.email),
			rewritten('boss@example.com'),
			spaced(phone),
			rewritten('Please sign'),
			rewritten('#NDA'),
			rewritten('a.pdf'),
			(email, copy, digits, subject, template, fileName) => {
				const same = changed({
					subject,
					templates: [template],
					recipients: [{ ...ADA, email, phone: digits }, BEN],
					cc: [{ email: copy, name: 'Boss' }],
				});
				expect(toolCallHash({ ...same, files: [file(fileName, 'A')] })).toBe(toolCallHash(request));
			},
		),
	);
});

it('calls are equal when the model gives their custom data in another order', () => {
	fc.assert(
		fc.property(
			fc.dictionary(fc.stringMatching(/^[a-z]{1,4}$/), fc.string(), { maxKeys: 5 }),
			(data) => {
				const turned = Object.fromEntries(Object.entries(data).reverse());
				expect(toolCallHash(changed({ data: turned }))).toBe(toolCallHash(changed({ data })));
			},
		),
	);
});

it.each<[string, Record<string, FormValue>]>([
	['address', { recipients: [{ ...ADA, email: 'ida@example.com', phone }, BEN] }],
	['phone', { recipients: [{ ...ADA, phone: '34600112234' }, BEN] }],
	['recipient less', { recipients: [{ ...ADA, phone }] }],
	['order of recipients', { recipients: [BEN, { ...ADA, phone }] }],
	['role', { recipients: [{ ...ADA, phone, type: 'validator' }, BEN] }],
	['subject', { subject: 'Please sign again' }],
	['subject of a recipient', { recipients: [{ ...ADA, phone, subject: 'Sign' }, BEN] }],
	['request name', { name: 'Lease 2' }],
	['template', { templates: ['#offer'] }],
	['custom data', { data: { salary: '30001', name: 'Ada', email: 'home@example.com' } }],
	[
		'custom data that is called name',
		{ data: { salary: '30000', name: 'Ida', email: 'home@example.com' } },
	],
	['capital in custom data', { data: { salary: '30000', name: 'ADA', email: 'home@example.com' } }],
	['way of delivery', { delivery_type: 'sms' }],
])('calls differ by another %s', (_, changes) => {
	expect(toolCallHash(changed(changes))).not.toBe(toolCallHash(request));
});

it('calls differ by what is in a file', () => {
	expect(toolCallHash({ ...request, files: [file('a.pdf', 'B')] })).not.toBe(toolCallHash(request));
});

it('calls differ by the name of whoever signs on a device that others use too', () => {
	const onDevice = (name: string) =>
		toolCallHash({ fields: { recipients: [{ name, method: 'device', device_id: 'd' }] } });
	expect(onDevice('Ben')).not.toBe(onDevice('Ada'));
	expect(onDevice('JOSE')).toBe(onDevice('Jos\u00e9'));
});

it('calls differ by the body where there is no document', () => {
	const message = (body: string, rest: Partial<RequestContent> = {}) =>
		toolCallHash({
			fields: { recipients: [{ name: 'Ada', phone }], body, subject: 'Visit' },
			...rest,
		});
	expect(message('At 11')).not.toBe(message('At 10'));
	expect(message(' at  10')).toBe(message('At 10'));
	const { files } = request;
	expect(message('At 11', { files })).toBe(message('At 10', { files }));
});
