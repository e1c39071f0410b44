// The shape of a report on the steps of a run, and one that says nothing.

import { silent, type Progress } from './progress';

/** Takes the messages of a run, step by step. */
export interface Report extends Progress {
	/** Reports the title, runs the work, and reports how long it took. */
	step<T>(title: string, work: () => Promise<T>): Promise<T>;
}

/** For tests: reports nothing. */
export const quiet: Report = { ...silent, step: async (_title, work) => await work() };
