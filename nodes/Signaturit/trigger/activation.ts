// What the trigger does when n8n activates or deactivates its workflow.

import { UserError } from 'n8n-workflow';
import { z } from 'zod';
import { hearsOfSigningPages } from '../embedded/reports';
import { beginningOf, isStart, WITNESSES } from '../events/beginning';
import { ownAddressProblem } from '../events/reachability';
import { readRegistration, writeRegistration, type Registration } from '../events/registration';
import { newSecret, workflowOrigin } from '../events/tracking';
import type { HookCall } from '../transport/call';
import { within } from '../transport/deadline';
import { triggerDelays } from './delays';
import { endpoints } from '../transport/endpoints';
import { entryTo } from '../transport/entry';
import { httpStatusOf, isPassing, textForLog } from '../transport/errors/errors';
import { readAs } from '../transport/request';
import { readSettings, subjectOf, toSettings, type Settings } from './settings';
import { duringStart, processState } from './processState';
import {
	existingSubscription,
	howToEnd,
	subscribe,
	unsubscribe,
	wantedSubscription,
	warn,
} from './subscription';
import { endTestListen, listenForTest } from './testListen';

/**
 * n8n calls these methods when a workflow is activated or deactivated, when n8n starts, and around a test listen.
 *
 * When `create` throws, n8n calls `delete`, which ends the subscription. So `create` throws NodeApiError only where
 * `tolerate` does. `delete` never throws: n8n would neither save the static data nor deactivate the other triggers.
 */
export const activation = {
	/** `create` finds and keeps an existing subscription. For signing pages there is nothing to do. */
	checkExists: entryTo((call: HookCall): boolean => hearsOfSigningPages(call)),

	create: entryTo(async (call: HookCall): Promise<boolean> => {
		const now = Date.now();
		const account = await call.account();
		const settings = readSettings(call);
		const { url, last, wanted } = readState(call, settings);
		if (call.n8n.getMode() === 'manual') {
			await listenForTest(call, settings, wanted);
			return true;
		}
		const state = processState(call);
		// A look of the last activation must not end the subscription of this one. Newer n8n has polled for this one already.
		if (state.polls?.isStopped) state.polls = undefined;

		const starts = isStart(call.n8n.getActivationMode());
		state.isTriedAgain = starts;
		const fault = wanted && ownAddressProblem(url);
		if (fault) throw new UserError(fault.problem, { description: fault.advice });
		// At another address, the subscription may belong to the original of a copied database.
		let subscriptionId = last?.url === url ? last.subscriptionId : undefined;
		let found: string[] | undefined;
		const prepare = async () => {
			if (wanted) {
				subscriptionId = await existingSubscription(call, wanted, last?.subscriptionId);
				subscriptionId ??= await subscribe(call, wanted);
			} else if (subscriptionId !== undefined) {
				// The trigger has listened to the whole account before.
				await unsubscribe(call, url);
				subscriptionId = undefined;
			}
			if (!starts) found = await checkToken(call, settings);
		};
		try {
			// The polls do the rest if there is not enough time.
			await (starts ? duringStart(Infinity, prepare) : prepare());
		} catch (error) {
			tolerate(call, error, subscriptionId);
		}
		// The first poll may have written the account meanwhile, so this is read again.
		const begun = await newEntry(call, settings, { now, account });
		// Polls do not store the witnesses: n8n would store all its static data with them.
		const witnesses =
			begun.witnesses ?? (begun.account === account && found?.length ? found : undefined);
		writeRegistration(call, { ...begun, subscriptionId, witnesses });
		state.isTriedAgain = false;
		return true;
	}),

	delete: entryTo(async (call: HookCall): Promise<boolean> => {
		// n8n ends what was created by the other webhook of the node.
		if (hearsOfSigningPages(call)) return true;
		const settings = settingsOrDefaults(call);
		const now = Date.now();
		const { url, last: registered, wanted } = readState(call, settings);
		// The end of a test listen comes here too, with the test URL.
		const last = endTestListen(call, url) ? undefined : registered;
		const state = processState(call);
		if (last && state.polls) state.polls.isStopped = true;
		// A subscription at another address may belong to the original of a copied database.
		const isHere = last?.url === url;
		let subscriptionId = isHere ? last.subscriptionId : undefined;
		if (wanted || subscriptionId !== undefined) {
			try {
				await unsubscribe(call, url);
				subscriptionId = undefined;
			} catch (error) {
				const end = subscriptionId && ` If it is still there, end it: ${howToEnd(subscriptionId)}.`;
				warn(
					call,
					`its subscription to events could not be ended.${end ?? ''} ${textForLog(error)}`,
				);
			}
		}
		const difference = await call.clockDifference();
		if (!last) return true;
		// n8n calls this for a publication that was refused, too.
		const isOver = last.inactiveSince !== undefined || state.isTriedAgain;
		state.isTriedAgain = false;
		const ended = {
			inactiveSince: now + (difference ?? 0),
			...(difference === undefined && { unmeasured: [...(last.unmeasured ?? []), now] }),
		};
		writeRegistration(call, { ...last, ...(isHere && { subscriptionId }), ...(!isOver && ended) });
		return true;
	}),
};

