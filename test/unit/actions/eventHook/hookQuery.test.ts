import { hookQuery } from '../../../../nodes/Signaturit/actions/eventHook/hookQuery';

const faultOf = (entered: Record<string, unknown>) => {
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

	it("uses the service's names for filters, and gives the days as JSON text", () => {
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
			date: '{"from":"2026-03-01","to":"2026-03-31"}',
			method: ['POST', 'GET'],
			status: ['404', '500'],
			search: 'email_',
		});
	});

	it.each([
		[{ from: '2026-03-01' }, '{"from":"2026-03-01"}'],
		[{ to: '2026-03-01' }, '{"to":"2026-03-01"}'],
		[{ from: '2026-03-01', to: '2026-03-01' }, '{"from":"2026-03-01","to":"2026-03-01"}'],
	])('turns the days %j into %s', (entered, date) => {
		expect(hookQuery(entered, 'UTC')).toEqual({ date });
	});

	it.each([[500], ['500'], [['500']], [[500]]])('accepts the status code %j', (status) => {
		expect(hookQuery({ status }, 'UTC')).toEqual({ status: ['500'] });
	});

	it.each<[string, Record<string, unknown>]>([
		['From must be a date, e.g. 2026-03-31', { from: 'soon' }],
		['To must be a date, e.g. 2026-03-31', { to: undefined }],
		['To must not be before From', { from: '2026-03-02', to: '2026-03-01' }],
		['Methods is empty: choose at least one, or remove the filter', { method: [] }],
		['Search is empty', { search: ' ' }],
		...['', 'failed', '20', '200,,500', undefined].map(
			(status): [string, Record<string, unknown>] => [
				'Status Codes must be numbers between 100 and 599, separated by commas',
				{ status },
			],
		),
	])('fails with "%s" for %j', (message, entered) => {
		expect(faultOf(entered)).toBe(message);
	});
});
