// What may change during a simulated week: settings, tokens, accounts, clocks, backups and the service's answers.

import type { INodeParameters } from 'n8n-workflow';
import type { FaultCommand } from '../../service/control/client';
import { credentialFor } from '../engine/fixtures';
import type { Model } from './model';
import { CHOSEN, listenTo, SECOND, type Account, type Action, type World } from './world';

type Changes = Parameters<Model['set']>[0];

/** `WEBHOOK_URL` is changed while n8n is down. */
const move: Action = async ({ n8n, model }) => {
	n8n.stop();
	n8n.place = n8n.place === 'first' ? 'second' : 'first';
	model.move(n8n.place);
	await n8n.start();
};

/** Publishes what was changed. If n8n cannot, the workflow is unpublished. */
const set = async (
	{ n8n, model, requests, isAway }: World,
	parameters: INodeParameters,
	changes: Changes,
) => {
	if (!n8n.isUp) return;
	// Without an answer, the trigger sees no request in the account.
	if (await n8n.publish(parameters)) model.publish(isAway ? [] : requests);
	else model.unpublish();
	model.set(changes);
};

const publish: Action = async (world) => await set(world, {}, {});

const changeListenTo: Action = async (world) => {
	const listensToAccount = !world.model.trigger.listensToAccount;
	await set(world, listenTo(listensToAccount), { listensToAccount });
};

/** One of the events is chosen, or not any more. */
const changeEvents: Action = async (world, which) => {
	const { chosen: before } = world.model.trigger;
	const one = CHOSEN[which % CHOSEN.length];
	const chosen = CHOSEN.filter((type) => before.includes(type) !== (type === one));
	if (chosen.length > 0) await set(world, { events: chosen }, { chosen });
};

/** The token of an account is used: the first, or one of another user. */
const useAccount = async (
	{ n8n, model }: World,
	{ name, service }: Account,
	token = service.token,
) => {
	n8n.changeCredential({ ...credentialFor(service), accessToken: token });
	model.useToken(name);
};

const wrongToken: Action = async ({ n8n, model }) => {
	n8n.changeCredential({ accessToken: 'a-letter-too-much' });
	model.useToken(undefined, false);
};

const rightToken: Action = async (world) => await useAccount(world, world.account);

const newToken: Action = async (world) => {
	const token = await world.account.control.addUser({ administrator: true });
	await useAccount(world, world.account, token);
};

const otherAccount: Action = async (world) => {
	const other = world.accounts.find((each) => each !== world.account);
	if (other) await useAccount(world, other);
};

const OFF = [-600, -90, 0, 90, 600];

const setClock: Action = async ({ clocks, controls }, which) =>
	await clocks.setN8n((OFF[which % OFF.length] ?? 0) * SECOND, controls);

const backup: Action = async (world) => {
	const undo = [world.n8n.backup(), world.model.backup()];
	world.restore = () => undo.forEach((each) => each());
};

const restore: Action = async (world) => {
	if (!world.restore) return;
	world.n8n.stop();
	world.restore();
	await world.n8n.start();
};

const spoil =
	(fault: FaultCommand): Action =>
	async (world) => {
		world.isAway = true;
		for (const control of world.controls) await control.faults.add({ ...fault, times: 0 });
	};

const heal: Action = async (world) => {
	world.isAway = false;
	for (const control of world.controls) await control.faults.clear();
};

/** What somebody changes at n8n, in its surroundings or at the service. */
export const changes = {
	publish,
	move,
	'change Listen To': changeListenTo,
	'change Events': changeEvents,
	'wrong token': wrongToken,
	'right token': rightToken,
	'new token': newToken,
	'other account': otherAccount,
	'set clock': setClock,
	backup,
	restore,
	'service away': spoil({ kind: 'status', status: 500 }),
	'answers broken': spoil({ kind: 'truncate' }),
	'service back': heal,
} as const satisfies Record<string, Action>;
