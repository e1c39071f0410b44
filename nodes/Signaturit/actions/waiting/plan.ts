// How long an item waits, for which files, and the options for that.

import { WAIT_INDEFINITELY } from 'n8n-workflow';
import { z } from 'zod';
import { momentSchema } from '../../input/dates';
import { choice, numberFrom } from '../../input/doors';
import { choicesOf } from '../../input/fieldDoors';
import { choicesField, option, switchField } from '../../input/fields';
import { optional, validated } from '../../input/schemas';
import { fieldValue, isOn } from '../../input/values';
import { reviewsToolCalls } from '../../n8n/variant';
import { parameter, type ExecuteCall } from '../../transport/call';
import { cut } from '../../transport/errors/shown';
import { isPlainObject } from '../../transport/shapes';
import type { FileKind } from '../../events/deliveryFiles';
import { DAY } from '../../transport/lists/timeRange';
import { Refusal } from '../../transport/errors/refusal';

/** The option for the files of the awaited requests. */
export const attachFilesOption = choicesField('Attach Files', 'attachFiles', {
	options: [
		option('Signed PDFs', 'signed', 'The signed documents, in the binary fields signed_1 …'),
		option(
			'Audit Trails',
			'auditTrail',
			'The proof of who did what and when, in the binary fields auditTrail_1 …',
		),
		option('Attachments', 'attachments', 'What signers attached, as ZIP files in attachments_1 …'),
	],
	default: [],
	description:
		'Files of a completed request to put on the item. The execution sleeps until Signaturit has them.',
});

/** The option to hear of an email that could not be delivered. */
export const stopIfBouncedOption = switchField(
	'Stop Waiting If an Email Bounces',
	'stopIfBounced',
	{
		default: true,
		description:
			'Whether to go on with the outcome undelivered when an email bounced and all other requests have ended',
	},
);

interface Plan {
	/** The files of its request that its item gets. */
	kinds: FileKind[];
	/** Whether an email that bounced ends its request for the execution. */
	stopsAtBounce: boolean;
	/** A reviewer has none: n8n would take the input of a reviewer that it skips for the review. */
	limit?: () => number;
}

const plansOf = (call: ExecuteCall) => call.once('waiting', () => new Map<number, Plan>());

/**
 * How long an item waits, and for which files. It is read once, before anything is sent: nothing may stop the execution
 * from sleeping after that.
 *
 * @throws UserError when the limit is not valid, or past already
 */
export function planOf(call: ExecuteCall, item: number): Plan {
	const plans = plansOf(call);
	const plan = plans.get(item) ?? readPlan(call, item);
	plans.set(item, plan);
	return plan;
}

function readPlan(call: ExecuteCall, item: number): Plan {
	const kindsDoor = choicesOf<FileKind>(attachFilesOption);
	const kinds = fieldValue(call, 'options.attachFiles', item, kindsDoor);
	const stopsAtBounce = isOn(call, stopIfBouncedOption, item, 'options.');
	const limit = reviewsToolCalls(call.node) ? undefined : readLimit(call, item);
	if (!limit) return { kinds, stopsAtBounce };
	const end = limit();
	if (end > WAIT_INDEFINITELY.getTime()) {
		throw new Refusal('Limit Wait Time ends after the year 2999, which n8n cannot store', 'model', {
			unsent: true,
			advice: 'Choose an earlier date, or remove the option.',
		});
	}
	if (end >= Date.now()) return { kinds, stopsAtBounce, limit };
	throw new Refusal(`Limit Wait Time is past already: ${new Date(end).toISOString()}`, 'model', {
		unsent: true,
		advice: 'Choose a later date, or After Time Interval.',
	});
}

/** Whether the wait has a limit, as far as the items' plans were read. */
export const hasLimit = (call: ExecuteCall): boolean =>
	[...plansOf(call).values()].some(({ limit }) => limit !== undefined);

/** Limits that are nearer to each other count as the same: each item evaluates `{{ $now }}` anew. */
const SAME = 60_000;

/** Most of a list of rows in a hint, in characters. */
const MAX_ROWS = 100;

/**
 * The earliest limit of these items, in milliseconds since 1970; if none of them has one, that of the others. The
 * execution sleeps once, so it holds for all: a hint names the items that would wait longer. `undefined` if none has one.
 */
export function earliestLimit(call: ExecuteCall, items: ReadonlySet<number>): number | undefined {
	const all = [...plansOf(call)].map(([item, { limit }]) => ({ item, end: limit?.() ?? Infinity }));
	const ofItems = all.filter(({ item }) => items.has(item));
	const earliest = [ofItems, all]
		.map((some) => some.toSorted((one, other) => one.end - other.end)[0])
		.find((one) => one && one.end < Infinity);
	if (!earliest) return undefined;
	const { item, end } = earliest;
	const longer = ofItems.filter((one) => one.end - end > SAME).map((one) => one.item + 1);
	if (longer.length > 0) {
		const rows =
			longer.length > 1 ? `Rows ${cut(longer.join(', '), MAX_ROWS)}` : `Row ${longer[0]}`;
		call.hint(
			'warning',
			`The execution sleeps once, so the earliest Limit Wait Time holds for all rows: that of row ${item + 1}, ${new Date(end).toISOString()}. ${rows} would wait longer`,
		);
	}
	return end;
}

/** In how many days the request of an item expires, read once as by `planOf`; `Infinity` if it never does. */
export const expiryOf = (call: ExecuteCall, item: number): number =>
	call.once(`expires ${item}`, () => {
		const value = parameter(call, 'options.expireTime', item, null);
		return validated(optional(numberFrom('Expires After (Days)', 1)), value) ?? Infinity;
	});

/** A day after the last of these items' requests expires, in milliseconds since 1970; `undefined` if one never does. */
export function afterExpiry(call: ExecuteCall, items: readonly number[]): number | undefined {
	const longest = Math.max(...items.map((item) => expiryOf(call, item)));
	const end = Date.now() + (longest + 1) * DAY;
	return end < WAIT_INDEFINITELY.getTime() ? end : undefined;
}

const units = { minutes: 60_000, hours: 3_600_000, days: DAY } as const;

/** The user's limit: gives it in milliseconds since 1970, counted from now by n8n's clock, with which n8n compares it. */
function readLimit(call: ExecuteCall, item: number): (() => number) | undefined {
	const value: unknown = parameter(call, 'options.limitWaitTime.values', item, null);
	if (value === null) return undefined;
	const limit = isPlainObject(value) ? value : {};
	if (Object.keys(limit).length === 0) {
		throw new Refusal('Limit Wait Time must be an amount of time, or a date and time', 'model', {
			unsent: true,
		});
	}
	const limitType = choice('Limit Type', ['afterTimeInterval', 'atSpecifiedTime'] as const);
	const type = validated(optional(limitType), limit.limitType);
	if (type === 'atSpecifiedTime') {
		const date = momentSchema('Max Date and Time', call.n8n.getTimezone());
		const moment = validated(date, limit.maxDateAndTime);
		return () => moment;
	}
	const unit = optional(choice('Unit', ['minutes', 'hours', 'days'] as const));
	const { resumeAmount = 1, resumeUnit = 'hours' } = validated(
		z.object({ resumeAmount: optional(numberFrom('Amount', 0)), resumeUnit: unit }),
		limit,
	);
	return () => Date.now() + resumeAmount * units[resumeUnit];
}
