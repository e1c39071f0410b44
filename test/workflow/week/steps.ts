// Everything that can happen in a simulated week, step by step, and its quiet end.

import { MARK_KEY } from '../../../nodes/Signaturit/events/tracking';
import { ADA } from '../../people';
import { createParameters } from '../engine/fixtures';
import { changes } from './changes';
import { SECOND, type Action, type Request, type World } from './world';

const MINUTE = 60 * SECOND;

/** A step of a week; `which` chooses among what there is. */
export interface Step {
	kind: keyof typeof kinds;
	which: number;
}

const addTo = (world: World, id: string, isOwn: boolean, email: string) => {
	const { account, place } = world.model.trigger;
	world.requests.push({ id, isOwn, account, place, email, isEnded: false });
};

const send: Action = async (world) => {
	if (!world.n8n.isUp) return;
	const id = await world.n8n.send(
		createParameters({
			source: 'templates',
			templates: { template: [{ id: { __rl: true, mode: 'id', value: '#NDA' } }] },
			recipients: { recipient: [ADA] },
			options: { events: 'automatic', simplify: false },
		}),
	);
	if (id !== undefined) addTo(world, id, true, ADA.email);
};

/** Somebody else sends in the account: by hand, or another workflow. */
const sendAs =
	(data: Record<string, string>): Action =>
	async (world) => {
		const { control } = world.account;
		const [id = ''] = await control.seed({ count: 1, spreadDays: 0, status: 'ready', data });
		addTo(world, id, false, 'signer1@example.com');
	};

/** Something ends one of the requests. */
const end =
	(types: string[], act: (world: World, request: Request) => Promise<void>): Action =>
	async (world, which) => {
		const open = world.requests.filter(({ isEnded }) => !isEnded);
		const request = open[which % Math.max(1, open.length)];
		if (!request) return;
		request.isEnded = true;
		world.model.happen(request, ...types);
		await act(world, request);
	};

const controlOf = (world: World, { account }: Request) => {
	const found = world.accounts.find(({ name }) => name === account);
	if (!found) throw new Error('There is no such account');
	return found.control;
};
const targetOf = ({ id, email }: Request) => ({ signatureId: id, email });

const sign = end(['document_completed', 'request_completed'], async (world, request) => {
	await controlOf(world, request).sign(targetOf(request));
});
const decline = end(['document_declined', 'request_declined'], async (world, request) => {
	await controlOf(world, request).decline(targetOf(request));
});
const bounce = end(['email_bounced'], async (world, request) => {
	await controlOf(world, request).bounce(targetOf(request));
});

const pollAfter =
	(pause: number): Action =>
	async (world) => {
		world.clocks.pass(pause);
		if (!world.n8n.isUp) return;
		const { control } = world.account;
		await control.clearRequests();
		await world.n8n.poll();
		// While posts tell of everything, not every poll looks.
		const lists = (await control.requests()).filter(({ path }) => path === '/v3/signatures.json');
		if (!world.isAway && lists.some(({ status }) => status === 200))
			world.model.look(world.requests);
	};

const unpublish: Action = async ({ n8n, model }) => {
	if (!n8n.isUp || !n8n.isPublished) return;
	await n8n.unpublish();
	model.unpublish();
};

const start: Action = async ({ n8n }) => {
	if (!n8n.isUp) await n8n.start();
};

/** n8n is killed while an event comes, by post or by a poll, and started again. */
const kill: Action = async (world, which) => {
	if (!world.n8n.isUp) return;
	await world.n8n.kill(async () => {
		await sign(world, which);
		await world.idle();
		await world.n8n.poll();
		await world.idle();
	});
	await world.n8n.start();
};

/** What is posted meanwhile is held back. */
const hold: Action = async ({ controls }) => {
	for (const control of controls) await control.settings({ holdEvents: true });
};

const release =
	(copies: number): Action =>
	async ({ controls }) => {
		for (const control of controls) {
			await control.releaseEvents({ order: 'reverse', copies, parallel: copies > 1 });
		}
	};

const lose: Action = async ({ controls }) => {
	for (const control of controls) {
		await control.settings({ holdEvents: true });
		await control.takeEvents();
	}
};

/** Everything that can happen in a week. */
export const kinds = {
	send,
	'send by hand': sendAs({}),
	'send from another workflow': sendAs({ [MARK_KEY]: 'of another workflow' }),
	sign,
	decline,
	bounce,
	poll: pollAfter(MINUTE),
	'poll after an hour': pollAfter(60 * MINUTE),
	unpublish,
	stop: async ({ n8n }) => {
		n8n.stop();
	},
	start,
	'hold posts': hold,
	'release posts': release(1),
	'double posts': release(3),
	'lose posts': lose,
	kill,
	...changes,
} as const satisfies Record<string, Action>;

export async function take(world: World, { kind, which }: Step): Promise<void> {
	world.clocks.pass(10 * SECOND);
	await kinds[kind](world, which);
	await world.settled();
}

/** Lets everything become well again, and polls until everything must have come. */
export async function endQuietly(world: World): Promise<void> {
	await changes['service back'](world, 0);
	if (!world.model.trigger.isTokenRight) await changes['right token'](world, 0);
	await start(world, 0);
	await release(1)(world, 0);
	for (const minutes of [1, 11, 11, 61, 11]) {
		await pollAfter(minutes * MINUTE)(world, 0);
		await world.settled();
	}
	const { missing } = world.model;
	if (missing.length > 0) throw new Error(`It never came: ${missing.join(', ')}`);
}
