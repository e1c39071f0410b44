// Reserves a sending in n8n's database, so that equal ones do not go out together.

import { createHash } from 'node:crypto';
import { locked } from '../../database/lock';
import type { ExecuteCall } from '../../transport/call';
import { delays, HOUR } from '../../transport/deadline';
import { serviceTime } from '../../transport/clock';
import { accountOf, serviceAddressOf } from '../../transport/credential';
import { problemOf, textForLog } from '../../transport/errors/errors';
import { lastLook } from './look';
import type { RequestContent } from '../../transport/exchange';
import type { Note } from './note';
import { Refusal } from '../../transport/errors/refusal';

export type Release = () => Promise<void>;

/** n8n's database keeps so many reservations for a node. They matter for minutes, or for an hour (`sendOnce`). */
const RESERVATIONS = { mode: 'entries', maxEntries: 2_000 } as const;

/**
 * Reserves a sending in n8n's database, by a name that equal ones share: the same Reference, the same item in several
 * Retries, or equal tool calls. Whoever finds it reserved must not send it: an equal one may still be on its way.
 *
 * n8n keeps hashes, and says which are new only while it records them. So a reservation is the hash of the name and
 * of the current minute. All minutes that matter are recorded: those that are not new are reserved. The new ones are
 * removed again, except the current minute. The lock of the workflow keeps others out meanwhile.
 *
 * @param longest how long the service may take to create it, in milliseconds. Reservations count for this time, and for
 * as long as a creation is looked for
 * @param settledUntil reservations up to this moment do not count; milliseconds since 1970
 * @returns takes the reservation back. Call it when nothing was sent, or the next execution waits in vain.
 * `undefined` if it is reserved already. Where n8n's database cannot be used, e.g. in a workflow that was
 * never saved, nothing is reserved
 */
export async function reserveSending(
	call: ExecuteCall,
	name: string,
	longest: number,
	settledUntil: number,
): Promise<Release | undefined> {
	const credential = await call.credential();
	const account = accountOf(credential);
	try {
		return await locked(call, async (helpers) => {
			// Read only now: whoever had the lock meanwhile may have reserved a later minute.
			const now = serviceTime(serviceAddressOf(credential));
			const all = reservationsOf(`${account} ${name}`, now, longest + lastLook());
			const values = all.map(({ value }) => value);
			const recorded = await helpers.checkProcessedAndRecord(values, 'node', RESERVATIONS);
			const surplus = new Set(recorded.new.map(String));
			const isOthers = all.some(({ began, value }) => began > settledUntil && !surplus.has(value));
			const reservation = all.findLast(({ began }) => began <= now)?.value ?? '';
			if (!isOthers) surplus.delete(reservation);
			if (surplus.size > 0) await helpers.removeProcessed([...surplus], 'node', RESERVATIONS);
			if (isOthers) return undefined;
			return async () =>
				await locked(call, async ({ removeProcessed }) => {
					await removeProcessed([reservation], 'node', RESERVATIONS);
				}).catch(() => undefined);
		});
	} catch (error) {
		call.log(
			'warn',
			`Signaturit: n8n's database could not tell whether the same is being sent. ${textForLog(error)}`,
		);
		return async () => undefined;
	}
}

/** How far the clocks of two executions may differ, in milliseconds: the service tells whole seconds. */
const CLOCKS_DIFFER = 2_000;

/** The reservations of all minutes in this window (milliseconds) before now, the oldest first, and of the next seconds. */
function reservationsOf(name: string, now: number, window: number) {
	const last = Math.floor((now + CLOCKS_DIFFER) / delays.reservation);
	const count = Math.ceil((window + CLOCKS_DIFFER) / delays.reservation) + 1;
	return Array.from({ length: count }, (_, index) => {
		const minute = last - count + 1 + index;
		const value = createHash('sha256').update(`${name} ${minute}`).digest('base64url');
		return { began: minute * delays.reservation, value };
	});
}

/**
 * Sends something that cannot be looked for. A tool call that equals one of the last hour sends nothing.
 *
 * @param name the path of the write, which says what is sent, and about what
 * @param request the request without the values that the nodes add
 * @throws UserError when the tool must not send it
 */
export async function sendOnce<Answer>(
	call: ExecuteCall,
	{ facts: { rules } }: Note,
	name: string,
	request: RequestContent,
	send: () => Promise<Answer>,
): Promise<Answer> {
	if (!rules) return await send();
	const takeBack = rules.admit(request);
	const identity = rules.identify(request);
	const release =
		identity !== undefined &&
		(await reserveSending(call, `${name} ${identity}`, HOUR - lastLook(), 0));
	if (release === undefined) {
		takeBack();
		throw new Refusal('The same was sent less than an hour ago, or may have been', 'nobody', {
			facts: 'Nothing was sent again.',
		});
	}
	return await send().catch(async (error: unknown) => {
		if (problemOf(error).verdict !== 'unknown') {
			takeBack();
			if (release) await release();
		}
		throw error;
	});
}
