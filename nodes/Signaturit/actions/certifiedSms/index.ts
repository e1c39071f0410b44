import type { Resource } from '../operation';
import { create } from './create.operation';
import { downloadAuditTrail } from './downloadAuditTrail.operation';

export const certifiedSms: Resource = {
	name: 'Certified SMS',
	value: 'certifiedSms',
	operations: { create, downloadAuditTrail },
};
