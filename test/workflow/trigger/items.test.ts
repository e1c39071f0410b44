import { triggerRig } from './rig';
import { PARALLEL, signTogether } from './scenes';
import { ADA, CHARLES } from '../../people';

const rig = triggerRig();

describe('an event that the trigger emits', () => {
	beforeEach(async () => await rig.reset({ events: ['document_completed'] }));

	it('has its document and its request as the service has them', async () => {
		const { id, documents } = await rig.send({
			options: { data: { pair: [{ key: 'crm_id', value: '2445' }] } },
		});
		await rig.control.sign({ signatureId: id, email: ADA.email });
		const [document] = documents;
		expect(await rig.items()).toEqual([
			{
				json: {
					event: { type: 'document_completed', createdAt: expect.stringMatching(/\+0000$/) },
					document: {
						id: document?.id,
						email: ADA.email,
						name: ADA.name,
						status: 'completed',
						createdAt: document?.created_at,
						file: { name: 'contract.pdf', pages: 1, size: expect.any(Number) },
						events: expect.arrayContaining([
							{ type: 'document_completed', createdAt: expect.any(String) },
						]),
					},
					signatureId: id,
					documentId: document?.id,
					createdAt: expect.any(String),
					signer: { ...ADA },
					status: 'ready',
					signed: 1,
					total: 2,
					data: { crm_id: '2445' },
				},
				pairedItem: { item: 0 },
			},
		]);
	});

	it('is paired with the post that it came from', async () => {
		rig.parameters = { events: ['*'] };
		await rig.send();
		const items = (await rig.items()) as { pairedItem?: unknown }[];
		expect(items.length).toBeGreaterThan(0);
		expect(items.map(({ pairedItem }) => pairedItem)).toEqual(items.map(() => ({ item: 0 })));
	});

	/** Of an email that came back, and of a document that was declined. */
	const itemsWithReasons = async () => {
		rig.parameters = { events: ['document_declined', 'email_bounced'] };
		const first = await rig.send(PARALLEL);
		await rig.control.bounce({ signatureId: first.id, email: CHARLES.email }, '550 No such user');
		const second = await rig.send();
		await rig.control.decline({ signatureId: second.id, email: ADA.email }, 'Too early');
		return await rig.items();
	};

	it('has the reason of a decline or of a bounce as the history tells it', async () => {
		const [bounced, declined] = await itemsWithReasons();
		expect(bounced?.json).toMatchObject({ event: { reason: '550 No such user' } });
		expect(declined?.json).toMatchObject({
			event: { reason: 'Too early' },
			document: { declineReason: 'Too early' },
			signer: ADA,
		});
		for (const item of [bounced, declined]) expect(item?.json).not.toHaveProperty('unconfirmed');
	});

	it('has the reason of a decline or of a bounce, marked as unconfirmed when only the post has it', async () => {
		await rig.control.settings({ reasonsInAnswers: false });
		const [bounced, declined] = await itemsWithReasons();
		expect(bounced?.json).toMatchObject({
			event: { type: 'email_bounced' },
			unconfirmed: { reason: '550 No such user' },
			status: 'error',
		});
		expect(declined?.json).toMatchObject({
			event: { type: 'document_declined' },
			unconfirmed: { declineReason: 'Too early' },
			status: 'declined',
		});
		expect(JSON.stringify([bounced?.json.event, declined?.json.document])).not.toMatch(/reason/i);
	});

	it('has the raw body when Include Raw Body is on', async () => {
		rig.parameters = { events: ['document_completed'], options: { includeRawBody: true } };
		const { id } = await rig.send();
		await rig.control.sign({ signatureId: id, email: ADA.email });
		const [item] = await rig.items();
		expect(JSON.parse(String(item?.json.rawBody))).toMatchObject({
			type: 'document_completed',
			document: { signature: { id } },
		});
	});

	it('is emitted once when its posts are repeated together, later, and after a restart', async () => {
		const sent = await rig.send(PARALLEL);
		await signTogether(rig, sent, { copies: 3, parallel: true });
		expect(await rig.items()).toHaveLength(2);
		for (const { id } of sent.documents) await rig.control.redeliver({ documentId: id });
		expect(await rig.items()).toHaveLength(2);
		rig.restart();
		const before = rig.started;
		for (const { id } of sent.documents) {
			await rig.control.redeliver({ documentId: id, eventType: 'document_completed' });
		}
		expect(await rig.items()).toHaveLength(2);
		expect(rig.started).toBe(before + 2);
	});

	it('is emitted once when several posts give it different times', async () => {
		rig.parameters = { events: ['document_completed'] };
		const { id } = await rig.send({ options: { events: 'none' } });
		await rig.control.sign({ signatureId: id, email: ADA.email });
		await rig.settled();
		const { data } = await rig.api.get(`/v3/signatures/${id}.json`);
		const [document] = data.documents;
		const time = document?.events.find(({ type }) => type === 'document_completed')?.created_at;
		const post = (seconds: number) => ({
			type: 'document_completed',
			created_at: new Date(Date.parse(time ?? '') + seconds * 1000).toISOString(),
			document: { id: document?.id, signature: { id } },
		});
		const answers = await Promise.all([0, 1, 2, 3].map((seconds) => rig.post(post(seconds))));
		expect(answers.map(({ status }) => status)).toEqual([200, 200, 200, 200]);
		expect(await rig.items()).toHaveLength(1);
	});

	it('is made from what the confirmation has read, in one call', async () => {
		const { id } = await rig.send();
		await rig.settled();
		await rig.control.clearRequests();
		await rig.control.sign({ signatureId: id, email: ADA.email });
		expect(await rig.items()).toHaveLength(1);
		expect((await rig.control.requests()).map(({ method, path }) => `${method} ${path}`)).toEqual([
			`GET /v3/signatures/${id}.json`,
		]);
	});

	it('has a warning when events are not confirmed and the service fails', async () => {
		rig.parameters = { events: ['document_completed'], options: { confirm: false } };
		const { id, documents } = await rig.send();
		await rig.settled();
		await rig.control.faults.add({
			kind: 'status',
			status: 403,
			message: 'The user ada@example.com is banned',
			path: id,
		});
		await rig.control.sign({ signatureId: id, email: ADA.email });
		const [item] = await rig.items();
		expect(item?.json).toMatchObject({
			document: { id: documents[0]?.id, status: 'completed' },
			signatureId: id,
			warnings: ['Only what was posted is known of this event: The user … is banned'],
		});
	});

	it('has no warning when the service fails only once', async () => {
		rig.parameters = { events: ['document_completed'], options: { confirm: false } };
		const { id } = await rig.send();
		await rig.settled();
		await rig.control.faults.add({ kind: 'status', status: 503, path: id, times: 1 });
		await rig.control.sign({ signatureId: id, email: ADA.email });
		const [item] = await rig.items();
		expect(item?.json).toMatchObject({ status: 'ready', signed: 1 });
		expect(item?.json.warnings).toBeUndefined();
	});
});

