import { bytesOf, startEngine, stopEngine } from './engine';
import { TriggerRig, type SentRequest, type TriggerItem } from './triggerRig';

let rig: TriggerRig;

beforeAll(async () => {
	await startEngine();
	rig = await TriggerRig.start();
});

afterAll(async () => {
	await rig.stop();
	stopEngine();
});

const ADA = 'ada@example.com';
const CHARLES = 'charles@example.com';
const PARALLEL = { additionalFields: { signingMode: 'parallel' } };

const typeOf = ({ json }: TriggerItem) => (json.event as { type: string }).type;

/** Both sign, and the service's posts about it go out together in this way. */
async function signTogether(
	{ id }: SentRequest,
	release: Parameters<typeof rig.control.releaseEvents>[0],
): Promise<void> {
	await rig.control.settings({ holdEvents: true });
	for (const email of [ADA, CHARLES]) await rig.control.sign({ signatureId: id, email });
	await rig.control.settled();
	await rig.control.releaseEvents(release);
}

/** Two minutes later, the process that took a post has forgotten it; the database has not. */
async function laterInTime(run: () => Promise<void>): Promise<void> {
	const clock = Date.now.bind(Date);
	const later = jest.spyOn(Date, 'now').mockImplementation(() => clock() + 120_000);
	await run().finally(() => later.mockRestore());
}

describe('each event', () => {
	beforeEach(async () => await rig.reset({ events: ['document_completed'] }));

	it('comes as an item with its request, as the service has it', async () => {
		const { id, documents } = await rig.send({
			additionalFields: { data: { pair: [{ key: 'crm_id', value: '2445' }] } },
		});
		await rig.control.sign({ signatureId: id, email: ADA });
		const [document] = documents;
		expect(await rig.items()).toEqual([
			{
				json: {
					event: { type: 'document_completed', createdAt: expect.stringMatching(/\+0000$/) },
					document: {
						id: document?.id,
						email: ADA,
						name: 'Ada Lovelace',
						status: 'completed',
						createdAt: document?.created_at,
						file: { name: 'contract.pdf', pages: 1, size: expect.any(Number) },
						events: expect.arrayContaining([
							{ type: 'document_completed', createdAt: expect.any(String) },
						]),
					},
					signature: { id, createdAt: expect.any(String) },
					signer: { name: 'Ada Lovelace', email: ADA },
					status: 'ready',
					signed: 1,
					total: 2,
					data: { crm_id: '2445' },
				},
				pairedItem: { item: 0 },
			},
		]);
	});

	it('tells why somebody declined and why an email bounced', async () => {
		rig.parameters = { events: ['document_declined', 'email_bounced'] };
		const first = await rig.send(PARALLEL);
		await rig.control.bounce({ signatureId: first.id, email: CHARLES }, '550 No such user');
		const second = await rig.send();
		await rig.control.decline({ signatureId: second.id, email: ADA }, 'Too early');
		const [bounced, declined] = await rig.items();
		expect(bounced?.json).toMatchObject({ event: { reason: '550 No such user' }, status: 'error' });
		expect(declined?.json).toMatchObject({
			document: { declineReason: 'Too early' },
			status: 'declined',
		});
	});

	it('holds the body as it came, on demand', async () => {
		rig.parameters = { events: ['document_completed'], options: { includeRawBody: true } };
		const { id } = await rig.send();
		await rig.control.sign({ signatureId: id, email: ADA });
		const [item] = await rig.items();
		expect(JSON.parse(String(item?.json.rawBody))).toMatchObject({
			type: 'document_completed',
			document: { signature: { id } },
		});
	});

	it('comes once, also when copies arrive together, later, and when n8n was restarted', async () => {
		const sent = await rig.send(PARALLEL);
		await signTogether(sent, { copies: 3, parallel: true });
		expect(await rig.items()).toHaveLength(2);
		for (const { id } of sent.documents) await rig.control.redeliver({ documentId: id });
		expect(await rig.items()).toHaveLength(2);
		await laterInTime(async () => {
			const before = rig.started;
			for (const { id } of sent.documents) {
				await rig.control.redeliver({ documentId: id, eventType: 'document_completed' });
			}
			expect(await rig.items()).toHaveLength(2);
			expect(rig.started).toBe(before + 2);
		});
	});

	it('is not given out for posts that differ but mean the same', async () => {
		rig.parameters = { events: ['document_completed'] };
		const { id } = await rig.send({ events: 'none' });
		await rig.control.sign({ signatureId: id, email: ADA });
		await rig.settled();
		const { data } = await rig.get(`/v3/signatures/${id}.json`);
		const [document] = data.documents;
		const time = document?.events.find(({ type }) => type === 'document_completed')?.created_at;
		const post = (seconds: number) => ({
			type: 'document_completed',
			created_at: new Date(Date.parse(time ?? '') + seconds * 1000).toISOString(),
			document: { id: document?.id, signature: { id } },
		});
		const answers = await Promise.all([0, 1, 2, 3].map((seconds) => rig.post(post(seconds))));
		expect(answers.map(({ status }) => status)).toEqual([200, 200, 200, 200]);
		expect(rig.started).toBe(4);
		expect(await rig.items()).toHaveLength(1);
	});

	it('comes all the same, with a warning, when the service fails after it has confirmed', async () => {
		const { id, documents } = await rig.send();
		await rig.settled();
		await rig.control.faults.add({
			kind: 'status',
			status: 404,
			message: 'Signature not found',
			path: id,
			skip: 1,
			times: 1,
		});
		await rig.control.sign({ signatureId: id, email: ADA });
		const [item] = await rig.items();
		expect(item?.json).toMatchObject({
			document: { id: documents[0]?.id, status: 'completed' },
			signature: { id },
			warnings: ['Only what was posted is known of this event: Signature not found'],
		});
	});

	it('is looked up again when the service fails for a moment', async () => {
		const { id } = await rig.send();
		await rig.settled();
		await rig.control.faults.add({ kind: 'status', status: 503, path: id, skip: 1, times: 1 });
		await rig.control.sign({ signatureId: id, email: ADA });
		const [item] = await rig.items();
		expect(item?.json).toMatchObject({ status: 'ready', signed: 1 });
		expect(item?.json.warnings).toBeUndefined();
	});
});

