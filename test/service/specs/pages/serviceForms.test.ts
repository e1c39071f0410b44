import { rigForEach } from '../support/rig';
import { createSignature, documentStatuses } from '../support/wire';

const rig = rigForEach();

const expire = async (id: string, headers: Record<string, string>, action = 'expire') => {
	const { status, data } = await rig.http.post<string>(`/requests/${id}/${action}`, '', {
		headers: { 'content-type': 'application/x-www-form-urlencoded', ...headers },
		maxRedirects: 0,
	});
	return { status, said: String(data) };
};

describe('posts to the requests page', () => {
	test.each([
		['from another site', { origin: 'https://example.com' }],
		['from another port of this machine', { origin: 'http://127.0.0.1:1' }],
		['that hide where they come from', { origin: 'null' }],
		['without an origin', {}],
		[
			'from a site whose name leads to this machine',
			{ origin: 'http://rebound.example', host: 'rebound.example' },
		],
	])('posts %s change nothing and answer 403', async (_, headers) => {
		const { id } = await createSignature(rig);
		expect((await expire(id, headers as Record<string, string>)).status).toBe(403);
		expect(await documentStatuses(rig, id)).toEqual(['ready']);
	});

	test('a post from the page itself goes back to it, and the same post again answers 409', async () => {
		const { id } = await createSignature(rig);
		const headers = { origin: rig.service.url };
		expect((await expire(id, headers)).status).toBe(303);
		expect(await documentStatuses(rig, id)).toEqual(['expired']);
		const again = await expire(id, headers);
		expect(again.status).toBe(409);
		expect(again.said).toContain('this is not possible now');
	});

	test('a post to an action or a request that does not exist answers 404', async () => {
		const { id } = await createSignature(rig);
		const headers = { origin: rig.service.url };
		expect((await expire(id, headers, 'constructor')).status).toBe(404);
		expect((await expire('none', headers)).status).toBe(404);
	});

	test('other sites may show the signing page in a frame, but not the pages with buttons', async () => {
		await createSignature(rig);
		const signing = new URL((await rig.control.outbox())[0]?.url ?? '').pathname;
		const framing = async (path: string) =>
			/frame-ancestors [^;]*/.exec(
				String((await rig.http.get(path)).headers['content-security-policy']),
			)?.[0];
		expect(await framing(signing)).toBeUndefined();
		for (const path of ['/inbox', '/inbox/none', '/requests']) {
			expect(await framing(path)).toBe("frame-ancestors 'none'");
		}
	});
});
