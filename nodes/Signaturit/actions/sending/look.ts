import { createHash } from 'node:crypto';
import type { IDataObject, IExecuteFunctions } from 'n8n-workflow';
import { z } from 'zod';
import { OutOfTime, withLock } from '../../database/lock';
import { atTimes, withAnswerTime, delays } from '../../transport/deadline';
import { credentialOf, endpoints, rootOf } from '../../transport/endpoints';
import { errorAbout, isPassing, quietly } from '../../transport/errors/errors';
import { cancelSignal } from '../../transport/exchange';
import { readEntries } from '../../transport/lists/lists';
import { readAs } from '../../transport/request';
import { deliverySchema } from '../../transport/shapes';
import type { Creation } from './creation';

export interface Wanted {
	resource: Creation['resource'];
	/** The pair of custom data to look for. */
	key: string;
	value: string;
	counts: (existing: Existing) => boolean;
}

interface Look {
	existing?: Existing;
	/** What carries the pair, whether it counts or not. */
	others: readonly Existing[];
	/** Whether it is certain that it is not listed. */
	isAbsent: boolean;
	/** Why it was not found, as a sentence. */
	reason: string;
	error?: unknown;
}

/** Entries to read when the service lists others too. */
const MAX_LISTED = 500;

/** Entries that are read alone because the list does not show their custom data. */
const MAX_ALONE = 10;

const existingSchema = z.preprocess(
	(json) => ({ json, delivery: json }),
	z.object({ json: z.custom<IDataObject>(), delivery: deliverySchema }),
);

/** A request or email that the service has: its answer, and what was read from it. */
export type Existing = z.infer<typeof existingSchema>;

/** How long after its answer was lost a creation is looked for, in milliseconds. */
const lastLook = (): number => delays.looks.creation.times.at(-1) ?? 0;

/** When to look for what was lost at `lostAt` (milliseconds since 1970), in milliseconds from now; at least once. */
export function looksSince(lostAt: number): number[] {
	const rest = Math.max(0, lostAt + lastLook() - Date.now());
	return [...new Set([0, ...delays.looks.creation.times.filter((time) => time < rest), rest])];
}

/**
 * Looks at these times (milliseconds from now), until it is found or the service refuses to be asked. By default for as
 * long as the service may need to create and show it (docs/service.md#rate-limits).
 */
export async function lookAgain(
	this: IExecuteFunctions,
	wanted: Wanted,
	times: readonly number[] = delays.looks.creation.times,
): Promise<Look> {
	const reason = 'The execution was stopped before Signaturit could be asked for it.';
	let last: Look = { reason, isAbsent: false, others: [] };
	await atTimes(times, cancelSignal(this), async () => {
		last = await lookOnce.call(this, wanted);
		return last.existing !== undefined || (last.error !== undefined && !isPassing(last.error));
	});
	return last;
}

/**
 * Looks once at the list by the pair (docs/service.md#filters). What does not carry it is no match: a service that does
 * not know the parameter lists everything. It is absent if the list was read to its end, and every entry could be read.
 */
async function lookOnce(
	this: IExecuteFunctions,
	{ resource, key, value, counts }: Wanted,
): Promise<Look> {
	try {
		const hurried = withAnswerTime(this, delays.looks.creation.one);
		const filters = { query: { [key]: value }, created: {} };
		const limits = { limit: MAX_LISTED };
		const { entries } = await readEntries(hurried, endpoints[resource], filters, limits);
		const shown: Existing[] = [];
		let alone = 0;
		for (const entry of entries) {
			const isRead = !Array.isArray(entry.data) && ++alone <= MAX_ALONE;
			const existing = isRead
				? await readExisting.call(this, resource, entry.id)
				: existingSchema.safeParse(entry).data;
			if (Array.isArray(existing?.json.data)) shown.push(existing);
		}
		const others = shown.filter(({ delivery }) => String(delivery.data[key]) === value);
		const isAbsent = entries.length < MAX_LISTED && shown.length === entries.length;
		const pair = `custom data ${key} = ${value}`;
		const reason = isAbsent
			? `Signaturit does not list it so far (${pair}).`
			: `Signaturit does not list by the ${pair} alone.`;
		return { existing: others.find(counts), others, isAbsent, reason };
	} catch (error) {
		const said = error instanceof Error ? error.message : String(error);
		const reason = `Signaturit could not be asked whether it has it: ${said}`;
		return { reason, isAbsent: false, others: [], error };
	}
}