describe('the request of an event that does not name it', () => {
	beforeEach(async () => {
		await rig.reset({ events: ['document_completed'] });
		await rig.control.settings({ includeSignatureId: false });
	});

	it('is found among those of the days around it, without a reference', async () => {
		const { id } = await rig.send({ events: 'url', eventsUrl: rig.eventsUrl });
		await rig.control.seed({ count: 250, spreadDays: 0 });
		await rig.control.sign({ signatureId: id, email: ADA });
		const [item] = await rig.items();
		expect(item?.json).toMatchObject({ signature: { id } });
	});

	it('is found in the execution, when events are not to be confirmed', async () => {
		rig.parameters = { events: ['document_completed'], options: { confirm: false } };
		const { id } = await rig.send();
		await rig.control.sign({ signatureId: id, email: ADA });
		const [item] = await rig.items();
		expect(item?.json).toMatchObject({ signature: { id }, status: 'ready' });
	});

	it('is missed in the warnings, when it is not to be found', async () => {
		rig.parameters = { events: ['*'], options: { confirm: false } };
		const document = { id: 'no-such', created_at: '2026-03-01T10:00:00+0000' };
		await rig.post({ type: 'x', created_at: '2026-03-01T10:00:05+0000', document });
		const [item] = await rig.items();
		expect(item?.json).toEqual({
			event: { type: 'x', createdAt: '2026-03-01T10:00:05+0000' },
			document: { id: 'no-such', createdAt: '2026-03-01T10:00:00+0000', events: [] },
			signature: {},
			signer: {},
			warnings: [expect.stringMatching(/^Only what was posted is known .* lists nothing/)],
		});
	});
});

