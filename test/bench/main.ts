/**
 * Measures speed and memory against n8n's own HTTP Request node: `npm run bench`. Exits with 1 when a bound is missed or
 * a measurement fails. `npm run bench -- --smallest` does a little of everything and judges nothing: it fails only when a
 * part does not work.
 */
import { dirname, resolve } from 'node:path';
import { parseArgs } from 'node:util';
import { controlClient } from '../service/control/client';
import { installN8n } from '../e2e/lib/install/n8nInstall';
import { SetupError } from '../e2e/lib/setupError';
import { eventRows } from './eventRows';
import { hostileBodies } from './hostileBodies';
import { startService } from './processes';
import { say } from './race';
import { LATENCY, refuse, rows } from './rows';
import { full, smallest } from './sizes';
import { table, type Measurement } from './table';

async function main(): Promise<void> {
	const { values } = parseArgs({ options: { smallest: { type: 'boolean', default: false } } });
	const sizes = values.smallest ? smallest : full;
	const progress = { line: say, tick: say };
	const { version, bin } = await installN8n(progress);
	const n8nFolder = resolve(dirname(bin), '..', '..', '..');
	say(`HTTP Request comes from n8n ${version}; the service answers after ${LATENCY} ms.`);

	const measurements: Measurement[] = [];
	for (const measure of rows) {
		const process = await startService();
		try {
			const control = controlClient(process.service);
			await control.faults.add({ kind: 'latency', ms: LATENCY, times: 0 });
			measurements.push(await measure({ ...process, control, n8nFolder, sizes }));
		} finally {
			await process.stop();
		}
	}
	measurements.push(...(await eventRows(sizes)));
	for (const body of hostileBodies) measurements.push(await refuse(body, sizes));
	const shown = values.smallest
		? measurements.map((each) => ({ ...each, isKept: undefined }))
		: measurements;
	say(`\n${table(shown)}`);
	if (values.smallest) {
		say('\nEvery part works. Sizes as small as these say nothing about the bounds.');
	} else if (measurements.some(({ isKept }) => !isKept)) process.exitCode = 1;
}

main().catch((error: unknown) => {
	console.error(error instanceof SetupError ? error.message : error);
	process.exitCode = 1;
});
