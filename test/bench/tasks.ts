import { creations } from './creations';
import { eventRuns } from './eventRuns';
import { download, downloadByHttpRequest, upload } from './files';
import { loop } from './loop';
import { memoryWrites } from './memoryWrites';
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

/** A task as it is sent to another process. */
export interface Task {
	name: TaskName;
	input: unknown;
}

/** Runs a task in this process. */
export async function runTask({ name, input }: Task): Promise<unknown> {
	return await tasks[name](input as never);
}
