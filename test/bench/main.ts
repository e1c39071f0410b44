/**
 * Measures speed and memory against n8n's own HTTP Request node: `npm run bench`. Exits with 1 when a
 * bound is missed or a measurement fails.
 */
import axios from 'axios';
import { dirname, resolve } from 'node:path';
import { controlClient, type ControlClient } from '../service/control/client';
import { installN8n } from '../e2e/lib/install/n8nInstall';
import { seconds } from '../e2e/lib/progress';
import { SetupError } from '../e2e/lib/setupError';
import { CREATIONS_IN_FLIGHT } from './creations';
import { eventRows } from './eventRows';
import type { Download, LargeDocument } from './files';
import { hostileBodies, parsingTime, refusalTime, type HostileBody } from './hostileBodies';
import type { Store } from './onEngine';
import { inOwnProcess, startService, type ServiceProcess } from './processes';
import { median, megabytes, MEGABYTE, milliseconds, race, RUNS, say } from './race';
import { IN_FLIGHT, type Reminders } from './reminders';
import { table, type Measurement } from './table';

/** How long the local service waits before each answer, in milliseconds. */
const LATENCY = 50;
const REMINDERS = 1_000;
/** How many reminders test a pause, and the longest pause to test, in milliseconds. */
const TRIAL = 200;
const LONGEST_INTERVAL = 10 * LATENCY;
const CREATIONS = 1_000;
/** How long the local service takes to create something, in milliseconds. */
const CREATION_LATENCY = 500;
const REQUESTS = 10_000;
const DOWNLOAD = 200 * MEGABYTE;
const DOWNLOAD_TO_DATABASE = 100 * MEGABYTE;
const UPLOAD = 1024 * MEGABYTE;
/** How much memory may grow at most, in bytes. */
const GROWTH = 64 * MEGABYTE;
/** By how much two measurements of the same memory differ. */
const NOISE = 1.05;

interface Bench extends ServiceProcess {
	control: ControlClient;
	n8nFolder: string;
}

async function main(): Promise<void> {
	const progress = { line: say, tick: say };
	const { version, bin } = await installN8n(progress);
	const n8nFolder = resolve(dirname(bin), '..', '..', '..');
	say(`HTTP Request comes from n8n ${version}; the service answers after ${LATENCY} ms.`);

	const measurements: Measurement[] = [];
	for (const measure of [remind, create, listAll, downloadLarge, downloadToDatabase, uploadLarge]) {
		const process = await startService();
		try {
			const control = controlClient(process.service);
			await control.faults.add({ kind: 'latency', ms: LATENCY, times: 0 });
			measurements.push(await measure({ ...process, control, n8nFolder }));
		} finally {
			await process.stop();
		}
	}
	measurements.push(...(await eventRows(RUNS, median, say)));
	for (const body of hostileBodies) measurements.push(await refuse(body));
	console.log(`\n${table(measurements)}`);
	if (measurements.some(({ isKept }) => !isKept)) process.exitCode = 1;
}

async function remind(bench: Bench): Promise<Measurement> {
	const interval = await shortestInterval(bench);
	const [ours, theirs] = await race(
		async () => await inOwnProcess('reminders', await reminderInput(bench, REMINDERS, interval)),
		async () =>
			await inOwnProcess('remindersByHttpRequest', await reminderInput(bench, REMINDERS, interval)),
	);
	const ratio = ours / theirs;
	return {
		what: `${REMINDERS} reminders, ${IN_FLIGHT} in flight`,
		ours: seconds(ours),
		theirs: seconds(theirs),
		ratio: `${ratio.toFixed(2)} × its time`,
		bound: '≤ 1.00',
		isKept: ratio <= 1,
	};
}

/** The other side is our own node without references, which does not look before it sends. */
async function create({ service, control }: Bench): Promise<Measurement> {
	await control.faults.add({
		kind: 'latency',
		ms: CREATION_LATENCY - LATENCY,
		method: 'POST',
		times: 0,
	});
	const input = { service, count: CREATIONS };
	const [ours, theirs] = await race(
		async () => await inOwnProcess('creations', { ...input, withReferences: true }),
		async () => await inOwnProcess('creations', { ...input, withReferences: false }),
	);
	const ratio = ours / theirs;
	return {
		what: `${CREATIONS} creations with own references, ${CREATIONS_IN_FLIGHT} in flight`,
		ours: seconds(ours),
		theirs: seconds(theirs),
		ratio: `${ratio.toFixed(2)} × its time`,
		bound: '≤ 1.30',
		isKept: ratio <= 1.3,
	};
}

/**
 * Finds the shortest pause between batches, in milliseconds, with which HTTP Request has at most one batch
 * in flight. It does not wait for answers, so with a shorter pause batches pile up at the service.
 */
