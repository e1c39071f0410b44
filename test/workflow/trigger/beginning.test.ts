import type { INodeParameters } from 'n8n-workflow';
import { registrationOf } from '../../../nodes/Signaturit/events/registration';
import { startService, type RunningService } from '../../service';
import { controlClient, type FaultCommand } from '../../service/control/client';
import { credentialFor } from '../engine/fixtures';
import { ahead, later, markOn, sendMany, TRIGGER_ID, typesOf } from './pollScenes';
import { triggerRig } from './rig';

const rig = triggerRig();
const events = ['document_completed'];
const account = { events, arrival: 'polling', listenTo: 'account' };
const MINUTE = 60_000;
let other: RunningService;

beforeAll(async () => {
	other = await startService();
});
afterAll(async () => await other.close());

let minutes = 0;

/** Runs five minutes after everything before, of other tests too: what is seeded ends a little later. */
const next = async (run: () => Promise<unknown>) =>
	await later((minutes += 5) * MINUTE, async () => void (await run()));

const sign = async () => await sendMany(rig, { count: 1, status: 'completed' });
const signInOther = async () =>
	await controlClient(other).seed({
		count: 1,
		status: 'completed',
		spreadDays: 0,
		data: markOn(rig),
	});
const useToken = (token: string) => Object.assign(rig.credential, { accessToken: token });
const use = (service: RunningService) => Object.assign(rig.credential, credentialFor(service));

async function publish(parameters: INodeParameters): Promise<void> {
	rig.parameters = parameters;
	const { staticData } = rig.active;
	const before = JSON.stringify(staticData());
	Object.assign(rig, { activated: undefined });
	Object.assign(rig.active.staticData(), JSON.parse(before));
	const { trigger, hook } = rig.active;
	await trigger.webhookMethods.default.create.call(hook('trigger', false, 'update'));
	rig.save();
}

describe('events count from the publication on', () => {
	it.each([
		['of its own requests', { events }, 600_000],
		['of its own requests', { events }, -600_000],
		['of the account', account, 90_000],
		['of the account', account, -600_000],
	])("%s, also when n8n's clock is wrong (%j, %s)", async (_, parameters, milliseconds) => {
		await rig.reset(parameters);
		await next(async () => {
			const [old] = await sign();
			await later(2 * MINUTE, async () => {
				await ahead(rig, milliseconds, async () => {
					const poll = rig.polls();
					await poll();
					const [id] = await sign();
					await poll();
					expect(await typesOf(rig, id)).toEqual(events);
					expect(await typesOf(rig, old)).toEqual([]);
				});
			});
		});
	});

	it.each([600_000, -600_000])(
		'also when the service could not be asked then (clock %s ahead)',
		async (milliseconds) => {
			await rig.reset({ events });
			await next(async () => {
				const [old] = await sign();
				await later(2 * MINUTE, async () => {
					await ahead(rig, milliseconds, async () => {
						await rig.control.faults.add({ kind: 'status', status: 503, path: '/v3/', times: 0 });
						const poll = rig.polls('init');
						await poll();
						await rig.control.faults.clear();
						const [id] = await sign();
						await poll();
						expect(await typesOf(rig, id)).toEqual(events);
						expect(await typesOf(rig, old)).toEqual([]);
					});
				});
			});
		},
	);
});

describe.each([
	['of the workflow', { events }],
	['of the account', account],
])('a trigger for events %s loses nothing, and begins with nothing old', (_, parameters) => {
	let poll: () => Promise<void>;
	beforeEach(async () => {
		await rig.reset(parameters);
		await next(async () => {
			await sign();
			await later(2 * MINUTE, async () => await publish(parameters));
		});
		poll = rig.polls('update');
	});

	it.each<FaultCommand>([
		{ kind: 'status', status: 401 },
		{ kind: 'status', status: 403 },
		{ kind: 'status', status: 500 },
		{ kind: 'truncate' },
		{ kind: 'reset_before' },
	])('when polls are answered with %j for a while', async (fault) => {
		await next(poll);
		await next(sign);
		await next(async () => {
			useToken('wrong');
			await rig.control.faults.add({ ...fault, path: '/v3/', times: 0 });
			await poll();
			await rig.control.faults.clear();
			use(rig.service);
		});
		await next(poll);
		expect(await typesOf(rig)).toHaveLength(1);
		expect(await typesOf(rig)).toEqual(events);
	});

	it('when its token is renewed before it has seen a request', async () => {
		await next(sign);
		useToken(await rig.control.addUser({ administrator: true }));
		await next(poll);
		expect(await typesOf(rig)).toEqual(events);
	});

	it('when it has the token of another account for a while, also over a restart of n8n', async () => {
		await next(sign);
		await next(poll);
		await next(signInOther);
		await next(async () => {
			await sign();
			use(other);
			await poll();
		});
		expect(await typesOf(rig)).toEqual(events);
		await next(async () => {
			await signInOther();
			await poll();
		});
		expect(await typesOf(rig)).toHaveLength(2);
		rig.stopN8n();
		use(rig.service);
		await next(rig.polls('init'));
		expect(await typesOf(rig)).toHaveLength(3);
		await next(signInOther);
		use(other);
		await next(rig.polls('init'));
		expect(await typesOf(rig)).toHaveLength(4);
	});

	it('when Listen To changes', async () => {
		await next(poll);
		await next(sign);
		const isAccount = 'listenTo' in parameters;
		await next(async () => await publish(isAccount ? { events, arrival: 'polling' } : account));
		await next(rig.polls('update'));
		expect(await typesOf(rig)).toEqual(events);
	});

	it('when n8n gets another address while it is down', async () => {
		await next(poll);
		await next(sign);
		rig.stopN8n();
		const { staticData } = rig.active;
		const entry = registrationOf(staticData(), TRIGGER_ID, 'workflow-1');
		Object.assign(staticData(), {
			signaturitTriggers: { [TRIGGER_ID]: { ...entry, url: 'http://127.0.0.1:9/before' } },
		});
		await next(async () => {
			const { trigger, hook } = rig.active;
			await trigger.webhookMethods.default.create.call(hook('trigger', false, 'init'));
			await rig.polls('init')();
		});
		expect(await typesOf(rig)).toEqual(events);
	});
});
