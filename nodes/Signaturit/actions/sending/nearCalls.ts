// What a tool says of a call that is nearly equal to one of the last hour: a model may have mistyped a value.

import { UserError } from 'n8n-workflow';
import { cut, MAX_SHOWN, showValue } from '../../transport/errors/shown';
import { plainAddress, plainPersonName, plainPhone } from '../../transport/same';
import type { Delivery } from '../../transport/shapes';
import { differences, type Contents, type Creation } from './creation';

type Addressee = Contents['recipients'][number];

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
 * Compares the names in an equal call with those of the delivery that was found for it: the hash of a call has no names.
 * They are the service's, unless the value of `CONTENTS_KEY` says already that they are the same.
 *
 * @param now the service's time, in milliseconds since 1970
 * @throws UserError when a recipient has another name there
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
	const advice =
		resource === 'signature'
			? ' If the name is wrong, that request has to be canceled first.'
			: ' What was sent cannot be canceled.';
	throw new UserError(
		`The same went to ${others.join(', ')} ${timeWords(delivery, now)} (ID ${delivery.id})`,
		{ description: `Nothing was sent. Tell the user.${advice}` },
	);
}
