// The CPU time that the child processes of a process have used.

import { readFile } from 'node:fs/promises';

/** Milliseconds of a tick of the kernel's clock for user programs (`CLK_TCK`): the same on all Linux. */
const TICK = 10;

/** The CPU time that the children of a process have used so far, in milliseconds. Linux only (proc_pid_stat(5)). */
export async function cpuOfChildren(pid: number): Promise<number> {
	const children = await readFile(`/proc/${pid}/task/${pid}/children`, 'utf8');
	const times = children
		.trim()
		.split(' ')
		.map(async (child) => {
			const stat = await readFile(`/proc/${child}/stat`, 'utf8');
			// The name of the program may hold blanks; the state is the first field after it.
			const [, user = '', system = ''] = /\) (?:\S+ ){11}(\d+) (\d+) /.exec(stat) ?? [];
			return (Number(user) + Number(system)) * TICK;
		});
	return (await Promise.all(times)).reduce((sum, each) => sum + each, 0);
}
