// The measurements that need no more than the local service and an installed n8n, with their bounds.

import axios from 'axios';
import type { ControlClient } from '../service/control/client';
import { seconds } from '../e2e/lib/progress';
import { SetupError } from '../e2e/lib/setupError';
import { CREATIONS_IN_FLIGHT } from './creations';
import type { Download, LargeDocument } from './files';
import { parsingTime, refusalTime, type HostileBody } from './hostileBodies';
import type { Loop } from './loop';
import type { Store } from './onEngine';
import { inOwnProcess, type ServiceProcess } from './processes';
import { megabytes, MEGABYTE, milliseconds, race, say } from './race';
import { IN_FLIGHT, type Reminders } from './reminders';
import type { Sizes } from './sizes';
import { timeRow, type Measurement } from './table';

/** How long the local service waits before each answer, in milliseconds. */
export const LATENCY = 50;
/** The longest pause to test, in milliseconds. */
const LONGEST_INTERVAL = 10 * LATENCY;
/** How long the local service takes to create something, in milliseconds. */
const CREATION_LATENCY = 500;
/** How much memory may grow at most, in bytes. */
const GROWTH = 64 * MEGABYTE;
/** By how much two measurements of the same memory differ. */
const NOISE = 1.05;
/** How much more CPU time an item may take in a long loop or a large run than in a short or small one. */
const CPU_GROWTH = 1.3;

/** What a row is measured with: a fresh local service with that latency, and an installed n8n. */
export interface Bench extends ServiceProcess {
	control: ControlClient;
	n8nFolder: string;
	sizes: Sizes;
}

/** The rows that need a local service of their own, by name and in their order. */
export const rows: Readonly<
	Record<string, (bench: Bench) => Promise<Measurement | Measurement[]>>
> = {
	reminders: remind,
	creations: create,
	manyReminders: remindMany,
	createLoop: async (bench) => await loopOf(bench, 'create', 'Create after Loop Over Items'),
	sendAndWaitLoop: async (bench) =>
		await loopOf(bench, 'sendAndWait', 'Send and Wait with a limit'),
	returnAll: listAll,
	download: downloadLarge,
	downloadToDatabase,
	upload: uploadLarge,
};

async function remind(bench: Bench): Promise<Measurement> {
	const { runs, reminders } = bench.sizes;
	const interval = await shortestInterval(bench);
	const [ours, theirs] = await race(
		runs,
		async () => await inOwnProcess('reminders', await reminderInput(bench, reminders, interval)),
		async () =>
			await inOwnProcess('remindersByHttpRequest', await reminderInput(bench, reminders, interval)),
	);
	const what = `${reminders} reminders, ${IN_FLIGHT} in flight`;
	return timeRow(what, ours / theirs, 1, [ours, theirs].map(seconds));
}

/**
 * The other side is our own node without references, which does not look before it sends. That is measured beside the
 * time for which the service alone keeps it: nobody could be faster.
 */
async function create({ service, control, sizes }: Bench): Promise<Measurement[]> {
	const { runs, creations } = sizes;
	const ms = CREATION_LATENCY - LATENCY;
	await control.faults.add({ kind: 'latency', ms, method: 'POST', times: 0 });
	const input = { service, count: creations };
	const [ours, theirs] = await race(
		runs,
		async () => await inOwnProcess('creations', { ...input, withReferences: true }),
		async () => await inOwnProcess('creations', { ...input, withReferences: false }),
	);
	const least = (creations * CREATION_LATENCY) / CREATIONS_IN_FLIGHT;
	const what = `${creations} creations, ${CREATIONS_IN_FLIGHT} in flight`;
	return [
		timeRow(`${what}, with References`, ours / theirs, 1.3, [ours, theirs].map(seconds)),
		timeRow(`${what}, beside the service`, theirs / least, 1.3, [theirs, least].map(seconds)),
	];
}

/** The other side is a short loop. What n8n itself does for each item is part of both. */
async function loopOf(
	{ service, n8nFolder, sizes }: Bench,
	operation: Loop['operation'],
	name: string,
): Promise<Measurement> {
	const { short, long } = sizes.loop;
	const ratio = await inOwnProcess('loop', { service, n8nFolder, operation, short, long });
	return timeRow(`CPU per item, ${name}, ${long} items beside ${short}`, ratio, CPU_GROWTH);
}

async function remindMany({ service, control, sizes }: Bench): Promise<Measurement> {
	const { few, many } = sizes.items;
	const ids = await control.seed({ count: many, status: 'ready' });
	const ratio = await inOwnProcess('manyReminders', { service, few: ids.slice(0, few), many: ids });
	return timeRow(`CPU per item, reminders, ${many} items beside ${few}`, ratio, CPU_GROWTH);
}

/**
 * Finds the shortest pause between batches, in milliseconds, with which HTTP Request has at most one batch
 * in flight. It does not wait for answers, so with a shorter pause batches pile up at the service.
 */
async function shortestInterval(bench: Bench): Promise<number> {
	for (let interval = LATENCY; interval <= LONGEST_INTERVAL; interval += 10) {
		const input = await reminderInput(bench, bench.sizes.trial, interval);
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

async function listAll({ service, control, n8nFolder, sizes }: Bench): Promise<Measurement> {
	const { runs, requests: count } = sizes;
	await control.seed({ count });
	const input = { service, n8nFolder, count };
	const [ours, theirs] = await race(
		runs,
		async () => await inOwnProcess('returnAll', input),
		async () => await inOwnProcess('returnAllByHttpRequest', input),
	);
	const ratio = theirs / ours;
	return {
		what: `Return All of ${count} requests`,
		ours: seconds(ours),
		theirs: seconds(theirs),
		ratio: `${ratio.toFixed(1)} × as fast`,
		bound: '≥ 5.0',
		isKept: ratio >= 5,
	};
}

async function downloadLarge(bench: Bench): Promise<Measurement> {
	const { download: bytes } = bench.sizes;
	const input = await downloadInput(bench, 'filesystem', bytes);
	const ours = await inOwnProcess('download', input);
	const theirs = await inOwnProcess('downloadByHttpRequest', input);
	return memory(`${bytes / MEGABYTE} MB download`, ours, theirs);
}

/** n8n itself holds a file in memory that goes to its database, so only the ratio counts. */
async function downloadToDatabase(bench: Bench): Promise<Measurement> {
	const { runs, downloadToDatabase: bytes } = bench.sizes;
	const input = await downloadInput(bench, 'database', bytes);
	const [ours, theirs] = await race(
		runs,
		async () => await inOwnProcess('download', input),
		async () => await inOwnProcess('downloadByHttpRequest', input),
		megabytes,
	);
	const what = `${bytes / MEGABYTE} MB download into the database`;
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
async function uploadLarge({ service, sizes: { upload: bytes } }: Bench): Promise<Measurement> {
	const growth = await inOwnProcess('upload', { service, bytes });
	return memory(`${bytes / MEGABYTE} MB upload in chunks`, growth);
}

/** Measures how long the trigger takes to refuse a body, against the time that Node's parser takes. */
export async function refuse(body: HostileBody, { runs }: Sizes): Promise<Measurement> {
	const [ours, theirs] = await race(
		runs,
		async () => refusalTime(body),
		async () => parsingTime(body),
		milliseconds,
	);
	return timeRow(`refusal of ${body.name}`, ours / theirs, 3, [ours, theirs].map(milliseconds));
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
