import { register } from '../../../nodes/Signaturit/events/registration';
import { newReference, signedReference } from '../../../nodes/Signaturit/events/tracking';
import { delays } from '../../../nodes/Signaturit/transport/deadline';
import { until } from '../engine/until';
import { TRIGGER_ID } from './pollScenes';
import { triggerRig } from './rig';

const rig = triggerRig();
const SECRET = 'a secret of the trigger';

beforeEach(async () => {
	await rig.reset({ events: ['email_delivered'] });
	register(rig.active.staticData(), TRIGGER_ID, {
		workflowId: 'workflow-1',
		nodeName: 'Signaturit Trigger',
		url: rig.eventsUrl,
		secret: SECRET,
	});
});

/** An event that the service knows, as it would be posted. */
async function trueEvent() {
	const [id = ''] = await rig.control.seed({ count: 1, spreadDays: 1 });
	const { data } = await rig.api.get(`/v3/signatures/${id}.json`);
	const [document] = data.documents;
	const event = document?.events.find(({ type }) => type === 'email_delivered');
	return { ...event, document: { ...document, signature: { id } } };
}

/** Where forged posts that name no request are looked for. */
const SLOW = '/v3/signatures.json';

const queryWith = (reference: string) => `?reference=${reference}`;

describe('a post with a reference that the trigger has issued', () => {
	it('is confirmed while forged posts take all the time that they get, also with made-up references', async () => {
		await rig.control.faults.add({ kind: 'latency', ms: 8_000, path: SLOW, times: 0 });
		const made = Array.from({ length: 4 }, () => queryWith(newReference()));
		const forged = ['', queryWith(signedReference(newReference(), 'another secret')), ...made].map(
			async (query, index) => {
				const created_at = '2026-03-01T10:00:05+0000';
				const document = { id: `d${index}`, created_at };
				await rig.post({ type: 'email_delivered', created_at, document }, undefined, query);
			},
		);
		const looks = async (isOver: boolean) =>
			(await rig.control.requests()).filter(
				({ path, status }) => path === SLOW && status > 0 === isOver,
			).length;
		await until(async () => (await looks(false)) >= 2);
		const { status } = await rig.post(
			await trueEvent(),
			undefined,
			queryWith(signedReference(newReference(), SECRET)),
		);
		expect([status, await looks(true)]).toEqual([200, 0]);
		expect(await rig.items()).toHaveLength(1);
		await rig.control.faults.clear();
		await Promise.all(forged);
	});

	it('is looked for more often than others when the history does not have it', async () => {
		const event = { ...(await trueEvent()), created_at: '2020-03-01T10:00:05+0000' };
		const looksFor = async (query: string) => {
			rig.restart();
			await rig.control.clearRequests();
			const { looks } = delays;
			const late = jest.replaceProperty(looks, 'last', looks.post.all - 1_000);
			const pauses = jest.replaceProperty(looks, 'pauses', [10, 20, 10_000]);
			const { status } = await rig.post(event, undefined, query);
			late.restore();
			pauses.restore();
			expect(status).toBe(403);
			return (await rig.control.requests()).length;
		};
		expect(await looksFor('')).toBe(2);
		expect(await looksFor(queryWith(signedReference(newReference(), 'another secret')))).toBe(2);
		expect(await looksFor(queryWith(signedReference(newReference(), SECRET)))).toBe(4);
	});
});
