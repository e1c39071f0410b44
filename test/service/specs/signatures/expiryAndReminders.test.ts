import { ADA } from '../../../people';
import { rigForEach } from '../support/rig';
import {
	createSignature,
	documentStatuses,
	eventTypes,
	getSignature,
	recipients,
} from '../support/wire';

const rig = rigForEach();

describe('expiry and reminders', () => {
	test('a request expires after expire_time days and not before', async () => {
		const { id } = await createSignature(rig, {
			...recipients(ADA),
			events_url: `${rig.receiver.url}/hook.json`,
			expire_time: '3',
		});
		await rig.control.advance({ days: 2.9 });
		expect(await documentStatuses(rig, id)).toEqual(['ready']);
		await rig.control.advance({ days: 0.2 });
		await rig.control.settled();
		expect(await documentStatuses(rig, id)).toEqual(['expired']);
		expect(rig.receiver.postsOfType('document_expired')).toHaveLength(1);
	});

	test("a request that does not say it expires and is reminded of by the account's own settings", async () => {
		await rig.control.settings({ expireTime: 7, reminders: 3 });
		expect(await remindersAfter({}, 20)).toEqual([3, 6]);
		expect(await remindersAfter({ reminders: '0', expire_time: '9' }, 8)).toEqual([]);
		const { id } = await createSignature(rig, recipients(ADA));
		await rig.control.advance({ days: 8 });
		await rig.control.settled();
		expect(await documentStatuses(rig, id)).toEqual(['expired']);
	});

	test('an extended request expires after the extra days', async () => {
		const { id } = await createSignature(rig, { ...recipients(ADA), expire_time: '3' });
		await rig.control.extend(id, 5);
		await rig.control.advance({ days: 7 });
		expect(await documentStatuses(rig, id)).toEqual(['ready']);
		expect(eventTypes((await getSignature(rig, id)).documents[0])).toContain('expiration_extended');
		await rig.control.advance({ days: 2 });
		expect(await documentStatuses(rig, id)).toEqual(['expired']);
	});

	const remindersAfter = async (fields: Record<string, string>, days: number) => {
		const { id } = await createSignature(rig, { ...recipients(ADA), ...fields });
		await rig.control.advance({ days });
		const [document] = (await getSignature(rig, id)).documents;
		const sent = new Date(document?.created_at ?? '').getTime();
		return document?.events
			.filter(({ type }) => type === 'reminder_email_processed')
			.map((event) => Math.round((new Date(event.created_at).getTime() - sent) / 86_400_000));
	};

	test('automatic reminders are sent after the given days and not after the expiry', async () => {
		expect(await remindersAfter({ 'reminders[0]': '2', 'reminders[1]': '5' }, 20)).toEqual([2, 7]);
		expect(await remindersAfter({ reminders: '3' }, 10)).toEqual([3, 6, 9]);
		expect(await remindersAfter({ reminders: '0' }, 10)).toEqual([]);
		expect(await remindersAfter({}, 10)).toEqual([]);
		expect(await remindersAfter({ reminders: '3', expire_time: '5' }, 20)).toEqual([3]);
	});
});
