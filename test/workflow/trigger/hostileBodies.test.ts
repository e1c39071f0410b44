import { triggerRig } from './rig';

const rig = triggerRig();

beforeEach(async () => await rig.reset({ events: ['*'] }));

describe("the trigger's webhook", () => {
	const many = (count: number, pair: (index: number) => string, glue: string) =>
		Array.from({ length: count }, (_, index) => pair(index)).join(glue);
	const createdAt = '2026-03-01T10:00:05+0000';
	const event = `"type":"x","created_at":"${createdAt}"`;

	it.each([
		['no body', '', 'application/json'],
		['an empty form', '', 'application/x-www-form-urlencoded'],
		['a JSON list', '[1,2,3]', 'application/json'],
		['broken JSON', '{"type":', 'application/json'],
		[
			'JSON with the event in __proto__',
			`{"__proto__":{${event},"document":{"id":"1"}}}`,
			'application/json',
		],
		['100,000 nested JSON lists', '['.repeat(1e5) + ']'.repeat(1e5), 'application/json'],
		['100,000 JSON keys', `{${many(1e5, (i) => `"k${i}":1`, ',')}}`, 'application/json'],
		['100,000 form keys', many(1e5, (i) => `k${i}=1`, '&'), 'application/x-www-form-urlencoded'],
		['a form with __proto__', '__proto__[type]=x&type=x', 'application/x-www-form-urlencoded'],
		[
			'a form that is nested 10,000 deep',
			`a${'[b]'.repeat(1e4)}=1`,
			'application/x-www-form-urlencoded',
		],
		['a form with invalid encoding', 'type=%E0%A4%A', 'application/x-www-form-urlencoded'],
		['invalid UTF-8', Buffer.from([0x7b, 0x22, 0xff, 0xfe, 0x22, 0x7d]), 'application/json'],
		['XML', '<event><type>document_completed</type></event>', 'application/xml'],
		['a multipart form', '--x\r\n\r\n--x--', 'multipart/form-data; boundary=x'],
		['no Content-Type', '{}', ''],
		[
			'17 MB of text',
			`{${event},"document":{"id":{"x":"${'x'.repeat(17e6)}"}}}`,
			'application/json',
		],
	])('answers 400 to a post with %s and starts no execution', async (_, body, contentType) => {
		await rig.post('{}');
		const before = rig.started;
		const { status, data } = await rig.post(body, contentType);
		expect([status, data.message]).toEqual([400, 'The body is not a Signaturit event']);
		expect(rig.started).toBe(before);
		expect(({} as Record<string, unknown>).type).toBeUndefined();
	});

	it('answers 403 to an event with a history of 200,000 entries that the service does not know', async () => {
		const document = `"id":"1","signature":{"id":"no-such"}`;
		const history = many(2e5, () => '{"type":"x"}', ',');
		const { status } = await rig.post(`{${event},"document":{${document},"events":[${history}]}}`);
		expect(status).toBe(403);
	});

	it('answers 403 to an event whose id is a path, and sends that id to the service as one segment', async () => {
		await rig.control.clearRequests();
		const document = { id: '1', signature: { id: '../../signatures/count' } };
		const { status } = await rig.post({ type: 'x', created_at: createdAt, document });
		expect(status).toBe(403);
		const paths = (await rig.control.requests()).map(({ path }) => path);
		expect(new Set(paths)).toEqual(new Set(['/v3/signatures/..%2F..%2Fsignatures%2Fcount.json']));
	});
});
