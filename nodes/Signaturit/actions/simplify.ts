import type { IDataObject, INodeProperties } from 'n8n-workflow';
import { z } from 'zod';

/** The switch between the simplified and the untouched answer. */
export const simplifyField = (hint: string): INodeProperties => ({
	displayName: 'Simplify',
	name: 'simplify',
	type: 'boolean',
	default: true,
	description: 'Whether to return a simplified version of the response instead of the raw data',
	hint,
});

const text = z.string().optional().catch(undefined);

const pairsSchema = z.array(z.object({ key: z.string(), value: z.unknown() })).catch([]);

/** One signer's document, or one recipient's certificate. */
const partSchema = z
	.object({
		id: text,
		email: text,
		phone: text,
		name: text,
		status: text,
		file: z.object({ name: text }).optional().catch(undefined),
	})
	.transform(({ file, ...part }) => ({ ...part, file_name: file?.name }));

type Part = z.output<typeof partSchema>;

const partsSchema = z.union([z.array(partSchema), partSchema.transform((one) => [one])]).catch([]);

/** Statuses that end a request as soon as one document has them; the first that occurs counts. */
const ENDED = ['declined', 'canceled', 'expired', 'error'];

/** Statuses of documents in progress, the first that occurs counts: `ready` means that someone can sign now. */
const IN_PROGRESS = ['ready', 'signing', 'in_queue'];

/**
 * A signature request in short: custom data as an object, a status of the whole, how many documents
 * are signed (`signed`) of how many (`total`), and of each document what tells it apart. Everything
 * else at the top level stays.
 *
 * The status is that of the documents (specification, States and transitions): `completed` only when
 * every document is; `declined`, `canceled`, `expired` or `error` as soon as one is; otherwise `ready`
 * if someone can sign now, else `signing` or `in_queue`.
 */
export function simplifiedSignature({ documents, data, ...rest }: IDataObject): IDataObject {
	const parts = partsSchema.parse(documents ?? []);
	const statuses = parts.map(({ status }) => status);
	return {
		...rest,
		status: requestStatus(statuses),
		signed: countOf('completed', parts),
		total: parts.length,
		data: asObject(data),
		documents: parts,
	};
}

/**
 * A certified email or SMS in short, as `simplifiedSignature`. The status of the whole is `error` as
 * soon as one certificate's is, `sent` when every one's is, otherwise `in_queue`.
 */
export function simplifiedCertified({ certificates, data, ...rest }: IDataObject): IDataObject {
	const parts = partsSchema.parse(certificates ?? []);
	const statuses = parts.map(({ status }) => status);
	return {
		...rest,
		status: overall(statuses, ['error'], 'sent', ['in_queue']),
		sent: countOf('sent', parts),
		total: parts.length,
		data: asObject(data),
		certificates: parts,
	};
}

/** The status of a signature request, from those of its documents; see `simplifiedSignature`. */
export function requestStatus(statuses: readonly (string | undefined)[]): string | undefined {
	return overall(statuses, ENDED, 'completed', IN_PROGRESS);
}

/** A status that the documentation does not know is passed on when nothing else is to be said. */
function overall(
	statuses: readonly (string | undefined)[],
	ended: readonly string[],
	done: string,
	inProgress: readonly string[],
): string | undefined {
	const ending = ended.find((status) => statuses.includes(status));
	if (ending) return ending;
	if (statuses.length > 0 && statuses.every((status) => status === done)) return done;
	const known = inProgress.find((status) => statuses.includes(status));
	return known ?? statuses.find((status) => status !== done);
}

function countOf(wanted: string, parts: readonly Part[]): number {
	return parts.filter(({ status }) => status === wanted).length;
}

function asObject(data: unknown): IDataObject {
	const pairs = pairsSchema.parse(data);
	return Object.fromEntries(pairs.map(({ key, value }) => [key, value])) as IDataObject;
}
