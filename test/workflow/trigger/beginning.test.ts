import type { INodeParameters } from 'n8n-workflow';
import { accountOf, readCredential } from '../../../nodes/Signaturit/transport/credential';
import { startService, type RunningService } from '../../service';
import { controlClient, type FaultCommand } from '../../service/control/client';
import { credentialFor } from '../engine/fixtures';
import {
	ahead,
	endOf,
	later,
	markOn,
	postEnd,
	publish,
	registration,
	sendMany,
	TRIGGER_ID,
	typesOf,
} from './scenes';
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

/** Runs so many minutes after everything before, of other tests too: what is seeded ends a little later. */
const next = async (run: () => Promise<unknown>, pause = 5) =>
	await later((minutes += pause) * MINUTE, async () => void (await run()));

const sign = async () => await sendMany(rig, { count: 1, status: 'completed' });
/** Adds completed requests to the other account, with the mark of this trigger. */
const signInOther = async (count = 1) =>
	await controlClient(other).seed({ count, status: 'completed', spreadDays: 0, data: markOn(rig) });
const useToken = (token: string) => Object.assign(rig.credential, { accessToken: token });
const use = (service: RunningService) => Object.assign(rig.credential, credentialFor(service));

describe('events count from the publication on', () => {
	const AWAY = 'of its own requests, when the service could not be asked then';
	it.each<[string, INodeParameters, number]>([
		['of its own requests', { events }, 600_000],
		['of its own requests', { events }, -600_000],
		['of the account', account, 90_000],
		['of the account', account, -600_000],
		[AWAY, { events }, 600_000],
		[AWAY, { events }, -600_000],
	])("%s, also when n8n's clock is wrong (%j, %s)", async (which, parameters, milliseconds) => {
		const isAway = which === AWAY;
		await rig.reset(parameters);
		await next(async () => {
			const [old] = await sign();
			await later(2 * MINUTE, async () => {
				await ahead(rig, milliseconds, async () => {
					const fault = { kind: 'status', status: 503, path: '/v3/', times: 0 } as const;
					if (isAway) await rig.control.faults.add(fault);
					const poll = rig.polls(isAway ? 'init' : 'activate');
					await poll();
					await rig.control.faults.clear();
					const [id] = await sign();
					await poll();
					expect(await typesOf(rig, id)).toEqual(events);
					expect(await typesOf(rig, old)).toEqual([]);
				});
			});
		});
	});
});

describe('posts', () => {
	const ANY: INodeParameters[] = [
		{ events },
		{ events, options: { confirm: false } },
		{ events, listenTo: 'account' },
		{ events: ['request_completed'] },
	];

	it.each(ANY)(
		'about what happened before the publication start nothing (%j)',
		async (parameters) => {
			await rig.reset(parameters);
			await next(async () => {
				const [old = ''] = await sign();
				await later(2 * MINUTE, async () => {
					await rig.activate('activate');
					const [id = ''] = await sign();
					expect((await postEnd(rig, old)).status).toBe(200);
					expect(await typesOf(rig)).toEqual([]);
					await postEnd(rig, id);
					expect(await typesOf(rig, id)).toEqual(parameters.events);
				});
			});
		},
	);

	it.each(ANY)('count when n8n was only started again meanwhile (%j)', async (parameters) => {
		await rig.reset(parameters);
		await next(async () => {
			await rig.activate('activate');
			const [id = ''] = await sign();
			await later(10 * MINUTE, async () => {
				await rig.activate('init');
				await postEnd(rig, id);
				expect(await typesOf(rig)).toEqual(parameters.events);
			});
		});
	});

	it('about types that were chosen later count from then on', async () => {
		await rig.reset({ events: ['document_opened'] });
		await next(async () => {
			await rig.activate('activate');
			const [old = ''] = await sign();
			await later(2 * MINUTE, async () => {
				await publish(rig, { events: ['document_opened', 'document_completed'] });
				const [id = ''] = await sign();
				await postEnd(rig, old);
				await postEnd(rig, id);
				expect(await typesOf(rig)).toEqual(events);
				expect(await typesOf(rig, id)).toEqual(events);
			});
		});
	});

	it.each([600_000, -600_000])(
		"count although n8n's clock is wrong, and old ones do not (%s)",
		async (milliseconds) => {
			await rig.reset({ events });
			await next(async () => {
				const [old = ''] = await sign();
				await later(2 * MINUTE, async () => {
					await ahead(rig, milliseconds, async () => {
						const fault = { kind: 'status', status: 503, path: '/v3/', times: 0 } as const;
						await rig.control.faults.add(fault);
						await rig.activate('activate');
						await rig.control.faults.clear();
						const [id = ''] = await sign();
						await postEnd(rig, old);
						await postEnd(rig, id);
						expect(await typesOf(rig, id)).toEqual(events);
						expect(await typesOf(rig, old)).toEqual([]);
					});
				});
			});
		},
	);

	it('that the service could not confirm at once start nothing later either', async () => {
		await rig.reset({ events });
		await next(async () => {
			const [old = ''] = await sign();
			await later(2 * MINUTE, async () => {
				await rig.activate('activate');
				const body = await endOf(rig, old);
				const fault = { kind: 'status', status: 503, path: '/v3/', times: 0 } as const;
				await rig.control.faults.add(fault);
				expect((await rig.post(body)).status).toBe(200);
				await rig.control.faults.clear();
				expect(await typesOf(rig)).toEqual([]);
			});
		});
	});
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
			await later(2 * MINUTE, async () => await publish(rig, parameters));
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
		await next(async () => await signInOther());
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
		await next(async () => await signInOther());
		use(other);
		await next(rig.polls('init'));
		expect(await typesOf(rig)).toHaveLength(4);
	});

	it('when Listen To changes', async () => {
		await next(poll);
		await next(sign);
		const isAccount = 'listenTo' in parameters;
		await next(
			async () => await publish(rig, isAccount ? { events, arrival: 'polling' } : account),
		);
		await next(rig.polls('update'));
		expect(await typesOf(rig)).toEqual(events);
	});

	it('when n8n gets another address while it is down', async () => {
		await next(poll);
		await next(sign);
		rig.stopN8n();
		const entry = { ...registration(rig), url: 'http://127.0.0.1:9/before' };
		Object.assign(rig.active.staticData(), { signaturitTriggers: { [TRIGGER_ID]: entry } });
		await next(async () => {
			await rig.activate('init');
			await rig.polls('init')();
		});
		expect(await typesOf(rig)).toEqual(events);
	});
});

