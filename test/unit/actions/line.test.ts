import fc from 'fast-check';
import { resources } from '../../../nodes/Signaturit/actions';
import { lineText } from '../../../nodes/Signaturit/actions/line';
import type { Operation } from '../../../nodes/Signaturit/actions/operation';

const ID = '29109781-7f42-11e6-8a49-0680f0041fef';
const created = '2026-01-02T03:04:05+0000';

const operations: Array<[name: string, operation: Operation]> = resources.flatMap(
	({ value, operations }) =>
		Object.entries(operations).map(([key, operation]): [string, Operation] => [
			`${value}: ${key}`,
			operation,
		]),
);

const isList = ([name, { fields }]: (typeof operations)[number]) =>
	/: getMany/.test(name) || fields.some((field) => field.name === 'returnAll');

const lists = operations.filter(isList);

const textOf = (name: string, json: object): string => {
	const [, operation] = operations.find(([one]) => one === name) ?? [];
	if (!operation?.line) throw new Error(`${name} has no line`);
	return lineText(operation.line({ ...json }));
};

describe('the lines of the operations', () => {
	it('are declared for every operation that lists, and for no other', () => {
		const declared = operations.filter(([, { line }]) => line).map(([name]) => name);
		expect(declared).toEqual(lists.map(([name]) => name));
		expect(declared).toHaveLength(12);
	});

	it.each(lists)('%s: begin with the ID, then the day', (name) => {
		expect(textOf(name, { id: ID, created_at: created })).toMatch(`${ID} | 2026-01-02`);
	});

	it.each(lists)('%s: are made of any values', (name) => {
		const [, operation] = lists.find(([one]) => one === name) ?? [];
		const keys = [
			...['id', 'signatureId', 'created_at', 'createdAt', 'status', 'outcome', 'name', 'documents'],
			...['signers', 'certificates', 'widgets', 'managers', 'members', 'url', 'events', 'email'],
		];
		const record = fc.record(Object.fromEntries(keys.map((key) => [key, fc.jsonValue()])), {
			requiredKeys: [],
		});
		fc.assert(
			fc.property(record, (json) => {
				const text = lineText(operation?.line?.(json as never) ?? { id: '', created: '' });
				expect(text).not.toMatch(/[\n\r\0]|undefined|\[object/);
				expect([...text].length).toBeLessThanOrEqual(1_000);
			}),
		);
	});
});

describe('the line of a signature request', () => {
	const document = (name: string, status: string, more = {}) => ({
		id: `of ${name}`,
		name,
		email: `${name.toLowerCase()}@example.com`,
		status,
		file: { name: 'Rent 2026.pdf' },
		...more,
	});
	const line = (documents: object[]) =>
		textOf('signature: getMany', { id: ID, created_at: created, data: [], documents });

	it('tells the document, the outcome and each signer with what he has done', () => {
		const documents = [document('Ada', 'completed'), document('Ben', 'ready')];
		expect(line(documents)).toBe(
			`${ID} | 2026-01-02 | ready | “Rent 2026.pdf” | Ada ada@example.com completed, Ben ben@example.com ready`,
		);
	});

	it('is the same with Simplify and without', () => {
		const simplified = {
			...{ signatureId: ID, createdAt: created, outcome: 'failed', status: 'error' },
			fileName: 'Rent 2026.pdf',
			signers: [{ name: 'Ada', email: 'ada@example.com', status: 'error' }],
		};
		const text = textOf('signature: getMany', simplified);
		expect(text).toContain('| failed |');
		expect(text).toBe(line([document('Ada', 'error')]));
	});

	it('tells who has declined, why, and who has not come to sign', () => {
		const declined = { decline_reason: 'The rent, of course' };
		const documents = [document('Ada', 'declined', declined), document('Ben', 'declined')];
		expect(line(documents)).toMatch(
			'Ada ada@example.com declined “The rent, of course”, Ben ben@example.com unsigned',
		);
	});

	it('tells the reference', () => {
		const simplified = { signatureId: ID, createdAt: created, reference: 'R-7' };
		expect(textOf('signature: getMany', simplified)).toMatch(/ \| reference R-7$/);
	});
});

it('the lines of other lists tell what is chosen by', () => {
	const entry = { id: ID, created_at: created };
	const start = `${ID} | 2026-01-02 | `;
	const user = { status: 'active', role: 'admin', name: 'Ada Lovelace', email: 'ada@example.com' };
	const widget = { key: 'salary', type: 'text', required: true };
	const hook = {
		status_code: 404,
		event_type: 'email_opened',
		method: 'POST',
		url: 'https://a.b/c',
	};
	const certificate = { id: 'c', phone: '34600000000', status: 'sent' };
	const told: Array<[name: string, json: object, text: string]> = [
		['template: getManyTemplates', { name: '#NDA' }, '#NDA'],
		[
			'template: getManyWithWidgets',
			{ name: '#NDA', widgets: [widget] },
			'#NDA | salary text required',
		],
		['contact: getManyContacts', user, '“Ada Lovelace” | ada@example.com'],
		['branding: getManyBrandings', { name: 'Blue' }, 'Blue'],
		[
			'subscription: getManySubscriptions',
			{ url: 'https://a.b', events: ['*', 'x'] },
			'https://a.b | *, x',
		],
		['eventHook: getManyHooks', hook, '404 | email_opened | POST | https://a.b/c'],
		['team: getManyUsers', user, 'active | admin | “Ada Lovelace” | ada@example.com'],
		['team: getManySeats', { status: 'inactive', role: 'member' }, 'inactive | member'],
		[
			'team: getManyGroups',
			{ name: 'Founders', managers: [user], members: [null, user, user] },
			'Founders | manager ada@example.com | member ada@example.com, member ada@example.com',
		],
		[
			'certifiedSms: getManySms',
			{ certificates: [certificate], data: [] },
			'sent | 34600000000 sent',
		],
	];
	for (const [name, json, text] of told) {
		expect(textOf(name, { ...entry, ...json })).toBe(start + text);
	}
});

describe('a value in a line', () => {
	const valueOf = (value: unknown) => lineText({ id: '', created: '', values: [value] });

	it.each([
		['one\r\n\ttwo\u2028three\u0000', '“one two three”'],
		['x | completed', '“x | completed”'],
		['Ada” declined', '“Ada" declined”'],
		['  ', ''],
		[{ a: 1 }, ''],
		[null, ''],
		[7, '7'],
		['a'.repeat(200), `${'a'.repeat(99)}…`.replace(/^(.*)$/, '“$1”')],
		[`https://example.com/${'a'.repeat(200)}`, `https://example.com/${'a'.repeat(200)}`],
		[Array.from({ length: 12 }, (_, index) => index), '0, 1, 2, 3, 4, 5, 6, 7, 8, 9, and 2 more'],
	])('%j is %s', (value, shown) => {
		expect(valueOf(value)).toBe(shown);
	});

	it('stays between its quotation marks, whatever it says', () => {
		fc.assert(
			fc.property(fc.string({ unit: 'binary' }), (value) => {
				expect(valueOf(value)).toMatch(/^([^\s|,“”]*|“[^“”\n\r]*”)$/u);
			}),
		);
	});
});
