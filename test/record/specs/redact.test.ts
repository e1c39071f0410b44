import fc from 'fast-check';

import type { Answer } from '../client';
import { RECORDER } from '../recorderTexts';
import { Redactor } from '../redact';
import type { Exchange } from '../tape';

interface Person {
	email: string;
	name: string;
	phone: string;
	file: string;
	key: string;
	value: string;
	template: string;
	token: string;
}

const exchange = (answer: Partial<Answer>): Exchange => ({
	name: 'requests',
	call: { method: 'GET', path: '/v3/signatures.json' },
	answer: { status: 200, headers: {}, body: '', ...answer },
});

/** Exchanges in which a service shows and repeats a person's data in many places. */
const exchangesOf = (person: Person): Exchange[] => [
	exchange({
		headers: {
			'content-type': 'application/json',
			'content-disposition': `attachment; filename="${person.file.replace(/["\\]/g, '\\$&')}"`,
		},
		body: [
			{
				id: 'c2f4a1de-0000-4000-8000-000000000001',
				created_at: '2030-01-31T10:20:30+0000',
				data: [{ key: person.key, value: person.value }],
				documents: [
					{
						...{ email: person.email, name: person.name, phone: person.phone },
						file: { name: person.file, pages: 3 },
						status: 'ready',
						events: [{ created_at: '2030-01-31T10:20:30+0000', type: 'email_processed' }],
					},
				],
			},
			{ data: { [person.key]: person.value }, template: { name: person.template } },
		],
	}),
	exchange({
		status: 404,
		body: {
			status_code: 404,
			message: `Template ${person.template} of ${person.name} not found`,
			error_details: [`${person.email}: unknown`, { [person.email]: person.phone }],
		},
	}),
	exchange({ status: 502, body: `<html>${person.name} ${person.token}</html>` }),
	{
		...exchange({}),
		call: {
			method: 'GET',
			path: '/v3/signatures.json',
			query: { [person.key]: person.value },
		},
	},
];

/** All texts of what is written down, keys included. */
function textsIn(value: unknown): string[] {
	if (typeof value !== 'object' || value === null) return [String(value)];
	return Object.entries(value).flatMap(([key, item]) => [key, ...textsIn(item)]);
}

function written(person: Person): string[] {
	const exchanges = exchangesOf(person);
	const redactor = new Redactor(exchanges, [person.token]);
	const said = `seen: ${person.name} <${person.email}>, ${person.template}, ${person.token}`;
	return [...textsIn(exchanges.map((item) => redactor.exchange(item))), redactor.text(said)];
}

const text = fc.string({ minLength: 4, maxLength: 20, unit: 'grapheme' });
const people: fc.Arbitrary<Person> = fc.record({
	email: fc.emailAddress(),
	name: text,
	phone: fc.stringMatching(/^34\d{9}$/),
	file: text.map((name) => `${name}.pdf`),
	key: text,
	value: text,
	template: text.map((name) => `#${name}`),
	token: fc.stringMatching(/^[A-Za-z0-9]{32}$/),
});

/** What is written whoever the person is: a text that is a part of it has not come from the person. */
const always = [0, 1].map((number) =>
	written({
		email: `email${number}@example.com`,
		name: `Name ${number}`,
		phone: `3460000000${number}`,
		file: `File ${number}.pdf`,
		key: `Key ${number}`,
		value: `Value ${number}`,
		template: `#Template ${number}`,
		token: `Token${number}`.padEnd(32, 'x'),
	}),
);

describe('the redactor', () => {
	it('leaves no value of a person anywhere', () => {
		fc.assert(
			fc.property(people, (person) => {
				const texts = written(person);
				const survivors = Object.values(person)
					.filter((value) => !always.flat().some((other) => other.includes(value)))
					.filter((value) => texts.some((other) => other.includes(value)));
				expect(survivors).toEqual([]);
			}),
		);
	});

	it('writes the same whoever the person is', () => {
		expect(always[0]).toEqual(always[1]);
	});

	it('keeps shapes, statuses, events, forms of dates and the words of the service', () => {
		const body = {
			id: 'c2f4a1de-0000-4000-8000-000000000001',
			created_at: '2030-01-31T10:20:30+0000',
			status: 'ready',
			events: [{ type: 'reminder_email_processed' }],
			file: { name: RECORDER.pdf, pages: 2 },
			message: 'You cannot cancel a non-ready request',
			new_field: true,
			newField: { 'sms-templates': 1 },
		};
		expect(new Redactor([exchange({ body })], []).value(body)).toEqual({
			...body,
			id: '<id 1>',
			created_at: '<date 0000-00-00T00:00:00+0000>',
		});
	});

	it('gives the same text the same placeholder everywhere', () => {
		const body = [{ email: 'a@example.com' }, { email: 'b@example.com', name: 'a@example.com' }];
		expect(new Redactor([exchange({ body })], []).value(body)).toEqual([
			{ email: '<email 1>' },
			{ email: '<email 2>', name: '<email 1>' },
		]);
	});

	it('replaces decimals, such as where somebody was, and keeps small whole numbers', () => {
		const where = { latitude: 41.38506, longitude: -0.123456789, place: '41.38506' };
		const body = { ...where, pages: 3, top: 7 };
		const redactor = new Redactor([exchange({ body })], []);
		expect(redactor.value(body)).toEqual({
			latitude: '<number 1>',
			longitude: '<number 2>',
			place: '<number 1>',
			pages: 3,
			top: 7,
		});
		expect(redactor.text('Signed at 41.38506, -0.123456789 and -3.7038, version 3')).toBe(
			'Signed at <number 1>, <number 2> and <number 3>, version 3',
		);
	});

	it('shortens long lists', () => {
		const body = Array.from({ length: 8 }, () => 1);
		expect(new Redactor([exchange({ body })], []).value(body)).toEqual([
			...[1, 1, 1, 1, 1],
			'<3 more>',
		]);
	});
});