/** Settings that are refused were never published, and `delete` must not throw. */
function settingsOrDefaults(call: HookCall): Settings {
	try {
		return readSettings(call);
	} catch {
		return toSettings({});
	}
}

/**
 * Throws if the service refuses the access token. If it cannot be asked now, nothing is thrown: polls ask again.
 *
 * @returns IDs of the account's newest deliveries
 */
async function checkToken(call: HookCall, { resource }: Settings): Promise<string[] | undefined> {
	const asked = readAs(call, endpoints[resource].list, {
		query: { limit: WITNESSES },
		schema: z.array(z.object({ id: z.string() })),
		what: 'a list',
	});
	return await within(triggerDelays.token, asked)
		.then((list) => list?.map(({ id }) => id))
		.catch((error: unknown) => {
			if (error instanceof UserError || [401, 403].includes(httpStatusOf(error) ?? NaN))
				throw error;
			return undefined;
		});
}

/** Logs a failure if two reasons let the trigger go on with it. Otherwise n8n shows it. */
function tolerate(call: HookCall, error: unknown, lastId: string | undefined): void {
	const reasons = [isPassing(error), isStart(call.n8n.getActivationMode()), lastId !== undefined];
	if (reasons.filter(Boolean).length < 2) throw error;
	warn(
		call,
		`its subscription to events could not be checked. It is looked at again later. ${textForLog(error)}`,
	);
}

/** The trigger's address, its last registration, and the subscription that it needs. */
function readState(call: HookCall, settings: Settings) {
	const url = call.n8n.getNodeWebhookUrl('default') ?? '';
	return { url, last: lastRegistration(call), wanted: wantedSubscription(url, settings) };
}

/** The registration of an activation at this moment, by n8n's clock. It keeps the secret of the last one. */
async function newEntry(
	call: HookCall,
	settings: Settings,
	{ now, account }: { now: number; account?: string },
) {
	const { url, last } = readState(call, settings);
	const subject = { ...subjectOf(settings), account };
	const activationMode = call.n8n.getActivationMode();
	const difference = await call.clockDifference();
	return {
		workflowId: call.n8n.getWorkflow().id ?? '',
		nodeName: call.node.name,
		url,
		address: workflowOrigin(call)?.address,
		...(settings.arrival === 'polling' && { pollingOnly: true }),
		secret: last?.secret ?? newSecret(),
		...subject,
		...beginningOf(last, subject, { activationMode, now, difference }),
	};
}

/** The stored registration, with newer values of the polls unless another process has stored more. */
function lastRegistration(call: HookCall): Registration | undefined {
	const last = readRegistration(call);
	const known = processState(call).polls?.beginning;
	if (last?.since === undefined || !known) return last;
	const { since, account, witnesses, horizon = -Infinity } = known;
	const isNewer = last.account === account && (last.horizon ?? -Infinity) <= horizon;
	const isSame = last.since === since || last.unmeasured?.includes(last.since);
	if (!isNewer || !isSame) return last;
	const { added, unmeasured } = known;
	return { ...last, since, added, unmeasured, witnesses, horizon: known.horizon };
}
