import { ADA } from '../../people';
import { triggerRig } from './rig';

const rig = triggerRig();

const KINDS = {
	signature: { folder: 'signatures', type: 'document_completed', id: 'signatureId' },
	certifiedEmail: { folder: 'emails', type: 'email_delivered', id: 'certifiedEmailId' },
	certifiedSms: { folder: 'sms', type: 'sms_delivered', id: 'certifiedSmsId' },
} as const;
type Resource = keyof typeof KINDS;

interface Tracked {
	id: string;
	created_at: string;
	events: { type: string; created_at: string }[];
}

/** The id of the seeded one that has so many newer ones, by default all of now: a list may end with a day. */
async function behind(resource: Resource, newer: number, spreadDays = 0): Promise<string> {
	const kind = KINDS[resource].folder;
	const ids = await rig.control.seed({ kind, count: newer + 1, spreadDays });
	return ids[newer] ?? '';
}

/** The first document or certificate of something. */
async function recordOf(resource: Resource, id: string) {
	const { data } = await rig.api.get(`/v3/${KINDS[resource].folder}/${id}.json`);
	const { documents, certificates } = data as { documents?: Tracked[]; certificates?: Tracked[] };
	const [record] = documents ?? certificates ?? [];
	if (!record) throw new Error(`${id} has no document`);
	return { record, name: documents ? 'document' : 'certificate' };
}

/** Posts an event that the service knows, as it does without the id of the request; tells the calls. */
async function post(resource: Resource, id: string) {
	const { record, name } = await recordOf(resource, id);
	const event = record.events.find(({ type }) => type === KINDS[resource].type);
	await rig.control.clearRequests();
	const { status } = await rig.post({ ...event, [name]: record });
	const calls = (await rig.control.requests()).map(({ path }) => path);
	return { status, calls };
}

describe('a post that names neither a request nor a reference', () => {
	it.each([
		['certifiedEmail', 0, 1],
		['certifiedEmail', 250, 3],
		['certifiedSms', 250, 3],
		['signature', 250, 3],
	] as const)(
		'about a %s with %d newer ones is confirmed in %d calls',
		async (resource, newer, count) => {
			await rig.reset({ resource, events: [KINDS[resource].type] });
			const id = await behind(resource, newer);
			const { status, calls } = await post(resource, id);
			expect([status, calls.length]).toEqual([200, count]);
			expect(await rig.items()).toMatchObject([{ json: { [KINDS[resource].id]: id } }]);
		},
	);

	it('about an email with 450 newer ones gets 403, and the next poll of the account gives it out', async () => {
		const resource = 'certifiedEmail';
		const type = 'email_opened';
		await rig.reset({ resource, listenTo: 'account', events: [type] });
		await rig.activate();
		const id = await behind(resource, 450);
		const { record } = await recordOf(resource, id);
		await rig.control.clearRequests();
		await rig.control.emit({ target: { certificateId: record.id }, type });
		await rig.control.settled();
		expect((await rig.control.requests()).map(({ path }) => path)).toEqual(
			Array(6).fill('/v3/emails.json'),
		);
		expect(await rig.api.hooks(type)).toMatchObject([{ status_code: 403 }]);
		expect(rig.started).toBe(0);
		await rig.polls()();
		expect(await rig.items()).toMatchObject([{ json: { certifiedEmailId: id } }]);
	});

	it('about a signature request of months ago is confirmed by its day, whatever has come since', async () => {
		await rig.reset({ events: ['document_completed'] });
		const id = await behind('signature', 450, 200);
		const { status, calls } = await post('signature', id);
		expect([status, calls]).toEqual([200, ['/v3/signatures.json']]);
		expect(await rig.items()).toMatchObject([{ json: { signatureId: id } }]);
	});
});

describe('an event that does not name its request', () => {
	beforeEach(async () => {
		await rig.reset({ events: ['document_completed'] });
		await rig.control.settings({ includeSignatureId: false });
	});

	it('is assigned to its request by the reference in the events URL', async () => {
		const { id } = await rig.send();
		await rig.control.seed({ count: 300, spreadDays: 0 });
		await rig.settled();
		await rig.control.clearRequests();
		await rig.control.sign({ signatureId: id, email: ADA.email });
		const [item] = await rig.items();
		expect(item?.json).toMatchObject({ signatureId: id, data: {} });
		const lists = (await rig.control.requests()).filter(
			({ path }) => path === '/v3/signatures.json',
		);
		expect(lists.map(({ query }) => query)).toEqual([
			{ limit: '100', n8n_reference: expect.stringMatching(/^[\da-f-]{36}$/) },
		]);
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
			event: {
				type: 'x',
				createdAt: '2026-03-01T10:00:05Z',
				warnings: [expect.stringMatching(/^Only what was posted is known .* was not found/)],
			},
			documentId: 'no-such',
			signer: {
				documents: [{ documentId: 'no-such', createdAt: '2026-03-01T10:00:00Z', events: [] }],
			},
		});
	});
});
