// Reads a file in a process of its own, as nothing else may count, and prints what it cost: `tsx cost.ts <size> <attack>`
import { readPdf } from '../../nodes/Signaturit/input/pdf/readPdf';
import { attacks } from './attacks';

async function main([size = '1', name = '']: string[]): Promise<void> {
	const content = attacks[name]?.(Number(size)) ?? Buffer.alloc(0);
	// Compiling the reader is no cost of a file.
	await readPdf(attacks['many objects']?.(1) ?? content);
	globalThis.gc?.();
	const before = process.memoryUsage().rss;
	const { user, system } = process.cpuUsage();
	let peak = before;
	const watch = setInterval(() => (peak = Math.max(peak, process.memoryUsage().rss)), 5);
	await readPdf(content);
	clearInterval(watch);
	const used = process.cpuUsage({ user, system });
	peak = Math.max(peak, process.memoryUsage().rss);
	const cpu = (used.user + used.system) / 1000;
	process.stdout.write(JSON.stringify({ cpu, megabytes: (peak - before) / 1024 / 1024 }));
}

void main(process.argv.slice(2));
