import type { Answer } from '../../client';
import { changedAt, replaced, type Change, type Where } from '../deviations';

/** A service that behaves otherwise than one row of the ledger says. No other row is wrong then. */
export interface Planted {
	what: string;
	/** The exchanges that are other ones, or their names. */
	where: Where;
	change: Change;
	/** The ID of the row that has to be refuted. */
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

export interface Request {
	documents: { email?: string; status: string; events: { type: string }[] }[];
}

/** A change of the documents of a request, by their place. */
export const documents = (
	change: (document: Request['documents'][number], index: number) => unknown,
) => body((old: Request) => ({ ...old, documents: old.documents.map(change) }));

/** A body in which a text is another one, wherever it stands. */
export const texts = (old: string, other: string): Change =>
	body((value: unknown) => JSON.parse(JSON.stringify(value ?? null).replaceAll(old, other)));

/** Another value wherever the key stands, made from the old one. */
export const at = (key: string, change: (old: never) => unknown): Change =>
	body((old) => changedAt(old, key, change));

export const withoutKey = (key: string): Change => body((old) => replaced(old, key, undefined));
