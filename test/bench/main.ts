// The command `npm run bench`: its options, and the measurements that it starts and judges.

/**
 * Measures speed and memory against n8n's own HTTP Request node: `npm run bench`. Exits with 1 when a bound is missed or
 * a measurement fails. `npm run bench -- --smallest` does a little of everything and judges nothing: it fails only when a
 * part does not work. `--only <name>`, once or several times, measures nothing else.
 */
import { dirname, resolve } from 'node:path';
import { parseArgs } from 'node:util';
import { controlClient } from '../service/control/client';
import { installN8n } from '../e2e/lib/install/n8nInstall';
import { SetupError } from '../e2e/lib/setupError';
import { eventRows } from './eventRows';
import { hostileBodies } from './hostileBodies';
import { memoryRow } from './memoryRow';
import { startService } from './processes';
import { say } from './race';
import { LATENCY, refuse, rows, type Bench } from './rows';
import { full, smallest, type Sizes } from './sizes';
import { table, type Measurement } from './table';

async function main(): Promise<void> {
	const { values } = parseArgs({
		options: {
			smallest: { type: 'boolean', default: false },
			only: { type: 'string', multiple: true },
		},
	});
	const progress = { line: say, tick: say };
	const { version, bin } = await installN8n(progress);
	const n8nFolder = resolve(dirname(bin), '..', '..', '..');
	const parts = partsOf(n8nFolder, values.smallest ? smallest : full);
	const names = values.only ?? Object.keys(parts);
	const chosen = names.map((name) => parts[name] ?? unknownPart(name, Object.keys(parts)));
	say(`HTTP Request comes from n8n ${version}; the service answers after ${LATENCY} ms.`);

	const measurements: Measurement[] = [];
	for (const measure of chosen) measurements.push(...(await measure()));
	const shown = values.smallest
		? measurements.map((each) => ({ ...each, isKept: undefined }))
		: measurements;
	say(`\n${table(shown)}`);
	if (values.smallest) {
		say('\nEvery part works. Sizes as small as these say nothing about the bounds.');
	} else if (measurements.some(({ isKept }) => !isKept)) process.exitCode = 1;
}

/** All measurements, by the name for `--only`. */
function partsOf(n8nFolder: string, sizes: Sizes): Record<string, () => Promise<Measurement[]>> {
	const atService = Object.entries(rows).map(([name, measure]) => [
		name,
		async () => [await withService(measure, { n8nFolder, sizes })].flat(),
	]);
	return {
		// First, because it fails at once where PostgreSQL is missing.
		memory: async () => [await memoryRow(n8nFolder, sizes)],
		...(Object.fromEntries(atService) as Record<string, () => Promise<Measurement[]>>),
		events: async () => await eventRows(sizes),
		refusals: async () => {
			const measurements: Measurement[] = [];
			for (const body of hostileBodies) measurements.push(await refuse(body, sizes));
			return measurements;
		},
	};
}

async function withService<Result>(
	measure: (bench: Bench) => Promise<Result>,
	settings: Pick<Bench, 'n8nFolder' | 'sizes'>,
): Promise<Result> {
	const process = await startService();
	try {
		const control = controlClient(process.service);
		await control.faults.add({ kind: 'latency', ms: LATENCY, times: 0 });
		return await measure({ ...process, control, ...settings });
	} finally {
		await process.stop();
	}
}

function unknownPart(name: string, names: string[]): never {
	throw new SetupError(`There is no part "${name}" of the bench. There are: ${names.join(', ')}`);
}

main().catch((error: unknown) => {
	console.error(error instanceof SetupError ? error.message : error);
	process.exitCode = 1;
});