describe.each([
	['of the workflow', { events }],
	['of the workflow, by polling only', { events, arrival: 'polling' }],
	['of the whole account', { events, listenTo: 'account' }],
	['of the whole account, by polling only', { events, listenTo: 'account', arrival: 'polling' }],
])('a trigger for events %s', (_, parameters) => {
	beforeEach(async () => {
		await rig.reset(parameters);
		// So what other tests have sent is before.
		await next(async () => {
			await rig.activate('update');
			await rig.polls('init')();
		}, 60);
	});

	it.each([
		['published again with', true],
		['that goes on with', false],
	])(
		'%s the token of another account gives out what happens there from then on',
		async (_, isPublished) => {
			const poll = rig.polls('update');
			await next(async () => {
				await sign();
				await poll();
				await signInOther(5);
			}, 0);
			use(other);
			const look = isPublished ? rig.polls('update') : poll;
			await next(async () => {
				if (isPublished) await rig.activate('update');
				await look();
			}, 1);
			expect(await typesOf(rig)).toHaveLength(1);
			await next(async () => {
				await signInOther(1);
				await look();
			}, 1);
			expect(await typesOf(rig)).toHaveLength(2);
			rig.stopN8n();
			await next(async () => {
				await signInOther(1);
				await rig.polls('init')();
			}, 1);
			expect(await typesOf(rig)).toHaveLength(3);
		},
	);

	it('keeps how it knows its account when the workflow is published again, without an execution for it', async () => {
		await next(async () => {
			await sign();
			await rig.polls('update')();
		}, 0);
		expect(rig.inputs).toHaveLength(1);
		await next(async () => await rig.activate('update'), 1);
		expect(registration(rig)?.witnesses?.length).toBeGreaterThan(0);
	});

	it('keeps what the first poll finds out while n8n still calls the hooks', async () => {
		await next(async () => {
			await sign();
			await rig.polls('update')();
			await rig.activate('update');
		}, 0);
		rig.stopN8n();
		use(other);
		const { faults } = controlClient(other);
		await faults.add({ kind: 'latency', ms: 2_000, path: 'subscriptions', times: 0 });
		await next(async () => {
			const publishing = rig.activate('update');
			await rig.polls('init')();
			await publishing;
		}, 1);
		await faults.clear();
		expect(registration(rig)?.account).toBe(accountOf(readCredential(credentialFor(other))));
	});

	it('loses nothing when the token is replaced while n8n is stopped', async () => {
		await next(async () => {
			await sign();
			await rig.polls('update')();
		}, 0);
		rig.stopN8n();
		useToken(await rig.control.addUser({ administrator: true }));
		const poll = rig.polls('init');
		await next(async () => void (await sendMany(rig, { count: 2, status: 'completed' })), 1);
		await next(async () => {
			await rig.control.faults.add({ kind: 'status', status: 500, path: '/v3/', times: 0 });
			await poll();
			await rig.control.faults.clear();
			expect(await typesOf(rig)).toHaveLength(1);
			await poll();
		}, 1);
		expect(await typesOf(rig)).toHaveLength(3);
	});

	it('loses nothing when the token is replaced while n8n is stopped, and posts had told of all before', async () => {
		await next(async () => {
			const [id] = await sign();
			await postEnd(rig, id);
			await rig.polls('update')();
		}, 0);
		expect(await typesOf(rig)).toHaveLength(1);
		rig.stopN8n();
		useToken(await rig.control.addUser({ administrator: true }));
		await next(async () => void (await sendMany(rig, { count: 2, status: 'completed' })), 1);
		await next(rig.polls('init'), 1);
		expect(await typesOf(rig)).toHaveLength(3);
	});
});
