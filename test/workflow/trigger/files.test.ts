import { bytesOf } from '../engine/engine';
import { until } from '../engine/until';
import { triggerRig } from './rig';
import { PARALLEL } from './scenes';
import { ADA, CHARLES } from '../../people';

const rig = triggerRig();

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
				fileName: 'contract – Ada Lovelace – audit trail.pdf',
				documentId: documents[0]?.id,
				email: ADA.email,
				name: ADA.name,
				reason:
					'The audit trail is not available: the document is "Completed", and its audit trail is still being made',
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
		const documents = item?.json.documents as { id: string }[];
		expect(await bytesOf(item?.binary?.signed_3)).toEqual(
			await download(id, documents[2]?.id, 'signed'),
		);
	});

	it.each([
		[1, ['attachments', 'signed']],
		[0, ['signed']],
	])('include what a signer of whom %d files are wanted has attached', async (wanted, names) => {
		const events = ['document_completed'];
		rig.parameters = { events, attachFiles: ['attachments', 'signed'], options };
		const recipientsJson = [{ ...ADA, require_file_attachment: wanted || undefined }];
		const { id } = await rig.send({ options: { recipientsJson } });
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
