import type { Answer } from '../../client';
import { replaced, type Change } from '../deviations';

/** A service that behaves otherwise than the ledger says, and the rows that are wrong then. */
export interface Planted {
	what: string;
	/** Which exchanges are other ones. */
	names: RegExp;
	change: Change;
	/** Topic and first words of every row that has to be refuted. */
	rows: string[];
}

export const status =
	(code: number, message?: string): Change =>
	(answer) => ({
		...answer,
		status: code,
		...(message !== undefined && { body: { status_code: code, message } }),
	});
export const body =
	(change: (old: never) => unknown): Change =>
	(answer) => ({ ...answer, body: change(answer.body as never) });
export const value = (key: string, other: unknown) => body((old) => replaced(old, key, other));
export const header =
	(name: string, text: string): Change =>
	(answer: Answer) => ({
		...answer,
		headers: { ...answer.headers, [name]: text },
	});
