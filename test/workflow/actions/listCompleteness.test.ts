import { servedLists, type ServedEntry } from './servedLists';

const { server, serve, run } = servedLists();

describe('a list that may not be complete', () => {
	const many = Array.from({ length: 250 }, (_, index) => ({
		id: String(index),
		created_at: new Date(Date.UTC(2026, 2, 1) - index * 1_000).toISOString(),
	}));

	/** The list, of which the service counts two more than it gives. */
	const hideTwo = (entries: readonly ServedEntry[]) => {
		serve(entries);
		const [list] = server.answers;
		server.answers = [
			(request, response) => {
				const isCount = request.url?.includes('count.json');
				if (isCount) {
					response.setHeader('Content-Type', 'application/json');
					response.end(JSON.stringify({ count: entries.length + 2 }));
				} else list?.(request, response);
			},
		];
	};

	it('is given with a hint that says how many entries are missing', async () => {
		hideTwo(many);
		const { items, hints } = await run('certifiedEmail', 'getManyEmails', { returnAll: true });
		expect(items).toHaveLength(250);
		expect(hints).toEqual([
			'It is not proven that the list is complete. Signaturit counts 2 more than could be found, although the list was read several times. Run this again later, or narrow the list by filters.',
		]);
	});

	it('is not counted, and gets no hint, if it ends with the first page', async () => {
		hideTwo(many.slice(0, 99));
		const { items, hints } = await run('signature', 'getMany', { returnAll: true });
		expect(items).toHaveLength(99);
		expect(hints).toEqual([]);
		expect(server.received).toHaveLength(1);
	});

	it('gets no hint if the count agrees', async () => {
		serve(many);
		const { items, hints } = await run('signature', 'getMany', { returnAll: true });
		expect(items).toHaveLength(250);
		expect(hints).toEqual([]);
		expect(server.received.filter(({ url }) => url?.includes('count'))).toHaveLength(1);
	});

	it('is not compared with a count that does not know its filters', async () => {
		hideTwo(many);
		const filters = { data: { pair: [{ key: 'crm_id', value: '7' }] } };
		const { items, hints } = await run('certifiedEmail', 'getManyEmails', {
			returnAll: true,
			filters,
		});
		expect(items).toHaveLength(250);
		expect(hints).toEqual([]);
	});
});
