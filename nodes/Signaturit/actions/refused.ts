// Why Signaturit has refused something about a request, document or certificate that exists.

// Why Signaturit has refused what an operation asks of a request or a document that exists: it is read once, and says.
import type { INodeProperties } from 'n8n-workflow';
import { lackOf, whyMissing } from '../events/missingFile';
import { remedyOf, standOf, type Standing } from '../events/standing';
import { locatorValue } from '../input/locators';
import type { ExecuteCall } from '../transport/call';
import { delays } from '../transport/deadline';
import { endpoints, type DeliveryKind, type DownloadName } from '../transport/endpoints';
import {
	httpStatusOf,
	mayBeState,
	problemOf,
	withReason,
	withState,
	type ItemError,
} from '../transport/errors/errors';
import { CHECK_NAME } from '../transport/errors/statusTexts';
import { readAs } from '../transport/request';
import { deliveryWithId, type Delivery } from '../transport/shapes';
import type { Asked } from './operation';
import { creations } from './sending/creation';

/**
 * Something that is asked of a signature request or a document.
 *
 * @param advices what to do, where it is not what `standOf` says. Empty: this state keeps nobody from it
 */
export const asksRequest = (
	lack: string,
	advices: Readonly<Partial<Record<Standing, string>>> = {},
): Asked => ({
	resource: 'signature',
	lack,
	reasonIn(delivery, zone, record) {
		const stand = standOf(delivery, zone, record);
		const advice = stand && (advices[stand.standing] ?? stand.advice);
		if (!stand || !advice) return undefined;
		return { message: `${lack}: ${stand.sentence}.`, advice, remedy: remedyOf(advice) };
	},
});

/** Something that can be had of a request in any state. */
export const askedInAnyState = (lack: string): Asked => ({
	resource: 'signature',
	lack,
	reasonIn: () => undefined,
});

/** A file that is downloaded. */
export const asksForFile = (resource: DeliveryKind, file: DownloadName): Asked => ({
	resource,
	lack: lackOf[file],
	reasonIn: (delivery, zone, record) =>
		record && whyMissing({ resource, file, delivery, record }, zone),
});

/**
 * A delivery as it stands; `gone` if there is none of this ID, and `undefined` if it cannot be read.
 *
 * @param isShared whether the items of a run share what was read first
 */
export async function readDelivery(
	call: ExecuteCall,
	resource: DeliveryKind,
	id: string,
	isShared: boolean,
): Promise<Delivery | 'gone' | undefined> {
	const path = endpoints[resource].one(id);
	const reading = { schema: deliveryWithId(id), what: 'a request', repeatable: false };
	const readNow = async () =>
		await readAs(call, path, reading).catch((error: unknown) => {
			const isGone = httpStatusOf(error) === 404 && mayBeState(error);
			return isGone ? ('gone' as const) : undefined;
		});
	return await (isShared ? call.once(path, readNow) : readNow());
}

/** A sentence for when the delivery is not there, or has no such record; more about that, and what to do. */
function absence({ resource }: Asked, found: Delivery | 'gone'): [string, string, string] {
	const { noun } = creations[resource];
	if (found === 'gone') {
		return [`there is no such ${noun} in this account`, 'It may have been deleted.', CHECK_NAME];
	}
	return resource === 'signature'
		? [
				'the request has no such document',
				'A change of its signer gives a document a new ID.',
				'The operation Get of Signature Request lists its documents.',
			]
		: [`the ${noun} has no such certificate`, '', 'Choose it from the list.'];
}

/** The parts of an operation by which it is asked for. */
interface OfOperation {
	asked?: Asked;
	fields: readonly INodeProperties[];
	reads?: boolean;
}

/**
 * The error of an item with the state of what was asked. If that explains a refusal, it becomes the message; otherwise it
 * stands beside the service's words. After a 409 it always does: what is read then may be our own doing
 * (docs/failures.md). The verdict stays, and the error as it is if nothing can be read.
 */
export async function withItsState(
	call: ExecuteCall,
	item: number,
	{ asked, fields, reads = false }: OfOperation,
	error: ItemError,
): Promise<ItemError> {
	const { verdict, tellsState } = problemOf(error);
	const isUnknown = verdict === 'unknown';
	if (!asked || !mayBeState(error) || tellsState) return error;
	if (isUnknown && httpStatusOf(error) !== 409) return error;
	const locators = fields.filter(({ type }) => type === 'resourceLocator');
	const [id = '', recordId] = locators.map((locator) => locatorValue(call, locator, item));
	const hurried = call.with({ timeout: Math.min(call.timeout, delays.looks.refused) });
	const found = await readDelivery(hurried, asked.resource, id, reads);
	if (found === undefined) return error;
	const zone = call.n8n.getTimezone();
	const record =
		found === 'gone' || recordId === undefined
			? undefined
			: found.records.find((one) => one.id.toLowerCase() === recordId.toLowerCase());
	if (found === 'gone' || (recordId !== undefined && !record)) {
		const [sentence, more, advice] = absence(asked, found);
		if (isUnknown) return withState(call.node, error, sentence);
		const message = `${asked.lack}: ${sentence}. ${more}`.trim();
		return withReason(call.node, error, { message, advice, remedy: 'model' });
	}
	const reason = isUnknown ? undefined : asked.reasonIn(found, zone, record);
	if (reason) return withReason(call.node, error, reason);
	const stand = asked.resource === 'signature' ? standOf(found, zone, record) : undefined;
	const isPlain = !isUnknown && stand?.standing === 'ready' && httpStatusOf(error) !== 404;
	return withState(call.node, error, isPlain ? undefined : stand?.sentence);
}
