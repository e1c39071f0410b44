import { createHash } from 'node:crypto';
import type { IExecuteFunctions } from 'n8n-workflow';
import { OutOfTime, withLock } from '../../database/lock';
import { delays } from '../../transport/delays';
import { errorAbout, quietly } from '../../transport/errors';
import { credentialOf, rootOf } from '../../transport/endpoints';
import { lastLook } from './look';

/** n8n's database keeps so many reservations for a node. They matter for minutes only. */
const OPTIONS = { mode: 'entries', maxEntries: 2_000 } as const;

/**
 * Reserves in n8n's database the sending of something with a Reference, unless somebody has reserved the same so
 * shortly before that it may still be on its way: another process, another execution, or one that broke down.
 *
 * n8n's list of processed values keeps hashes, and can only be asked by recording. So a reservation is the hash of the
 * name and the minute of its beginning: all minutes that matter are recorded, and what was not there is removed
 * again, under the lock of the workflow.
 *
 * @param name the same for the same thing in all processes of n8n
 * @param longest how long the service may take to create it, in milliseconds
 * @param settledUntil reservations up to this moment do not count; milliseconds since 1970
 * @returns `undefined` if somebody else is sending it. Otherwise the reservation; there is none where n8n's database
 * cannot be used, e.g. in a workflow that was never saved: then nothing is known of others
 * @throws NodeOperationError with the verdict `refused` when another one may have reserved the same meanwhile
 */
export async function reserveSending(
	this: IExecuteFunctions,
	name: string,
	longest: number,
	settledUntil: number,
): Promise<{ reservation?: string } | undefined> {
	// Not the token: what was sent with one that was replaced since may still appear.
	const root = rootOf(await credentialOf(this));
	try {
		return await withLock(this.helpers, this.getWorkflow().id ?? '', async (helpers) => {
			const all = reservationsOf(`${root} ${name}`, longest + lastLook());
			const values = all.map(({ value }) => value);
			const recorded = await helpers.checkProcessedAndRecord(values, 'node', OPTIONS);
			const surplus = new Set(recorded.new.map(String));
			const isOthers = all.some(({ began, value }) => began > settledUntil && !surplus.has(value));
			const reservation = values.at(-1) ?? '';
			if (!isOthers) surplus.delete(reservation);
			if (surplus.size > 0) await helpers.removeProcessed([...surplus], 'node', OPTIONS);
			return isOthers ? undefined : { reservation };
		});
	} catch (error) {
		if (error instanceof OutOfTime) {
			const what = 'It could not be noted that this is being sent, so nothing was sent';
			throw errorAbout(this.getNode(), error, what, '', 'refused');
		}
		this.logger.warn(
			`Signaturit: n8n's database could not tell whether the same is being sent. ${quietly(error)}`,
		);
		return {};
	}
}

/** Takes a reservation back: nothing was sent. If it stays, the next one waits for a while in vain. */
export async function releaseReservation(
	this: IExecuteFunctions,
	reservation: string | undefined,
): Promise<void> {
	if (reservation === undefined) return;
	await withLock(this.helpers, this.getWorkflow().id ?? '', async (helpers) => {
		await helpers.removeProcessed([reservation], 'node', OPTIONS);
	}).catch(() => undefined);
}

/**
 * The reservations that something may have left that can still appear, the oldest first; the last is that of this
 * minute.
 *
 * @param window how long after its beginning it may still appear at the service, in milliseconds
 */
function reservationsOf(name: string, window: number): Array<{ began: number; value: string }> {
	const last = Math.floor(Date.now() / delays.reservation);
	const count = Math.ceil(window / delays.reservation) + 1;
	return Array.from({ length: count }, (_, index) => {
		const minute = last - count + 1 + index;
		const value = createHash('sha256').update(`${name} ${minute}`).digest('base64url');
		return { began: minute * delays.reservation, value };
	});
}
