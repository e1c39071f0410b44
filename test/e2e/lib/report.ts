import { silent, type Progress } from './progress';

/** Where a run says step by step what it does. */
export interface Report extends Progress {
	/** Announces the work, does it, and tells how long it took. */
	step<T>(title: string, work: () => Promise<T>): Promise<T>;
}

/** For tests: only what takes long and happens seldom (the installation of n8n) is worth a line. */
export const quiet: Report = { ...silent, step: async (_title, work) => await work() };