describe('once', () => {
	const outcomes = ['canceled', 'completed', 'declined', 'expired'];
	beforeEach(async () => await rig.reset({ when: 'once', outcomes }));

	it('is one item when everyone has signed every file', async () => {
		const { id, documents } = await rig.send({}, 2);
		expect(documents).toHaveLength(4);
		await rig.control.sign({ signatureId: id, email: ADA });
		expect(await rig.items()).toEqual([]);
		await rig.control.sign({ signatureId: id, email: CHARLES });
		const [item, ...others] = await rig.items();
		expect(others).toEqual([]);
		expect(item?.json).toMatchObject({
			event: { type: 'document_completed' },
			outcome: 'completed',
			status: 'completed',
			signed: 4,
			total: 4,
			signature: { id },
		});
		const listed = (item?.json.documents as { id: string }[]).map((document) => document.id);
		expect(listed.sort()).toEqual(documents.map((document) => document.id).sort());
	});

	it.each([
		['together', { parallel: true }],
		['together and again', { parallel: true, copies: 3 }],
		['in reverse', { order: 'reverse' }],
	] as const)('is one item when the last events arrive %s', async (_, release) => {
		const sent = await rig.send(PARALLEL, 2);
		await signTogether(sent, release);
		expect(await rig.items()).toHaveLength(1);
		await laterInTime(async () => {
			for (const { id } of sent.documents) {
				await rig.control.redeliver({ documentId: id, eventType: 'document_completed' });
			}
			expect(await rig.items()).toHaveLength(1);
		});
	});

	it('is one item for each of several requests', async () => {
		const sent = [await rig.send(PARALLEL), await rig.send(PARALLEL), await rig.send(PARALLEL)];
		await rig.control.settings({ holdEvents: true });
		for (const { id } of sent) {
			for (const email of [ADA, CHARLES]) await rig.control.sign({ signatureId: id, email });
		}
		await rig.control.releaseEvents({ parallel: true });
		const ids = (await rig.items()).map(({ json }) => (json.signature as { id: string }).id);
		expect(ids.sort()).toEqual(sent.map(({ id }) => id).sort());
	});

	it.each([
		[
			'declined',
			async ({ id }: SentRequest) => await rig.control.decline({ signatureId: id, email: CHARLES }),
		],
		[
			'canceled',
			async ({ id }: SentRequest) => await rig.patch(`/v3/signatures/${id}/cancel.json`),
		],
		['expired', async ({ id }: SentRequest) => await rig.control.expire(id)],
	] as const)('is one item, when it was %s', async (outcome, end) => {
		const sent = await rig.send(PARALLEL, 2);
		await end(sent);
		const [item, ...others] = await rig.items();
		expect(others).toEqual([]);
		expect(item?.json).toMatchObject({ outcome, status: outcome, total: 4 });
		expect(typeOf(item as TriggerItem)).toBe(`document_${outcome}`);
	});

	it('is nothing for an outcome that is not chosen', async () => {
		rig.parameters = { when: 'once', outcomes: ['completed'] };
		const { id } = await rig.send();
		await rig.control.decline({ signatureId: id, email: ADA });
		expect(await rig.items()).toEqual([]);
		expect(rig.started).toBe(0);
	});

	it('fails where it can be seen, and counts when it is fired again, if the service cannot be asked', async () => {
		rig.parameters = { when: 'once', outcomes: ['completed'] };
		const { id } = await rig.send();
		await rig.control.sign({ signatureId: id, email: ADA });
		await rig.settled();
		const fault = { kind: 'status', status: 403, message: 'The user is banned' } as const;
		await rig.control.faults.add({ ...fault, path: id, skip: 1, times: 1 });
		await rig.control.sign({ signatureId: id, email: CHARLES });
		const executions = await rig.settled();
		expect(executions.at(-1)?.error?.message).toBe('The user is banned');
		await rig.control.redeliver({ eventType: 'document_completed' });
		const items = (await rig.settled()).flatMap((execution) => execution.items);
		expect(items).toHaveLength(1);
	});
});

