import type { Resource } from '../operation';
import { create } from './create.operation';
import { downloadAuditTrail } from './downloadAuditTrail.operation';

export const certifiedEmail: Resource = {
	name: 'Certified Email',
	value: 'certifiedEmail',
	operations: { create, downloadAuditTrail },
};
