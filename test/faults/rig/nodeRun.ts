// Runs the action node with its settings for failures, and gives up if it does not end.

import { runNode as run, type NodeResult, type NodeRun as Run } from '../../workflow/engine/engine';

/** What the node runs with, and its settings for failures. */
export interface NodeRun extends Pick<Run, 'parameters' | 'credential' | 'items'> {
	settings?: Pick<Run, 'onError' | 'retryOnFail'>;
}

/** Far longer than any run takes, and shorter than the time that the node waits without the option Timeout. */
const PATIENCE = 50_000;

/** Runs the action node on n8n's engine, with its settings for failures. `undefined` if it does not end. */
export async function runNode({ settings, ...rest }: NodeRun): Promise<NodeResult | undefined> {
	return await before(PATIENCE, run({ ...rest, ...settings }));
}

async function before<Result>(
	milliseconds: number,
	task: PromiseLike<Result>,
): Promise<Result | undefined> {
	let timer: NodeJS.Timeout | undefined;
	const patience = new Promise<undefined>((resolve) => {
		timer = setTimeout(() => resolve(undefined), milliseconds);
	});
	try {
		return await Promise.race([task, patience]);
	} finally {
		clearTimeout(timer);
	}
}
