// A program that measures the time and memory of reading one file in its own process.

// Reads a file in a process of its own, as nothing else may count, and prints what it cost: `tsx cost.ts <way> <size> <file>`
import { readPdf } from '../../nodes/Signaturit/input/readPdf';
import { attacks, plain } from './attacks';

type Read = (content: Buffer) => Promise<unknown>;

/** n8n is loaded only where the whole node is measured. */
async function inWay(way: string, measure: (read: Read) => Promise<void>): Promise<void> {
	if (way === 'as a PDF') return await measure(readPdf);
	const { create, downloadIt, onEngine } = await import('./throughNode');
	await onEngine(async () => await measure(way === 'through Create' ? create : downloadIt));
}

async function main([way = '', size = '1', name = '']: string[]): Promise<void> {
	const content = (attacks[name] ?? plain)(Number(size));
	await inWay(way, async (read) => {
		// Compiling the reader is no cost of a file.
		await read(attacks['many objects']?.(1) ?? content);
		globalThis.gc?.();
		const before = process.memoryUsage().rss;
		const { user, system } = process.cpuUsage();
		let peak = before;
		const watch = setInterval(() => (peak = Math.max(peak, process.memoryUsage().rss)), 5);
		await read(content);
		clearInterval(watch);
		const used = process.cpuUsage({ user, system });
		peak = Math.max(peak, process.memoryUsage().rss);
		const cpu = (used.user + used.system) / 1000;
		process.stdout.write(JSON.stringify({ cpu, megabytes: (peak - before) / 1024 / 1024 }));
	});
}

void main(process.argv.slice(2));
