import fc from 'fast-check';
import type { UserError } from 'n8n-workflow';
import { filterQuery } from '../../../nodes/Signaturit/input/filterQuery';

const statuses = ['ready', 'completed'];
const query = (entered: Record<string, unknown>, timeZone = 'UTC') =>
	filterQuery(statuses, entered, timeZone);

function problemsOf(entered: Record<string, unknown>): string[] {
	try {
		query(entered);
	} catch (error) {
		const { message, description } = error as UserError;
		return [message, ...(description ?? '').split('\n')];
	}
	return [];
}

const NO_PAIR =
	'Custom Data is empty: add a pair, or remove the filter. An expression belongs in a Key or a Value, not in their place';

describe('filterQuery', () => {
	it('returns an empty query and no limits of time without filters', () => {
		expect(query({})).toEqual({ query: {}, created: {} });
	});

	it("uses the service's names for filters, and the user's keys for custom data", () => {
		expect(
			query(
				{
					status: 'completed',
					since: '2026-02-28T23:30:00Z',
					until: '2026-04-01T00:00:00',
					ids: ' a, b,,c, a ',
					data: [
						{ key: 'crm_id', value: 2445 },
						{ key: 'año', value: 'sí & no' },
					],
				},
				'Europe/Madrid',
			),
		).toEqual({
			query: { status: 'completed', crm_id: '2445', año: 'sí & no' },
			created: {
				since: Date.parse('2026-02-28T23:30:00Z'),
				until: Date.parse('2026-03-31T22:00:00Z'),
			},
			ids: ['a', 'b', 'c'],
		});
	});

	it('accepts a list of ids, as an expression may give, and takes each one once', () => {
		expect(query({ ids: ['a', ' b', 'a '] }).ids).toEqual(['a', 'b']);
	});

	it('never lets custom data replace a filter', () => {
		const row = fc.record({ key: fc.string(), value: fc.string({ minLength: 1, maxLength: 64 }) });
		fc.assert(
			fc.property(fc.array(row, { maxLength: 3 }), (data) => {
				const problems = problemsOf({ data });
				if (problems.length > 0) return;
				const keys = Object.keys(query({ data }).query);
				expect(keys).toHaveLength(data.length);
				expect(keys).not.toContain('limit');
				expect(keys).not.toContain('until');
			}),
		);
		const data = [
			{ key: ' status ', value: 'x' },
			{ key: 'data', value: 'y' },
		];
		expect(query({ status: 'ready', data }).query).toEqual({
			status: 'ready',
			'data[status]': 'x',
			'data[data]': 'y',
		});
	});

	it.each<[string, Record<string, unknown>]>([
		['Status "reday" is not known: did you mean ready?', { status: 'reday' }],
		['Since "soon" must be a date, e.g. 2026-03-31', { since: 'soon' }],
		['Until "2026-02-31" must be a date, e.g. 2026-03-31', { until: '2026-02-31' }],
		[
			'Until must be later than Since, as Until itself is not included',
			{ since: '2026-03-01T12:00:00', until: '2026-03-01T12:00:00' },
		],
		[
			'IDs " , " must be at least one ID, as text with commas or as a list. Otherwise remove the filter',
			{ ids: ' , ' },
		],
		[NO_PAIR, { data: [] }],
		[NO_PAIR, { data: {} }],
		[NO_PAIR, { data: null }],
		['Custom Data 1: Key is empty', { data: [{ key: '', value: 'x' }] }],
		['Custom Data 1: Value of "a" is empty', { data: [{ key: 'a', value: ' ' }] }],
	])('rejects invalid filters with "%s"', (message, entered) => {
		expect(problemsOf(entered)[0]).toBe(message);
	});

	it.each(['status', 'since', 'until', 'ids'])(
		'rejects the filter %s when it has no value',
		(name) => {
			for (const value of ['', undefined, null]) {
				expect(problemsOf({ [name]: value })).toHaveLength(2);
			}
		},
	);

	it('does not compare times when one of them is missing or invalid', () => {
		expect(query({ since: '2026-03-01' }).created).toEqual({ since: Date.parse('2026-03-01') });
		expect(problemsOf({ since: 'soon', until: '2026-03-01' })[0]).toBe(
			'Since "soon" must be a date, e.g. 2026-03-31',
		);
		expect(problemsOf({ since: '2026-03-02', until: 'a later day' })[0]).toBe(
			'Until "a later day" must be a date, e.g. 2026-03-31',
		);
	});

	it.each([
		'limit',
		'offset',
		'status',
		'since',
		'until',
		'ids',
		'data',
		'ids[]',
		'status[0]',
		'limit [x]',
		'a[b]',
	])(
		'writes the key %s, which a server may read as a parameter or as an entry of one, as in a creation',
		(key) => {
			expect(query({ data: [{ key, value: '1' }] }).query).toEqual({ [`data[${key}]`]: '1' });
		},
	);

	it('has all pairs looked for in the entries when one key could be taken for a parameter', () => {
		const plain = { key: 'crm_id', value: '7' };
		const status = { key: 'status', value: 'x' };
		expect(query({ data: [plain, status] }).pairs).toEqual({ crm_id: '7', status: 'x' });
		expect(query({ data: [plain] }).pairs).toBeUndefined();
	});

	it('reports all problems at once', () => {
		expect(problemsOf({ since: 'soon', ids: '', data: [{ key: '', value: '' }] })).toEqual([
			'Since "soon" must be a date, e.g. 2026-03-31, and 3 more to correct',
			'Nothing was sent.',
			'• Since "soon" must be a date, e.g. 2026-03-31',
			'• IDs must be at least one ID, as text with commas or as a list. Otherwise remove the filter',
			'• Custom Data 1: Key is empty',
			'• Custom Data 1: Value is empty',
		]);
	});
});
