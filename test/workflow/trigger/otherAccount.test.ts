import { registrationOf } from '../../../nodes/Signaturit/events/registration';
import { accountOf, readCredential } from '../../../nodes/Signaturit/transport/credential';
import { startService, type RunningService } from '../../service';
import { controlClient } from '../../service/control/client';
import { credentialFor } from '../engine/fixtures';
import { later, markOn, postEnd, sendMany, typesOf } from './pollScenes';
import { triggerRig } from './rig';

const rig = triggerRig();
const events = ['document_completed'];
const MINUTE = 60_000;
let other: RunningService;

beforeAll(async () => {
	other = await startService();
});
afterAll(async () => await other.close());

/** Adds completed requests to the other account, with the mark of this trigger. */
const inOther = async (count: number) =>
	await controlClient(other).seed({ count, status: 'completed', spreadDays: 0, data: markOn(rig) });

let tests = 0;

/** Runs so many minutes after the beginning of the test, and after everything of the tests before. */
const at = async (minutes: number, run: () => Promise<void>) =>
	await later((60 * tests + minutes) * MINUTE, run);

const useOther = () => Object.assign(rig.credential, credentialFor(other));

const replaceToken = async () =>
	Object.assign(rig.credential, {
		accessToken: await rig.control.addUser({ administrator: true }),
	});

const registration = () =>
	registrationOf(rig.active.staticData(), 'id of Signaturit Trigger', 'workflow-1');

async function publish(): Promise<void> {
	const { trigger, hook } = rig.active;
	const { checkExists, create } = trigger.webhookMethods.default;
	const context = () => hook('trigger', false, 'update');
	if (!(await checkExists.call(context()))) await create.call(context());
	rig.save();
}

describe.each([
	['of the workflow', { events }],
	['of the workflow, by polling only', { events, arrival: 'polling' }],
	['of the whole account', { events, listenTo: 'account' }],
	['of the whole account, by polling only', { events, listenTo: 'account', arrival: 'polling' }],
])('a trigger for events %s', (_, parameters) => {
	beforeEach(async () => {
		await rig.reset(parameters);
		// So what other tests have sent is before.
		tests++;
		await at(0, async () => {
			await publish();
			await rig.polls('init')();
		});
	});

	it.each([
		['published again with', true],
		['that goes on with', false],
	])(
		'%s the token of another account gives out what happens there from then on',
		async (_, isPublished) => {
			const poll = rig.polls('update');
			await at(0, async () => {
				await sendMany(rig, { count: 1, status: 'completed' });
				await poll();
				await inOther(5);
			});
			useOther();
			const next = isPublished ? rig.polls('update') : poll;
			await at(1, async () => {
				if (isPublished) await publish();
				await next();
			});
			expect(await typesOf(rig)).toHaveLength(1);
			await at(2, async () => {
				await inOther(1);
				await next();
			});
			expect(await typesOf(rig)).toHaveLength(2);
			rig.stopN8n();
			await at(3, async () => {
				await inOther(1);
				await rig.polls('init')();
			});
			expect(await typesOf(rig)).toHaveLength(3);
		},
	);

	it('keeps how it knows its account when the workflow is published again, without an execution for it', async () => {
		await at(0, async () => {
			await sendMany(rig, { count: 1, status: 'completed' });
			await rig.polls('update')();
		});
		expect(rig.inputs).toHaveLength(1);
		await at(1, publish);
		expect(registration()?.witnesses?.length).toBeGreaterThan(0);
	});

	it('keeps what the first poll finds out while n8n still calls the hooks', async () => {
		await at(0, async () => {
			await sendMany(rig, { count: 1, status: 'completed' });
			await rig.polls('update')();
			await publish();
		});
		rig.stopN8n();
		useOther();
		const { faults } = controlClient(other);
		await faults.add({ kind: 'latency', ms: 2_000, path: 'subscriptions', times: 0 });
		await at(1, async () => {
			const publishing = publish();
			await rig.polls('init')();
			await publishing;
		});
		await faults.clear();
		expect(registration()?.account).toBe(accountOf(readCredential(credentialFor(other))));
	});

	it('loses nothing when the token is replaced while n8n is stopped', async () => {
		await at(0, async () => {
			await sendMany(rig, { count: 1, status: 'completed' });
			await rig.polls('update')();
		});
		rig.stopN8n();
		await replaceToken();
		const poll = rig.polls('init');
		await at(1, async () => void (await sendMany(rig, { count: 2, status: 'completed' })));
		await at(2, async () => {
			await rig.control.faults.add({ kind: 'status', status: 500, path: '/v3/', times: 0 });
			await poll();
			await rig.control.faults.clear();
			expect(await typesOf(rig)).toHaveLength(1);
			await poll();
		});
		expect(await typesOf(rig)).toHaveLength(3);
	});

	it('loses nothing when the token is replaced while n8n is stopped, and posts had told of all before', async () => {
		await at(0, async () => {
			const [id] = await sendMany(rig, { count: 1, status: 'completed' });
			await postEnd(rig, id);
			await rig.polls('update')();
		});
		expect(await typesOf(rig)).toHaveLength(1);
		rig.stopN8n();
		await replaceToken();
		await at(1, async () => void (await sendMany(rig, { count: 2, status: 'completed' })));
		await at(2, rig.polls('init'));
		expect(await typesOf(rig)).toHaveLength(3);
	});
});
