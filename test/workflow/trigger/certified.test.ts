import { bytesOf } from '../engine/engine';
import { triggerRig } from './rig';
import { ADA } from '../../people';

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
