import { readFileSync, writeFileSync } from 'node:fs';

/**
 * Starts measuring how far this process's memory grows beyond what it has now. Linux only: elsewhere
 * there is no way to reset the peak, and starting up takes more than what is measured.
 *
 * @returns a function that gives the growth of the peak of resident memory until then, in bytes
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