async function shortestInterval(bench: Bench): Promise<number> {
	for (let interval = LATENCY; interval <= LONGEST_INTERVAL; interval += 10) {
		const input = await reminderInput(bench, TRIAL, interval);
		await bench.mostInFlight();
		await inOwnProcess('remindersByHttpRequest', input);
		const most = await bench.mostInFlight();
		say(`HTTP Request, batches of ${IN_FLIGHT} with pauses of ${interval} ms: ${most} in flight`);
		if (most <= IN_FLIGHT) return interval;
	}
	throw new SetupError('This machine is too busy: the answers take too long for a comparison.');
}

async function reminderInput(
	{ service, control, n8nFolder }: Bench,
	count: number,
	interval: number,
): Promise<Reminders> {
	const ids = await control.seed({ count: count + IN_FLIGHT, status: 'ready' });
	return { service, n8nFolder, interval, warmUp: ids.slice(count), ids: ids.slice(0, count) };
}

async function listAll({ service, control, n8nFolder }: Bench): Promise<Measurement> {
	await control.seed({ count: REQUESTS });
	const input = { service, n8nFolder, count: REQUESTS };
	const [ours, theirs] = await race(
		async () => await inOwnProcess('returnAll', input),
		async () => await inOwnProcess('returnAllByHttpRequest', input),
	);
	const ratio = theirs / ours;
	return {
		what: `Return All of ${REQUESTS} requests`,
		ours: seconds(ours),
		theirs: seconds(theirs),
		ratio: `${ratio.toFixed(1)} × as fast`,
		bound: '≥ 5.0',
		isKept: ratio >= 5,
	};
}

async function downloadLarge(bench: Bench): Promise<Measurement> {
	const input = await downloadInput(bench, 'filesystem', DOWNLOAD);
	const ours = await inOwnProcess('download', input);
	const theirs = await inOwnProcess('downloadByHttpRequest', input);
	return memory(`${DOWNLOAD / MEGABYTE} MB download`, ours.growth, theirs.growth);
}

/** n8n itself holds a file in memory that goes to its database, so only the ratio counts. */
async function downloadToDatabase(bench: Bench): Promise<Measurement> {
	const input = await downloadInput(bench, 'database', DOWNLOAD_TO_DATABASE);
	const [ours, theirs] = await race(
		async () => (await inOwnProcess('download', input)).growth,
		async () => (await inOwnProcess('downloadByHttpRequest', input)).growth,
		megabytes,
	);
	const what = `${DOWNLOAD_TO_DATABASE / MEGABYTE} MB download into the database`;
	return {
		...memory(what, ours, theirs),
		bound: `≤ ${NOISE.toFixed(2)}`,
		isKept: ours / theirs <= NOISE,
	};
}

async function downloadInput(bench: Bench, store: Store, bytes: number): Promise<Download> {
	const { service, n8nFolder } = bench;
	return {
		service,
		n8nFolder,
		store,
		small: await largeDocument(bench, MEGABYTE),
		large: await largeDocument(bench, bytes),
	};
}

/** HTTP Request cannot send a file in chunks, so only our node is measured. */
async function uploadLarge({ service }: Bench): Promise<Measurement> {
	const { growth } = await inOwnProcess('upload', { service, bytes: UPLOAD });
	return memory(`${UPLOAD / MEGABYTE} MB upload in chunks`, growth);
}

/** Measures how long the trigger takes to refuse a body, against the time that Node's parser takes. */
async function refuse(body: HostileBody): Promise<Measurement> {
	const [ours, theirs] = await race(
		async () => refusalTime(body),
		async () => parsingTime(body),
		milliseconds,
	);
	const ratio = ours / theirs;
	return {
		what: `refusal of ${body.name}`,
		ours: milliseconds(ours),
		theirs: milliseconds(theirs),
		ratio: `${ratio.toFixed(2)} × its time`,
		bound: '≤ 3.00',
		isKept: ratio <= 3,
	};
}

function memory(what: string, ours: number, theirs?: number): Measurement {
	return {
		what: `${what}, growth of memory`,
		ours: megabytes(ours),
		theirs: theirs === undefined ? '–' : megabytes(theirs),
		ratio: theirs === undefined ? '–' : `${(ours / theirs).toFixed(2)} × its growth`,
		bound: `≤ ${GROWTH / MEGABYTE} MB`,
		isKept: ours <= GROWTH,
	};
}

async function largeDocument({ service, control }: Bench, bytes: number): Promise<LargeDocument> {
	const [signatureId = ''] = await control.seed({ count: 1, downloadBytes: bytes });
	const { data } = await axios.get<{ documents: Array<{ id: string }> }>(
		`${service.url}/v3/signatures/${signatureId}.json`,
		{ headers: { Authorization: `Bearer ${service.token}` } },
	);
	return { signatureId, documentId: data.documents[0]?.id ?? '', bytes };
}

main().catch((error: unknown) => {
	console.error(error instanceof SetupError ? error.message : error);
	process.exitCode = 1;
});
