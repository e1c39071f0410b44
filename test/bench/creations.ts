// Measures how long the node takes to create many signature requests, with or without references.

import { randomUUID } from 'node:crypto';
import { setTimeout as pause } from 'node:timers/promises';
import { DataDeduplicationService } from 'n8n-core';
import { ADA } from '../people';
import { DeduplicationMemory } from '../workflow/engine/deduplicationMemory';
import { runNode } from '../workflow/engine/engine';
import { createParameters, credentialFor } from '../workflow/engine/fixtures';
import { onEngine, timed } from './onEngine';
import type { Service } from './protocol';

/** How many creations are in flight at the same time. */
export const CREATIONS_IN_FLIGHT = 10;

/** How long a write of n8n's database takes, in milliseconds. SQLite on disk takes 1 to 5. */
const DATABASE_WRITE = 5;

/** What a run of creations needs. */
export interface Creations {
	service: Service;
	count: number;
	/** Whether each has a Reference, by which it is looked for before it is sent. */
	withReferences: boolean;
}

/** Creates signature requests from a template, and returns how long that takes, in milliseconds. */
export async function creations({ service, count, withReferences }: Creations): Promise<number> {
	const memory = new DeduplicationMemory();
	memory.beforeWrite = async () => await pause(DATABASE_WRITE);
	await DataDeduplicationService.init(memory);
	const create = async (some: number) =>
		await runNode({
			parameters: createParameters({
				source: 'templates',
				templates: { template: [{ id: { __rl: true, mode: 'id', value: '#Consent' } }] },
				recipients: { recipient: [ADA] },
				options: {
					itemsAtOnce: CREATIONS_IN_FLIGHT,
					...(withReferences && { reference: '={{ $json.reference }}' }),
				},
			}),
			credential: credentialFor(service),
			items: Array.from({ length: some }, () => ({ json: { reference: randomUUID() } })),
		});
	return await onEngine(async () => {
		await create(CREATIONS_IN_FLIGHT);
		return await timed(async () => await create(count), count);
	});
}
