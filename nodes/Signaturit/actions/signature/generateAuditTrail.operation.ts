import { locatorValue, signatureLocator } from '../../input/locators';
import { write } from '../../transport/request';
import { writes } from '../../transport/writes';
import type { Operation } from '../operation';

/**
 * POST /v3/signatures/{id}/generate/audit_trail; the answer is empty (202). The PDF is made later; then
 * the event `audit_trail_completed` comes.
 */
export const generateAuditTrail: Operation = {
	name: 'Generate Audit Trail',
	action: 'Generate the audit trail of a signature request',
	description:
		'Ask for the audit trail PDF; download it from each document when the event Audit Trail Completed has come',
	fields: [signatureLocator],
	async run(item) {
		const id = locatorValue.call(this, signatureLocator, item);
		await write.call(this, writes.generateAuditTrail(id));
		return [{ json: { signatureId: id, requested: true } }];
	},
};
