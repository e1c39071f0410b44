// Measures many reminders, sent with the node and with n8n's HTTP Request.

import { runNode, type NodeResult } from '../workflow/engine/engine';
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
	return await onEngine(async () => {
		await send(service, warmUp);
		return await timed(async () => await send(service, ids), ids.length);
	});
}

/** What is needed for a run of the node with few items, and one with many. */
export interface ManyReminders {
	service: Service;
	few: string[];
	many: string[];
}

/** CPU time for each of many reminders, as a multiple of that for each of few. The service runs in another process. */
export async function manyReminders({ service, few, many }: ManyReminders): Promise<number> {
	const cpuPerItem = async (ids: string[]) => {
		const before = process.cpuUsage();
		await timed(async () => await send(service, ids), ids.length);
		const { user, system } = process.cpuUsage(before);
		return (user + system) / ids.length;
	};
	return await onEngine(async () => {
		await cpuPerItem(few);
		const least = await cpuPerItem(few);
		return (await cpuPerItem(many)) / least;
	});
}

async function send(service: Service, ids: string[]): Promise<NodeResult> {
	return await runNode({
		parameters: {
			resource: 'signature',
			operation: 'sendReminder',
			signatureId: byId('={{ $json.id }}'),
			options: { itemsAtOnce: IN_FLIGHT },
		},
		credential: credentialFor(service),
		items: ids.map((id) => ({ json: { id } })),
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
	const post = async (some: string[]) => await runHttpRequest(n8nFolder, service, parameters, some);
	return await onEngine(async () => {
		await post(warmUp);
		return await timed(async () => await post(ids), ids.length);
	});
}
