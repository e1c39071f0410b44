import { runNode } from '../workflow/engine/engine';
import { byId, credentialFor } from '../workflow/engine/fixtures';
import { runHttpRequest } from './httpRequest';
import { onEngine, timed } from './onEngine';
import type { Service } from './protocol';

/** How many reminders are under way at the same time. */
export const IN_FLIGHT = 10;

export interface Reminders {
	service: Service;
	n8nFolder: string;
	/** Requests to remind of before the time is taken. */
	warmUp: string[];
	ids: string[];
	/** What HTTP Request waits between two batches, in milliseconds. */
	interval: number;
}

/** Sends reminders by our node; how long it takes, in milliseconds. */
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

/** The same by HTTP Request in batches. It waits between them, but not for their answers. */
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
