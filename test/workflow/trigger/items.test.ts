import type { IDataObject } from 'n8n-workflow';
import { ADA, CHARLES } from '../../people';
import { bytesOf } from '../engine/engine';
import { documentsIn } from '../engine/fixtures';
import { until } from '../engine/until';
import { triggerRig } from './rig';
import { PARALLEL, signTogether } from './scenes';

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
					event: { type: 'document_completed', createdAt: expect.stringMatching(/\dZ$/) },
					signatureId: id,
					documentId: document?.id,
					fileName: 'contract.pdf',
					createdAt: expect.stringMatching(/\dZ$/),
					signer: {
						...ADA,
						status: 'completed',
						documents: [
							{
								documentId: document?.id,
								status: 'completed',
								createdAt: document?.created_at.replace('+0000', 'Z'),
								...{ fileName: 'contract.pdf', pages: 1, size: expect.any(Number) },
								events: expect.arrayContaining([
									{ type: 'document_completed', createdAt: expect.stringMatching(/\dZ$/) },
								]),
							},
						],
					},
					status: 'ready',
					data: { crm_id: '2445' },
				},
				pairedItem: { item: 0 },
			},
		]);
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
			signer: { ...ADA, declined: true, declineReason: 'Too early' },
		});
		for (const item of [bounced, declined]) {
			expect(item?.json.event).not.toHaveProperty('unconfirmed');
		}
	});

	it('has the reason of a decline or of a bounce, marked as unconfirmed when only the post has it', async () => {
		await rig.control.settings({ reasonsInAnswers: false });
		const [bounced, declined] = await itemsWithReasons();
		expect(bounced?.json).toMatchObject({
			event: { type: 'email_bounced', unconfirmed: { reason: '550 No such user' } },
			status: 'error',
		});
		expect(declined?.json).toMatchObject({
			event: { type: 'document_declined', unconfirmed: { declineReason: 'Too early' } },
			status: 'declined',
		});
		expect(bounced?.json.event).not.toHaveProperty('reason');
		expect(JSON.stringify(declined?.json.signer)).not.toMatch(/reason/i);
	});

	it('has the raw body when Include Raw Body is on', async () => {
		rig.parameters = { events: ['document_completed'], options: { includeRawBody: true } };
		const { id } = await rig.send();
		await rig.control.sign({ signatureId: id, email: ADA.email });
		const [item] = await rig.items();
		expect(JSON.parse(String((item?.json.event as IDataObject).rawBody))).toMatchObject({
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
			signer: { documents: [{ documentId: documents[0]?.id, status: 'completed' }] },
			signatureId: id,
			event: {
				warnings: ['Only what was posted is known of this event: The user … is banned'],
			},
		});
	});

	it('has no warning when the service fails only once', async () => {
		rig.parameters = { events: ['document_completed'], options: { confirm: false } };
		const { id } = await rig.send();
		await rig.settled();
		await rig.control.faults.add({ kind: 'status', status: 503, path: id, times: 1 });
		await rig.control.sign({ signatureId: id, email: ADA.email });
		const [item] = await rig.items();
		expect(item?.json).toMatchObject({ status: 'ready' });
		expect(item?.json.event).not.toHaveProperty('warnings');
	});
});

