// The row of the result about writes to the trigger's full memory, with its bound.

import { MAX_ENTRIES } from '../../nodes/Signaturit/trigger/memory';
import { settingsFor, startPostgres } from '../e2e/lib/queue/postgres';
import { inOwnProcess } from './processes';
import { megabytes, milliseconds, say } from './race';
import type { Sizes } from './sizes';
import { timeRow, type Measurement } from './table';

/** How much longer a write to a full memory may take than one to an empty memory. */
const BOUND = 8;

/**
 * Measures a write to the trigger's memory in n8n's database. The other side is an empty memory.
 *
 * @throws SetupError when PostgreSQL is not installed
 */
export async function memoryRow(n8nFolder: string, { memory }: Sizes): Promise<Measurement> {
	const postgres = await startPostgres();
	try {
		const settings = settingsFor(postgres);
		const { full, empty, growth } = await inOwnProcess('memoryWrites', {
			n8nFolder,
			settings,
			...memory,
		});
		const count = memory.rounds * memory.writes;
		say(`${count} writes with a full memory: n8n's table grows by ${megabytes(growth)}`);
		const what = `a write with a full memory of ${MAX_ENTRIES} values`;
		return timeRow(what, full / empty, BOUND, [full, empty].map(milliseconds));
	} finally {
		await postgres.stop();
	}
}
