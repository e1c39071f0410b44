import { triggerRig } from './rig';

const rig = triggerRig();

/** A post about something that the service does not have, without the id of its request. */
async function postStranger(resource: string, record: object, query = '') {
	await rig.reset({ resource, events: ['*'] });
	await rig.control.clearRequests();
	const name = resource === 'signature' ? 'document' : 'certificate';
	const body = {
		type: 'document_opened',
		created_at: '2026-03-01T10:00:05+0000',
		[name]: { id: 'no-such', ...record },
	};
	const { status } = await rig.post(body, 'application/json', query);
	const requests = await rig.control.requests();
	return {
		status,
		requests: requests.map(({ path, query: sent }) => ({ path, ...(sent as object) })),
	};
}

const REFERENCE = '7a0c4c1e-0000-4000-8000-000000000000';
const DAY = { created_at: '2026-03-01T00:30:00+0000' };

describe('the search for the request of an event that does not name it', () => {
	it('lists signature requests by the reference, then those from a day before to a day after the document', async () => {
		const { status, requests } = await postStranger('signature', DAY, `?reference=${REFERENCE}`);
		expect(status).toBe(403);
		expect(requests).toEqual([
			{ path: '/v3/signatures.json', n8n_reference: REFERENCE, limit: '100' },
			{
				path: '/v3/signatures.json',
				since: '2026-02-28',
				until: '2026-03-03',
				offset: '0',
				limit: '100',
			},
		]);
	});

	it('lists certified emails without an end, because their list has no such filter', async () => {
		const { requests } = await postStranger('certifiedEmail', DAY, `?reference=${REFERENCE}`);
		expect(requests).toEqual([
			{ path: '/v3/emails.json', n8n_reference: REFERENCE, limit: '100' },
			{ path: '/v3/emails.json', since: '2026-02-28', offset: '0', limit: '100' },
		]);
	});

	it('lists certified SMS by days only, because their list takes no custom data', async () => {
		const { requests } = await postStranger(
			'certifiedSms',
			{ ...DAY, phone: '34600000000' },
			`?reference=${REFERENCE}`,
		);
		expect(requests).toEqual([
			{ path: '/v3/sms.json', since: '2026-02-28', offset: '0', limit: '100' },
		]);
	});

	it.each([
		['without a date', {}],
		['whose date is not a date', { created_at: 'yesterday' }],
	])('lists nothing for a document %s', async (_, record) => {
		expect(await postStranger('signature', record)).toEqual({ status: 403, requests: [] });
	});

	it('reads page after page until the last one', async () => {
		await rig.control.seed({ count: 250, spreadDays: 0 });
		const createdAt = new Date().toISOString().replace(/\.\d+Z$/, '+0000');
		const { status, requests } = await postStranger('signature', { created_at: createdAt });
		expect(status).toBe(403);
		expect(requests.map((request) => 'offset' in request && request.offset)).toEqual([
			'0',
			'100',
			'200',
		]);
	});

	it('reads 20 pages at most', async () => {
		await rig.control.seed({ count: 2_100, spreadDays: 0 });
		const createdAt = new Date().toISOString().replace(/\.\d+Z$/, '+0000');
		const { requests } = await postStranger('signature', { created_at: createdAt });
		expect(requests).toHaveLength(20);
	});

	it('stops at the page that has the request', async () => {
		await rig.reset({ events: [], options: { otherEvents: 'contract_framed' } });
		await rig.control.settings({ includeSignatureId: false });
		const { id, documents } = await rig.send({ events: 'url', eventsUrl: rig.eventsUrl });
		await rig.settled();
		await rig.control.seed({ count: 150, spreadDays: 0 });
		await rig.control.clearRequests();
		const target = { documentId: documents[0]?.id ?? '' };
		await rig.control.emit({ target, type: 'contract_framed' });
		const items = await rig.items();
		expect(items.map(({ json }) => json.signature)).toMatchObject([{ id }]);
		const lists = (await rig.control.requests()).filter(
			({ path }) => path === '/v3/signatures.json',
		);
		expect(lists.map(({ query }) => (query as { offset?: string }).offset)).toEqual(['0', '100']);
	});
});
