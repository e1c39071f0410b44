import { type IDataObject, type IExecuteFunctions, NodeApiError } from 'n8n-workflow';
import { delays } from '../../transport/delays';
import { endpoints } from '../../transport/endpoints';
import { apiError, faultOf, verdictOf } from '../../transport/errors';
import { cancelSignal } from '../../transport/exchange';
import { PAGE_SIZE } from '../../transport/lists/paging';
import { utcDay } from '../../transport/lists/timeRange';
import { atTimes } from '../../transport/deadline';
import { readAs } from '../../transport/request';
import { type Delivery, deliveryPageSchema } from '../../transport/shapes';

/** How far the service's clock may be from ours, in milliseconds. */
const TOLERANCE = 60_000;

/**
 * Sends a certified SMS. When it is unknown whether it was sent, the error lists those that were sent in that
 * minute: one of them may be it, but none is taken for it.
 *
 * @param phones of its recipients
 * @throws NodeApiError as `send` does
 */
export async function withCandidates<Result extends IDataObject>(
	this: IExecuteFunctions,
	phones: readonly string[],
	send: () => Promise<Result>,
): Promise<Result> {
	const began = Date.now();
	return await send().catch(async (error: unknown) => {
		if (verdictOf(error) !== 'unknown' || !(error instanceof NodeApiError)) throw error;
		const lines = await candidates.call(this, began, Date.now(), phones);
		const description = [error.description, ...lines].filter(Boolean).join('\n');
		throw apiError(this.getNode(), { ...faultOf(error), description, verdict: 'unknown' });
	});
}

/** What the error says of the SMS that were sent between two moments. */
async function candidates(
	this: IExecuteFunctions,
	from: number,
	to: number,
	phones: readonly string[],
): Promise<string[]> {
	let listed: Delivery[] = [];
	let fault = '';
	await atTimes(delays.doubt, cancelSignal(this), async () => {
		try {
			listed = (await listSince.call(this, from - TOLERANCE)).filter(
				({ createdAt = '' }) => !(Date.parse(createdAt) > to + TOLERANCE),
			);
			fault = '';
		} catch (error) {
			fault = error instanceof Error ? error.message : String(error);
		}
		return listed.some((sms) => phones.every((phone) => phonesOf(sms).includes(phone)));
	});
	if (listed.length > 0) {
		return [
			'These certified SMS are of that minute, and one of them may be it:',
			...listed.map(lineOf),
		];
	}
	return [
		fault
			? `Signaturit could not be asked for the certified SMS of that minute: ${fault}`
			: 'Signaturit lists no certified SMS of that minute so far.',
	];
}

async function listSince(this: IExecuteFunctions, time: number): Promise<Delivery[]> {
	const { entries } = await readAs(this, endpoints.certifiedSms.list, {
		query: { since: utcDay(time), limit: PAGE_SIZE },
		schema: deliveryPageSchema,
		what: 'a list',
		timeout: delays.doubtLook,
	});
	return entries.filter(({ createdAt = '' }) => !(Date.parse(createdAt) < time));
}

function lineOf(sms: Delivery): string {
	return `• ${sms.id}, ${sms.createdAt ?? 'without a date'}, to ${phonesOf(sms).join(', ')}`;
}

const phonesOf = ({ records }: Delivery) => records.flatMap(({ phone }) => phone ?? []);