describe('attached files', () => {
	const options = { fileWait: 1 };
	const attachFiles = ['signedPdf', 'auditTrail'];
	beforeEach(async () => await rig.reset({ events: ['document_completed'], attachFiles, options }));

	const download = async (id: string, document: string | undefined, kind: string) =>
		await rig.download(`/v3/signatures/${id}/documents/${document}/download/${kind}`);

	it('are on the item as the service has them', async () => {
		const { id, documents } = await rig.send();
		await rig.control.sign({ signatureId: id, email: ADA });
		const [item] = await rig.items();
		expect(Object.keys(item?.binary ?? {})).toEqual(['signed', 'auditTrail']);
		expect(await bytesOf(item?.binary?.signed)).toEqual(
			await download(id, documents[0]?.id, 'signed'),
		);
		expect(await bytesOf(item?.binary?.auditTrail)).toEqual(
			await download(id, documents[0]?.id, 'audit_trail'),
		);
		expect(item?.json.filesMissing).toBeUndefined();
	});

	it('are waited for: the audit trail comes after the signed PDF', async () => {
		rig.parameters = { events: ['document_completed'], attachFiles, options: { fileWait: 20 } };
		const { id } = await rig.send();
		await rig.control.settings({ hold: ['audit_trail'] });
		await rig.control.clearRequests();
		await rig.control.sign({ signatureId: id, email: ADA });
		const answers = async () =>
			(await rig.control.requests())
				.filter(({ path }) => path.endsWith('/audit_trail'))
				.map(({ status }) => status)
				.filter(Boolean);
		while ((await answers()).length === 0) await new Promise(setImmediate);
		await rig.control.settings({ hold: [] });
		const [item] = await rig.items();
		expect(Object.keys(item?.binary ?? {})).toEqual(['signed', 'auditTrail']);
		expect(await answers()).toEqual([404, 200]);
	});

	it('that cannot be had are named, and the event comes all the same', async () => {
		const { id, documents } = await rig.send();
		await rig.control.settings({ hold: ['audit_trail'] });
		await rig.control.sign({ signatureId: id, email: ADA });
		const [item] = await rig.items();
		expect(Object.keys(item?.binary ?? {})).toEqual(['signed']);
		expect(item?.json.filesMissing).toEqual([
			{
				field: 'auditTrail',
				kind: 'auditTrail',
				id: documents[0]?.id,
				reason: expect.stringMatching(/./),
			},
		]);
	});

	it('are never half a file', async () => {
		rig.parameters = {
			events: ['document_completed'],
			attachFiles: ['signedPdf'],
			options: { fileWait: 9 },
		};
		const { id } = await rig.send();
		await rig.control.faults.add({ kind: 'truncate', path: 'download/signed', times: 1 });
		await rig.control.sign({ signatureId: id, email: ADA });
		const [item] = await rig.items();
		const signed = await bytesOf(item?.binary?.signed);
		expect(signed.subarray(-6).toString()).toContain('%%EOF');
	});

	it('of a whole request are all there, numbered as its documents', async () => {
		rig.parameters = { when: 'once', outcomes: ['completed'], attachFiles, options };
		const { id } = await rig.send({}, 2);
		for (const email of [ADA, CHARLES]) await rig.control.sign({ signatureId: id, email });
		const [item] = await rig.items();
		const names = [1, 2, 3, 4].flatMap((n) => [`signed_${n}`, `auditTrail_${n}`]);
		expect(Object.keys(item?.binary ?? {})).toEqual(names);
		const documents = item?.json.documents as { id: string }[];
		expect(await bytesOf(item?.binary?.signed_3)).toEqual(
			await download(id, documents[2]?.id, 'signed'),
		);
	});

	it('are none for events that come before the document is completed', async () => {
		rig.parameters = { events: ['email_delivered'], attachFiles, options };
		await rig.send();
		const [item] = await rig.items();
		expect(item?.binary).toBeUndefined();
		expect(item?.json.filesMissing).toBeUndefined();
	});
});

describe('certified email and SMS', () => {
	it.each([
		[
			'certifiedEmail',
			'/v3/emails.json',
			{ type: 'delivery', subject: 'Notice', body: 'x' },
			{ email: ADA },
		],
		['certifiedSms', '/v3/sms.json', { body: 'Notice' }, { phone: '34600000000' }],
	] as const)(
		'(%s): its events come with its id, its data and its audit trail',
		async (resource, path, fields, person) => {
			await rig.reset({
				resource,
				events: ['certification_completed'],
				attachFiles: ['auditTrail'],
				options: { fileWait: 1 },
			});
			const { id } = await rig.create(path, {
				...fields,
				recipients: [{ name: 'Ada Lovelace', ...person }],
				events_url: rig.eventsUrl,
				data: { crm_id: '7' },
			});
			const [item, ...others] = await rig.items();
			expect(others).toEqual([]);
			expect(item?.json).toMatchObject({
				event: { type: 'certification_completed' },
				certificate: { name: 'Ada Lovelace', ...person, status: 'sent' },
				[resource]: { id },
				// The service does not tell the data of an SMS (specification, Certified SMS).
				data: resource === 'certifiedEmail' ? { crm_id: '7' } : {},
			});
			expect((await bytesOf(item?.binary?.auditTrail)).subarray(0, 5).toString()).toBe('%PDF-');
		},
	);
});
