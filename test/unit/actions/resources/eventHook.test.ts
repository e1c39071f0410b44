import { hookQuery } from '../../../../nodes/Signaturit/actions/resources/eventHook';

const problemOf = (entered: Record<string, unknown>) => {
	try {
		hookQuery(entered, 'UTC');
	} catch (error) {
		return (error as Error).message;
	}
	return undefined;
};

describe('hookQuery', () => {
	it('returns an empty query and no limits of time without filters', () => {
		expect(hookQuery({}, 'UTC')).toEqual({ query: {}, created: {} });
	});

	it("uses the service's names for filters, and gives the UTC days around the time as JSON text", () => {
		expect(
			hookQuery(
				{
					from: '2026-02-28T23:30:00Z',
					to: '2026-03-31T00:00:00',
					method: ['POST', 'GET'],
					status: '404, 500',
					search: 'email_',
				},
				'Europe/Madrid',
			),
		).toEqual({
			query: {
				date: '{"from":"2026-02-28","to":"2026-04-01"}',
				method: ['POST', 'GET'],
				status: ['404', '500'],
				search: 'email_',
			},
			created: {
				since: Date.parse('2026-02-28T23:30:00Z'),
				until: Date.parse('2026-03-31T22:00:00Z'),
			},
		});
	});

	it.each([
		[{ from: '2026-03-01' }, '{"from":"2026-03-01"}'],
		[{ to: '2026-03-01' }, '{"to":"2026-03-02"}'],
		[{ from: '2026-03-01', to: '2026-03-01' }, '{"from":"2026-03-01","to":"2026-03-02"}'],
	])('turns the days %j into %s', (entered, date) => {
		expect(hookQuery(entered, 'UTC').query).toEqual({ date });
	});

	it('includes the whole day of To, or up to its time of day', () => {
		const until = (to: string) => hookQuery({ to }, 'Europe/Madrid').created.until;
		expect(until('2026-03-01T00:00:00')).toBe(Date.parse('2026-03-01T23:00:00Z'));
		expect(until('2026-03-01T12:30:00')).toBe(Date.parse('2026-03-01T11:30:00Z') + 1);
	});

	it.each([
		[500, ['500']],
		['500', ['500']],
		[
			[' 500', 42],
			['500', '42'],
		],
		[0, ['0']],
		['000,999', ['0', '999']],
	])('accepts the status codes %j', (status, codes) => {
		expect(hookQuery({ status }, 'UTC').query).toEqual({ status: codes });
	});

	it.each([
		['put', ['PUT']],
		['GET, head', ['GET', 'HEAD']],
		[
			['POST', 'propfind'],
			['POST', 'PROPFIND'],
		],
	])('accepts the methods %j', (method, methods) => {
		expect(hookQuery({ method }, 'UTC').query).toEqual({ method: methods });
	});

	it.each<[string, Record<string, unknown>]>([
		['From "soon" must be a date, e.g. 2026-03-31', { from: 'soon' }],
		['To must be a date, e.g. 2026-03-31', { to: undefined }],
		['To must not be before From', { from: '2026-03-02', to: '2026-03-01' }],
		...[[], '', undefined].map((method): [string, Record<string, unknown>] => [
			'Methods: choose at least one, or remove the filter',
			{ method },
		]),
		...['PU RGE', [7]].map((method): [string, Record<string, unknown>] => [
			`Methods "${String(method)}" must be HTTP methods, e.g. POST`,
			{ method },
		]),
		['Search is empty', { search: ' ' }],
		...['', [], undefined].map((status): [string, Record<string, unknown>] => [
			'Status Codes: choose at least one, or remove the filter',
			{ status },
		]),
		...['failed', '1000', '-1', '4.5', 1000].map((status): [string, Record<string, unknown>] => [
			`Status Codes ${JSON.stringify(status)} must be a whole number between 0 and 999`,
			{ status },
		]),
	])('fails with "%s" for %j', (message, entered) => {
		expect(problemOf(entered)).toBe(message);
	});
});