describe('an event that does not name its request', () => {
	beforeEach(async () => {
		await rig.reset({ events: ['document_completed'] });
		await rig.control.settings({ includeSignatureId: false });
	});

	it('is assigned to one of the newest requests when there is no reference', async () => {
		const { id } = await rig.send({ options: { events: 'url', eventsUrl: rig.eventsUrl } });
		await rig.control.seed({ count: 250, spreadDays: 0 });
		await rig.control.sign({ signatureId: id, email: ADA.email });
		const [item] = await rig.items();
		expect(item?.json).toMatchObject({ signatureId: id });
	});

	it('is assigned to its request in the execution when events are not confirmed', async () => {
		rig.parameters = { events: ['document_completed'], options: { confirm: false } };
		const { id } = await rig.send();
		await rig.control.sign({ signatureId: id, email: ADA.email });
		const [item] = await rig.items();
		expect(item?.json).toMatchObject({ signatureId: id, status: 'ready' });
	});

	it('is emitted with a warning when its request cannot be found', async () => {
		rig.parameters = { events: ['*'], options: { confirm: false } };
		const document = { id: 'no-such', created_at: '2026-03-01T10:00:00+0000' };
		await rig.post({ type: 'x', created_at: '2026-03-01T10:00:05+0000', document });
		const [item] = await rig.items();
		expect(item?.json).toEqual({
			event: { type: 'x', createdAt: '2026-03-01T10:00:05+0000' },
			document: { id: 'no-such', createdAt: '2026-03-01T10:00:00+0000', events: [] },
			documentId: 'no-such',
			signer: {},
			warnings: [expect.stringMatching(/^Only what was posted is known .* was not found/)],
		});
	});
});
