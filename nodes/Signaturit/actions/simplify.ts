import type { IDataObject, INodeProperties } from 'n8n-workflow';
import { z } from 'zod';
import { ownReferenceIn, userData } from '../events/ownData';
import { certifiedStatus, requestStatus } from '../events/status';
import { storedDataSchema, oneOrList } from '../transport/shapes';

/** The switch between the simplified and the untouched answer. */
const simplifyField = (hint: string): INodeProperties => ({
	displayName: 'Simplify',
	name: 'simplify',
	type: 'boolean',
	default: true,
	description: 'Whether to return a simplified version of the response instead of the raw data',
	hint,
});

/** The switch of Get and Get Many for signature requests. */
export const simplifySignatureField = simplifyField(
	'The status is that of the whole request: Completed when every document is, Declined, Canceled, Expired or Error as soon as one is; otherwise Ready if someone can sign now, Signing, or In Queue',
);

/** The switch of Get and Get Many for certified emails and SMS. */
export const simplifyCertifiedField = simplifyField(
	'The status is that of the whole: Sent when every certificate is, Error as soon as one is, otherwise In Queue',
);

const text = z.string().optional().catch(undefined);

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

const partsSchema = oneOrList(partSchema).catch([]);

/**
 * A signature request in short: the user's reference, custom data as an object without what the nodes add,
 * the status of the whole request (`requestStatus`), how many documents are signed (`signed`) out of
 * `total`, and the identifying fields of each document. All other top-level fields stay.
 */
export function simplifiedSignature({ documents, data, ...rest }: IDataObject): IDataObject {
	const parts = partsSchema.parse(documents ?? []);
	const statuses = parts.map(({ status }) => status);
	return {
		...rest,
		status: requestStatus(statuses),
		signed: countOf('completed', parts),
		total: parts.length,
		...dataOf(data),
		documents: parts,
	};
}

/**
 * A certified email or SMS in short, as `simplifiedSignature`. The status is `certifiedStatus` of the
 * certificates.
 */
export function simplifiedCertified({ certificates, data, ...rest }: IDataObject): IDataObject {
	const parts = partsSchema.parse(certificates ?? []);
	const statuses = parts.map(({ status }) => status);
	return {
		...rest,
		status: certifiedStatus(statuses),
		sent: countOf('sent', parts),
		total: parts.length,
		...dataOf(data),
		certificates: parts,
	};
}

/** The user's reference and the user's custom data. */
function dataOf(stored: unknown): IDataObject {
	const data = storedDataSchema.parse(stored);
	const reference = ownReferenceIn(data);
	return { ...(reference !== undefined && { reference }), data: userData(data) as IDataObject };
}

function countOf(wanted: string, parts: readonly Part[]): number {
	return parts.filter(({ status }) => status === wanted).length;
}
