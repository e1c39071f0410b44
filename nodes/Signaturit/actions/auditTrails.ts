// The operations that ask for an audit trail, at the two addresses that Signaturit documents.

import { locatorValue, documentLocator, signatureLocator } from '../input/locators';
import type { ExecuteCall } from '../transport/call';
import { endpoints } from '../transport/endpoints';
import { httpStatusOf } from '../transport/errors/errors';
import { write, readAs } from '../transport/request';
import { deliverySchema } from '../transport/shapes';
import { writes, type Write } from '../transport/writes';
import type { Texts, WriteOperation } from './operation';
import { plainWrite } from './plain';
import { asksRequest } from './refused';

// The vendor's pages name two addresses for an audit trail (docs/service.md#audit-trails). If one answers 404, the
// service has done nothing, and the other one is asked.

const isNotThere = (error: unknown) => httpStatusOf(error) === 404;

/** The same operation, which makes the other writes after a 404. If these end in a 404, it throws the first error. */
const orElse = (
	operation: WriteOperation,
	fallbacks: (call: ExecuteCall, ids: string[]) => Promise<Write[]>,
): WriteOperation => ({
	...operation,
	async prepare(call, item) {
		const carry = await operation.prepare(call, item);
		return async (note) =>
			await carry(note).catch(async (error: unknown) => {
				if (!isNotThere(error)) throw error;
				const ids = operation.fields.map((field) => locatorValue(call, field, item));
				const wanted = await fallbacks(call, ids).catch(() => []);
				if (wanted.length === 0) throw error;
				for (const one of wanted) {
					await write(call, one).catch((other: unknown) => {
						throw isNotThere(other) ? error : other;
					});
				}
				return given(ids);
			});
	},
});

/** The ids of a request's documents. Throws as `readAs` does. */
async function documentsOf(call: ExecuteCall, id: string): Promise<string[]> {
	const wanted = { schema: deliverySchema, what: 'a signature request' };
	const { records } = await readAs(call, endpoints.signature.one(id), wanted);
	return records.map((record) => record.id);
}

const given = ([signatureId, documentId]: string[]) => [
	{ json: { signatureId, ...(documentId && { documentId }), requested: true } },
];

const give = ({ ids }: { ids: string[] }) => given(ids);

/** What is signed gets its audit trail by itself; what has ended otherwise, only so (docs/service.md#audit-trails). */
const asked = asksRequest('No audit trail to generate', {
	completed: 'The operation Download Audit Trail of Document gets the one that is made by itself.',
	signing: 'In a minute, the operation Download Audit Trail of Document gets it.',
	...{ declined: '', canceled: '', expired: '', bounced: '', failed: '' },
});

/** POST /v3/signatures/{id}/generate/audit_trail; the answer is empty (202). The PDF is made later. */
export const generateAuditTrail = (texts: Texts) =>
	orElse(
		plainWrite(writes.generateAuditTrail, [signatureLocator], { ...texts, asked, give }),
		async (call, [id = '']) =>
			(await documentsOf(call, id)).map((documentId) =>
				writes.generateDocumentTrail(id, documentId),
			),
	);

/** POST /v3/signatures/{id}/documents/{id}/generate/audit_trail, as `generateAuditTrail`. */
export const generateDocumentTrail = (texts: Texts) =>
	orElse(
		plainWrite(writes.generateDocumentTrail, [signatureLocator, documentLocator], {
			...texts,
			asked,
			give,
		}),
		// The 404 may mean that the document does not exist.
		async (call, [id = '', documentId = '']) =>
			(await documentsOf(call, id)).includes(documentId) ? [writes.generateAuditTrail(id)] : [],
	);
