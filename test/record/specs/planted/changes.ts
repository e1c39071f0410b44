import type { Answer } from '../../client';
import { replaced, type Change } from '../deviations';

/** A service that behaves otherwise than one row of the ledger says. No other row is wrong then. */
export interface Planted {
	what: string;
	/** The names of the exchanges that are other ones. */
	names: string[];
	change: Change;
	/** Topic and first words of the row that has to be refuted. */
	row: string;
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
/** A change of the last entry of a list. */
export const last = (change: (entry: never) => unknown) =>
	body((old: unknown[]) => [...old.slice(0, -1), change(old.at(-1) as never)]);
/** A change of what is known of a file. */
export const file =
	(other: Partial<NonNullable<Answer['file']>>): Change =>
	(answer) => ({ ...answer, ...(answer.file && { file: { ...answer.file, ...other } }) });
