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
	it('returns an empty query without filters', () => {
		expect(hookQuery({}, 'UTC')).toEqual({});
	});

	it("uses the service's names for filters, and gives the UTC days that the time touches as JSON text", () => {
		const entered = {
			from: '2026-02-28T23:30:00Z',
			to: '2026-03-31T00:00:00',
			method: ['POST', 'GET'],
			status: '404, 500',
			search: 'email_',
		};
		expect(hookQuery(entered, 'Europe/Madrid')).toEqual({
			date: '{"from":"2026-02-28","to":"2026-03-31"}',
			method: ['POST', 'GET'],
			status: ['404', '500'],
			search: 'email_',
		});
	});

	it.each([
		['UTC', { from: '2026-03-01' }, '{"from":"2026-03-01"}'],
		['UTC', { to: '2026-03-01' }, '{"to":"2026-03-01"}'],
		['UTC', { from: '2026-03-01', to: '2026-03-01' }, '{"from":"2026-03-01","to":"2026-03-01"}'],
		['Europe/Madrid', { from: '2026-03-01' }, '{"from":"2026-02-28"}'],
		['America/Los_Angeles', { to: '2026-03-01' }, '{"to":"2026-03-02"}'],
		['America/Los_Angeles', { to: '2026-03-01T12:00:00' }, '{"to":"2026-03-01"}'],
		['America/Los_Angeles', { to: '2026-03-01T16:00:00' }, '{"to":"2026-03-02"}'],
		['UTC', { from: '9999-12-31T23:00:00-02:00' }, '{"from":"9999-12-31"}'],
	])('in %s turns the days %j into %s', (zone, entered, date) => {
		expect(hookQuery(entered, zone)).toEqual({ date });
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
		expect(hookQuery({ status }, 'UTC')).toEqual({ status: codes });
	});

	it.each([
		['put', ['PUT']],
		['GET, head', ['GET', 'HEAD']],
		[
			['POST', 'propfind'],
			['POST', 'PROPFIND'],
		],
	])('accepts the methods %j', (method, methods) => {
		expect(hookQuery({ method }, 'UTC')).toEqual({ method: methods });
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
