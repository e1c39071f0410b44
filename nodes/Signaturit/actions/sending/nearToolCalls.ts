// What a model hears about a tool call nearly equal to one of the last hour.

import { CONTENTS_KEY } from '../../events/tracking';
import type { ExecuteCall } from '../../transport/call';
import { delays } from '../../transport/deadline';
import { Refusal } from '../../transport/errors/refusal';
import { cut, MAX_SHOWN, showValue } from '../../transport/errors/shown';
import { plainAddress, plainPersonName, plainPhone } from '../../transport/same';
import type { Delivery } from '../../transport/shapes';
import { contentsValue, differences } from './contents';
import type { CreationContents, Creation } from './creation';
import { lookFor, type Wanted } from './look';

type Addressee = CreationContents['recipients'][number];

/** Whether a record goes to the address of this recipient. */
const isTo = ({ email, phone }: Addressee, record: Delivery['records'][number]) =>
	email === undefined
		? phone !== undefined && plainPhone(record.phone ?? '') === plainPhone(phone)
		: plainAddress(record.email ?? '') === plainAddress(email);

const MINUTE = 60_000;

/** When a delivery of the last hour was created, e.g. `2 minutes ago`. */
function timeWords({ createdAt = '' }: Delivery, now: number): string {
	const minutes = Math.round((now - Date.parse(createdAt)) / MINUTE);
	if (Number.isNaN(minutes)) return 'within the last hour';
	return minutes > 1 ? `${minutes} minutes ago` : 'a minute ago';
}

/**
 * Compares the names in an equal tool call with those of the delivery that was found for it: its hash has no names.
 * They are the service's, unless the value of `CONTENTS_KEY` says already that they are the same.
 *
 * @param now the service's time, in milliseconds since 1970
 * @throws Refusal when a recipient has another name there
 */
export function checkNames(
	{ resource, contents }: Creation,
	delivery: Delivery,
	now: number,
): void {
	if (differences(contents, delivery).length === 0) return;
	const others = contents.recipients.flatMap((recipient) => {
		const { name, email, phone } = recipient;
		const address = email ?? phone;
		if (name === undefined || address === undefined) return [];
		const names = delivery.records
			.filter((record) => isTo(recipient, record))
			.flatMap((record) => record.name ?? []);
		if (names.some((each) => plainPersonName(each) === plainPersonName(name))) return [];
		const [earlier] = names;
		const forName = earlier === undefined ? '' : ` for ${showValue(earlier)}`;
		return `${cut(address, MAX_SHOWN)}${forName}`;
	});
	if (others.length === 0) return;
	const facts =
		resource === 'signature'
			? 'If the name is wrong, that request has to be canceled first.'
			: 'What was sent cannot be canceled.';
	throw new Refusal(
		`The same went to ${others.join(', ')} ${timeWords(delivery, now)} (ID ${delivery.id}).`,
		'nobody',
		{ unsent: true, facts },
	);
}

/** Most addresses in a remark. */
const MOST_TOLD = 3;

/** E.g. `Another one with the same template went to ada@example.com a minute ago (ID …).` */
function remarkOn(
	{ recipients, files, templates = [] }: CreationContents,
	delivery: Delivery,
	now: number,
): string {
	const documents = [
		templates.length > 0 && (templates.length > 1 ? 'templates' : 'template'),
		files.length > 0 && (files.length > 1 ? 'file names' : 'file name'),
	].filter(Boolean);
	const what = documents.length > 0 ? ` with the same ${documents.join(' and ')}` : '';
	const addresses = recipients.flatMap(({ email, phone }) => email ?? phone ?? []);
	const told = addresses.slice(0, MOST_TOLD).map((address) => cut(address, MAX_SHOWN));
	const rest = addresses.length - told.length;
	const people = `${told.join(', ')}${rest > 0 ? ` and ${rest} more` : ''}`;
	const to = people && ` to ${people}`;
	return `Another one${what} went${to || ' out'} ${timeWords(delivery, now)} (ID ${delivery.id}).`;
}

/**
 * Looks once, after a tool call has sent, for another delivery of the last hour to the same people, with the same files
 * (by their names) and templates. For a model may have mistyped a value. Afterwards, because then tool calls that are made at
 * once hear of each other. It takes a few seconds at most, and a look that fails says nothing: what was sent is sent.
 *
 * @param equal says which deliveries count for the tool call
 * @param id of what was sent
 * @param now the service's time, in milliseconds since 1970
 * @returns a sentence for the model; `undefined` if there is none
 */
export async function remarkOnAnother(
	call: ExecuteCall,
	{ resource, contents }: Creation,
	{ equal, id, now }: { equal: Wanted; id: string; now: number },
): Promise<string | undefined> {
	const stops = [AbortSignal.timeout(delays.tool.end), call.stop ?? []].flat();
	const another: Wanted = {
		resource,
		key: CONTENTS_KEY,
		value: contentsValue(contents),
		counts: (existing) => existing.delivery.id !== id && equal.counts(existing),
	};
	const looking = call.with({ stop: AbortSignal.any(stops) });
	const { existing } = await lookFor(looking, another, [0]);
	return existing && remarkOn(contents, existing.delivery, now);
}
