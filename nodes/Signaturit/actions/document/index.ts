import type { Resource } from '../operation';
import { downloadAuditTrail } from './downloadAuditTrail.operation';
import { downloadSigned } from './downloadSigned.operation';

export const document: Resource = {
	name: 'Document',
	value: 'document',
	operations: { downloadAuditTrail, downloadSigned },
};