/** @throws NodeApiError when there is none, or the service cannot be asked */
export async function readExisting(
	this: IExecuteFunctions,
	resource: Creation['resource'],
	id: string,
): Promise<Existing> {
	return await readAs(this, endpoints[resource].one(id), {
		schema: existingSchema,
		what: 'what was asked for',
		timeout: delays.looks.creation.one,
	});
}

export type Release = () => Promise<void>;

/** n8n's database keeps so many reservations for a node. They matter for minutes only. */
const OPTIONS = { mode: 'entries', maxEntries: 2_000 } as const;

/**
 * Reserves in n8n's database the sending of something with a Reference, unless another execution has reserved it so
 * shortly before that what it sends may still appear.
 *
 * n8n keeps hashes, and can only be asked by recording. So a reservation is the hash of the name and its minute: all
 * minutes that matter are recorded, and what was not there is removed again, under the lock of the workflow.
 *
 * @param longest how long the service may take to create it, in milliseconds
 * @param settledUntil reservations up to this moment do not count; milliseconds since 1970
 * @returns what takes the reservation back when nothing was sent: if it stays, the next one waits for a while in vain.
 * `undefined` if another one is sending it. Nothing is reserved where n8n's database cannot be used, e.g. in a workflow
 * that was never saved
 * @throws NodeOperationError with the verdict `refused` when another one may have reserved it meanwhile
 */
export async function reserveSending(
	this: IExecuteFunctions,
	name: string,
	longest: number,
	settledUntil: number,
): Promise<Release | undefined> {
	const { id: workflowId = '' } = this.getWorkflow();
	// Not the token: what was sent with one that was replaced since may still appear.
	const root = rootOf(await credentialOf(this));
	try {
		return await withLock(this.helpers, workflowId, async (helpers) => {
			const all = reservationsOf(`${root} ${name}`, longest + lastLook());
			const values = all.map(({ value }) => value);
			const recorded = await helpers.checkProcessedAndRecord(values, 'node', OPTIONS);
			const surplus = new Set(recorded.new.map(String));
			const isOthers = all.some(({ began, value }) => began > settledUntil && !surplus.has(value));
			const reservation = values.at(-1) ?? '';
			if (!isOthers) surplus.delete(reservation);
			if (surplus.size > 0) await helpers.removeProcessed([...surplus], 'node', OPTIONS);
			if (isOthers) return undefined;
			return async () =>
				await withLock(this.helpers, workflowId, async ({ removeProcessed }) => {
					await removeProcessed([reservation], 'node', OPTIONS);
				}).catch(() => undefined);
		});
	} catch (error) {
		if (error instanceof OutOfTime) {
			const what = 'It could not be noted that this is being sent, so nothing was sent';
			throw errorAbout(this.getNode(), error, what, '', 'refused');
		}
		this.logger.warn(
			`Signaturit: n8n's database could not tell whether the same is being sent. ${quietly(error)}`,
		);
		return async () => undefined;
	}
}

/** The reservations of all minutes in this window (milliseconds) before now, the oldest first. */
function reservationsOf(name: string, window: number): Array<{ began: number; value: string }> {
	const last = Math.floor(Date.now() / delays.reservation);
	const count = Math.ceil(window / delays.reservation) + 1;
	return Array.from({ length: count }, (_, index) => {
		const minute = last - count + 1 + index;
		const value = createHash('sha256').update(`${name} ${minute}`).digest('base64url');
		return { began: minute * delays.reservation, value };
	});
}