describe('attached files', () => {
	const options = { fileWait: 60 };
	const attachFiles = ['signed', 'auditTrail'];
	const EVENT = { type: 'document_completed', created_at: '2026-03-01T10:00:05+0000' };
	beforeEach(async () => await rig.reset({ events: ['document_completed'], attachFiles, options }));
	afterEach(() => jest.restoreAllMocks());

	const download = async (id: string, document: string | undefined, kind: string) =>
		await rig.api.download(`/v3/signatures/${id}/documents/${document}/download/${kind}`);

	it('have the same bytes as at the service', async () => {
		const { id, documents } = await rig.send();
		await rig.control.sign({ signatureId: id, email: ADA.email });
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

	/** @param ahead by how many milliseconds n8n's clock is set meanwhile */
	const comesLater = async (ahead: number) => {
		const { id } = await rig.send();
		await rig.control.settings({ hold: ['audit_trail'] });
		await rig.control.clearRequests();
		await rig.control.sign({ signatureId: id, email: ADA.email });
		const answers = async () =>
			(await rig.control.requests())
				.filter(({ path }) => path.endsWith('/audit_trail'))
				.map(({ status }) => status)
				.filter(Boolean);
		await until(async () => (await answers()).length > 0);
		const now = Date.now.bind(Date);
		jest.spyOn(Date, 'now').mockImplementation(() => now() + ahead);
		const tries = (await answers()).length;
		await until(async () => (await answers()).length > tries);
		await rig.control.settings({ hold: [] });
		const [item] = await rig.items();
		expect(Object.keys(item?.binary ?? {})).toEqual(['signed', 'auditTrail']);
		expect(new Set((await answers()).slice(0, -1))).toEqual(new Set([404]));
		expect((await answers()).at(-1)).toBe(200);
	};

	it('include an audit trail that becomes available only after the signed PDF', async () => {
		await comesLater(0);
	});

	it("include such an audit trail also when n8n's clock is set ahead meanwhile", async () => {
		await comesLater(3_600_000);
	});

	it('that are not available are listed in filesMissing, and the item is emitted without them', async () => {
		rig.parameters = {
			events: ['document_completed'],
			attachFiles,
			options: { fileWait: 0 },
		};
		const { id, documents } = await rig.send();
		await rig.control.settings({ hold: ['audit_trail'] });
		await rig.control.sign({ signatureId: id, email: ADA.email });
		const [item] = await rig.items();
		expect(Object.keys(item?.binary ?? {})).toEqual(['signed']);
		expect(item?.json.filesMissing).toEqual([
			{
				kind: 'auditTrail',
				field: 'auditTrail',
				fileName: 'contract - Ada Lovelace - audit trail.pdf',
				documentId: documents[0]?.id,
				email: ADA.email,
				name: ADA.name,
				reason: expect.stringMatching(
					/^The audit trail is not available: Ada Lovelace signed "contract\.pdf" on .*, and its audit trail is being made\.$/,
				),
			},
		]);
	});

	it('are complete when the first download breaks off', async () => {
		rig.parameters = {
			events: ['document_completed'],
			attachFiles: ['signed'],
			options,
		};
		const { id } = await rig.send();
		await rig.control.faults.add({ kind: 'truncate', path: 'download/signed', times: 1 });
		await rig.control.sign({ signatureId: id, email: ADA.email });
		const [item] = await rig.items();
		const signed = await bytesOf(item?.binary?.signed);
		expect(signed.subarray(-6).toString()).toContain('%%EOF');
	});

	it('of a whole request are those of all its documents, numbered like these', async () => {
		rig.parameters = { events: ['request_completed'], attachFiles, options };
		const { id } = await rig.send({}, 2);
		for (const { email } of [ADA, CHARLES]) await rig.control.sign({ signatureId: id, email });
		const [item] = await rig.items();
		const names = [1, 2, 3, 4].flatMap((n) => [`signed_${n}`, `auditTrail_${n}`]);
		expect(Object.keys(item?.binary ?? {})).toEqual(names);
		const third = documentsIn(item?.json).find(({ number }) => number === 3);
		expect(await bytesOf(item?.binary?.signed_3)).toEqual(
			await download(id, String(third?.documentId), 'signed'),
		);
	});

	it.each([
		[1, ['attachments', 'signed']],
		[0, ['signed']],
	])('include what a signer of whom %d files are wanted has attached', async (wanted, names) => {
		const events = ['document_completed'];
		rig.parameters = { events, attachFiles: ['attachments', 'signed'], options };
		const recipientsJson = [{ ...ADA, require_file_attachment: wanted || undefined }];
		const { id } = await rig.send({ options: { json: { recipientsJson } } });
		await rig.control.sign({ signatureId: id, email: ADA.email });
		const [item] = await rig.items();
		expect(Object.keys(item?.binary ?? {})).toEqual(names);
		expect(item?.json.filesMissing).toBeUndefined();
	});

	it('of one event are those of its own document only', async () => {
		rig.parameters = { events: ['document_completed'], attachFiles: ['signed'], options };
		const { id, documents } = await rig.send(PARALLEL);
		for (const { email } of [CHARLES, ADA]) {
			await rig.control.sign({ signatureId: id, email });
			await rig.settled();
		}
		const items = await rig.items();
		const signed = await Promise.all(items.map(({ binary }) => bytesOf(binary?.signed)));
		const expected = [documents[1], documents[0]].map((document) =>
			download(id, document?.id, 'signed'),
		);
		expect(signed).toEqual(await Promise.all(expected));
	});

	it('are not asked for when the request of the event is not found', async () => {
		rig.parameters = { events: ['*'], attachFiles, options: { ...options, confirm: false } };
		await rig.control.clearRequests();
		const document = { id: 'no-such', events: [{ type: 'document_completed' }] };
		await rig.post({ ...EVENT, document });
		const [item] = await rig.items();
		expect(item?.binary).toBeUndefined();
		expect(item?.json.filesMissing).toBeUndefined();
		const paths = (await rig.control.requests()).map(({ path }) => path);
		expect(paths.filter((path) => path.includes('download'))).toEqual([]);
	});

	it('are left out for an event that comes before the document is completed', async () => {
		rig.parameters = { events: ['email_delivered'], attachFiles, options };
		await rig.send();
		const [item] = await rig.items();
		expect(item?.binary).toBeUndefined();
		expect(item?.json.filesMissing).toBeUndefined();
	});
});
