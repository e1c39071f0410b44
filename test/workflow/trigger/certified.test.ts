import { ADA } from '../../people';
import { bytesOf } from '../engine/engine';
import { activatedAt, markOn, sendMany, typesOf } from './scenes';
import { triggerRig } from './rig';

const rig = triggerRig();

describe('the trigger for certified emails and SMS', () => {
	it.each([
		[
			'certifiedEmail',
			'/v3/emails.json',
			{ type: 'delivery', subject: 'Notice', body: 'x' },
			{ email: ADA.email },
		],
		['certifiedSms', '/v3/sms.json', { body: 'Notice' }, { phone: '34600000000' }],
	] as const)(
		'emits an event of a %s with its id, its custom data and its audit trail',
		async (resource, path, fields, contact) => {
			await rig.reset({
				resource,
				events: ['certification_completed'],
				attachFiles: ['auditTrail'],
				options: { fileWait: 60 },
			});
			const { id } = await rig.api.create(path, {
				...fields,
				recipients: [{ name: ADA.name, ...contact }],
				events_url: rig.eventsUrl,
				data: { crm_id: '7' },
			});
			const [item, ...others] = await rig.items();
			expect(others).toEqual([]);
			expect(item?.json).toMatchObject({
				event: { type: 'certification_completed' },
				certificate: { name: ADA.name, ...contact, status: 'sent' },
				[`${resource}Id`]: id,
				data: { crm_id: '7' },
			});
			expect((await bytesOf(item?.binary?.auditTrail)).subarray(0, 5).toString()).toBe('%PDF-');
		},
	);
});

describe('polls for certified emails and SMS', () => {
	it('find the emails of the workflow by their mark, and no others', async () => {
		await rig.reset({ resource: 'certifiedEmail', events: ['email_delivered'] });
		const poll = rig.polls();
		await poll();
		const create = async (data?: object) =>
			await rig.api.create('/v3/emails.json', {
				type: 'delivery',
				subject: 'Notice',
				body: 'x',
				recipients: [{ ...ADA }],
				data: { crm_id: '7', ...data },
			});
		const { id } = await create(markOn(rig));
		await create();
		await rig.control.settled();
		await poll();
		await poll();
		expect((await rig.items()).map(({ json }) => json)).toMatchObject([
			{ event: { type: 'email_delivered' }, certifiedEmailId: id, data: { crm_id: '7' } },
		]);
	});

	it('find the SMS of the workflow by their mark, and fail not where Signaturit has none or refuses', async () => {
		await rig.reset({ resource: 'certifiedSms', events: ['sms_delivered'], arrival: 'polling' });
		const poll = rig.polls();
		await poll();
		const send = async () => await sendMany(rig, { kind: 'sms', count: 1 });
		const found = async () => {
			await poll();
			return (await rig.items()).map(({ json }) => json.certifiedSmsId);
		};
		await rig.control.settings({ smsWithoutData: true });
		const [first] = await send();
		expect(await found()).toEqual([]);
		await rig.control.settings({ smsWithoutData: false });
		await rig.control.faults.add({ kind: 'status', status: 400, path: '/v3/sms.json' });
		expect(await found()).toEqual([]);
		expect(await found()).toEqual([first]);
	});

	it('find older emails of the workflow page by page', async () => {
		await rig.reset({ resource: 'certifiedEmail', events: ['email_delivered'] });
		activatedAt(rig, Date.now() - 86_400_000);
		const poll = rig.polls('init');
		await sendMany(rig, { kind: 'emails', count: 240, spreadDays: 0.5 });
		for (let polls = 0; polls < 2; polls++) await poll();
		expect(await typesOf(rig)).toHaveLength(240);
	});

	it.each([
		['certifiedEmail', 'emails', 'email_delivered'],
		['certifiedSms', 'sms', 'sms_delivered'],
		['signature', 'signatures', 'document_completed'],
	] as const)('find what is new in the account (%s)', async (resource, kind, type) => {
		await rig.reset({ resource, events: [type], listenTo: 'account', arrival: 'polling' });
		const poll = rig.polls();
		await poll();
		await rig.control.seed({ kind, count: 1, spreadDays: 1 });
		const [id] = await rig.control.seed({ kind, count: 1, spreadDays: 0 });
		await poll();
		await poll();
		const ids = (await rig.items()).map(({ json }) => json[`${resource}Id`]);
		expect(ids.filter((each) => each === id)).toHaveLength(1);
		expect(new Set(ids).size).toBe(ids.length);
	});
});
