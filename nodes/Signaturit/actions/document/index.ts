import type { Resource } from '../operation';
import { changeSigner } from './changeSigner.operation';
import { downloadAttachments } from './downloadAttachments.operation';
import { downloadAuditTrail } from './downloadAuditTrail.operation';
import { downloadSent } from './downloadSent.operation';
import { downloadSigned } from './downloadSigned.operation';
import { getSmsStatus } from './getSmsStatus.operation';

export const document: Resource = {
	name: 'Document',
	value: 'document',
	operations: {
		downloadSigned,
		downloadSent,
		downloadAuditTrail,
		downloadAttachments,
		changeSigner,
		getSmsStatus,
	},
};
