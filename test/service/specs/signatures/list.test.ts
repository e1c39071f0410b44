import { PDFDocument } from '@cantoo/pdf-lib';

import { rigForEach } from '../support/rig';
import { answer, getSignature, type WireSignature } from '../support/wire';

const rig = rigForEach();

describe('GET /v3/signatures.json and count.json', () => {
	const ids = async (query: string) =>
		(await rig.http.get<WireSignature[]>(`/v3/signatures.json${query}`)).data.map(({ id }) => id);
	const count = async (query: string) =>
		(await rig.http.get<{ count: number }>(`/v3/signatures/count.json${query}`)).data;

	test('signature requests are listed newest first, at most 100 per page', async () => {
		const seeded = await rig.control.seed({ count: 120, spreadDays: 30 });
		expect(await ids('')).toEqual(seeded.slice(0, 100));
		expect(await ids('?limit=10&offset=95')).toEqual(seeded.slice(95, 105));
		expect(await ids('?offset=120')).toEqual([]);
		expect(await count('')).toEqual({ count: 120 });
	});

	test('signature requests are filtered by status, day, ids and custom data', async () => {
		const done = await rig.control.seed({ count: 10, spreadDays: 10, data: { team: 'a' } });
		const open = await rig.control.seed({ count: 2, spreadDays: 0, status: 'ready' });
		expect(await ids('?status=ready')).toEqual(open);
		expect(await count('?status=completed&team=a')).toEqual({ count: 10 });
		expect(await count('?team=b')).toEqual({ count: 0 });
		expect(await ids('?seed=7')).toEqual([done[3]]);
		expect(await ids(`?ids=${done[2]},${open[0]}`)).toEqual([open[0], done[2]]);
		const fifth = (await getSignature(rig, done[5] ?? '')).created_at.slice(0, 10);
		const sinceFifth = await count(`?since=${fifth}`);
		const untilFifth = await count(`?until=${fifth}`);
		expect(sinceFifth).toEqual({ count: 2 + 6 });
		expect(untilFifth).toEqual({ count: 4 });
	});

	test.each([
		['?limit=101', 'Invalid limit'],
		['?limit=0', 'Invalid limit'],
		['?offset=-1', 'Invalid offset'],
		['?limit=100&offset=9901', 'Result window is too large'],
		['?status=READY', 'Invalid status'],
		['?since=2024-1', 'Invalid since'],
		['?since=24-1-1', 'Invalid since'],
		['?since=2024-13-1', 'Invalid since'],
		['?until=2024-02-30', 'Invalid until'],
		['?ids=a&ids=b', 'Invalid ids'],
		['?crm_id=1&crm_id=2', 'Invalid crm_id'],
		['?since[a]=2024-01-01&since=2024-01-01', 'Invalid since'],
		['?limit=', 'Invalid limit'],
		['?status=', 'Invalid status'],
		['?since=', 'Invalid since'],
	])('GET /v3/signatures.json%s answers 400 "%s"', async (query, message) => {
		const response = await rig.http.get(`/v3/signatures.json${query}`);
		expect(answer(response)).toMatchObject({ status: 400, data: { status_code: 400, message } });
	});

	test('the list reaches the last of 10,000 seeded signature requests, which share one PDF', async () => {
		// Making a PDF for each request would make seeding slow.
		const createPdf = jest.spyOn(PDFDocument, 'create');
		const seeded = await rig.control.seed({ count: 10_000 });
		expect(createPdf).toHaveBeenCalledTimes(1);
		createPdf.mockRestore();
		expect(await ids('?limit=100&offset=9900')).toEqual(seeded.slice(9900));
	});
});
