import { readFileSync, writeFileSync } from 'node:fs';

/**
 * Starts to measure how much this process's memory grows from now on. Linux only: other systems cannot
 * reset the peak, and starting the process takes more memory than the work that is measured.
 *
 * @returns a function that returns how much the peak of resident memory has grown by then, in bytes
 */
export function watchPeak(): () => number {
	// Resets VmHWM to the present size (proc_pid_clear_refs(5)).
	writeFileSync('/proc/self/clear_refs', '5');
	const before = statusOf('VmRSS');
	return () => statusOf('VmHWM') - before;
}

function statusOf(field: 'VmRSS' | 'VmHWM'): number {
	const kilobytes = new RegExp(`^${field}:\\s+(\\d+) kB$`, 'm').exec(
		readFileSync('/proc/self/status', 'utf8'),
	)?.[1];
	return Number(kilobytes) * 1024;
}
