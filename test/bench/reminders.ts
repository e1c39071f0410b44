import { runNode } from '../workflow/engine/engine';
import { byId, credentialFor } from '../workflow/engine/fixtures';
import { runHttpRequest } from './httpRequest';
import { onEngine, timed } from './onEngine';
import type { Service } from './protocol';

/** How many reminders are in flight at the same time. */
export const IN_FLIGHT = 10;

/** What the two runs of reminders need. */
export interface Reminders {
	service: Service;
	n8nFolder: string;
	/** Ids of requests to remind of before the measurement. */
	warmUp: string[];
	ids: string[];
	/** How long HTTP Request pauses between two batches, in milliseconds. */
	interval: number;
}

/** Sends reminders with our node, and returns how long that takes, in milliseconds. */
export async function reminders({ service, warmUp, ids }: Reminders): Promise<number> {
	const send = async (some: string[]) =>
		await runNode({
			parameters: {
				resource: 'signature',
				operation: 'sendReminder',
				signatureId: byId('={{ $json.id }}'),
				options: { itemsAtOnce: IN_FLIGHT },
			},
			credential: credentialFor(service),
			items: some.map((id) => ({ json: { id } })),
		});
	return await onEngine(async () => {
		await send(warmUp);
		return await timed(async () => await send(ids), ids.length);
	});
}

/** Sends them with HTTP Request in batches. It pauses between batches, but does not wait for answers. */
export async function remindersByHttpRequest(input: Reminders): Promise<number> {
	const { service, n8nFolder, warmUp, ids, interval } = input;
	const parameters = {
		method: 'POST',
		url: `=${service.url}/v3/signatures/{{ $json.id }}/reminder.json`,
		options: { batching: { batch: { batchSize: IN_FLIGHT, batchInterval: interval } } },
	};
	const send = async (some: string[]) => await runHttpRequest(n8nFolder, service, parameters, some);
	return await onEngine(async () => {
		await send(warmUp);
		return await timed(async () => await send(ids), ids.length);
	});
}
