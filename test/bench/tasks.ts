// The process that runs one named task of the bench, and the list of these tasks.

import { creations } from './creations';
import { eventRuns } from './eventRuns';
import { download, downloadByHttpRequest, upload } from './files';
import { loop } from './loop';
import { memoryWrites } from './memoryWrites';
import type { Message } from './protocol';
import { manyReminders, reminders, remindersByHttpRequest } from './reminders';
import { returnAll, returnAllByHttpRequest } from './returnAll';

const tasks = {
	creations,
	eventRuns,
	download,
	downloadByHttpRequest,
	upload,
	loop,
	manyReminders,
	memoryWrites,
	reminders,
	remindersByHttpRequest,
	returnAll,
	returnAllByHttpRequest,
};

export type TaskName = keyof typeof tasks;
export type Input<Name extends TaskName> = Parameters<(typeof tasks)[Name]>[0];
export type Output<Name extends TaskName> = Awaited<ReturnType<(typeof tasks)[Name]>>;

const answer = (message: Message) => process.send?.(message);

/** This file runs in a process of its own, and does one task for the process that has started it. */
process.once('message', ({ name, input }: { name: TaskName; input: unknown }) => {
	tasks[name](input as never).then(
		(result: unknown) => answer({ result }),
		(error: unknown) =>
			answer({ failure: error instanceof Error ? (error.stack ?? error.message) : String(error) }),
	);
});
process.once('disconnect', () => process.exit());
