import type { Message } from './protocol';
import { runTask, type Task } from './tasks';

const answer = (message: Message) => process.send?.(message);

process.once('message', (task: Task) => {
	runTask(task).then(
		(result) => answer({ result }),
		(error: unknown) =>
			answer({ failure: error instanceof Error ? (error.stack ?? error.message) : String(error) }),
	);
});
process.once('disconnect', () => process.exit());
