import type { Resource } from '../operation';
import { count } from './count.operation';
import { create } from './create.operation';
import { downloadAuditTrail } from './downloadAuditTrail.operation';
import { get } from './get.operation';
import { getMany } from './getMany.operation';

export const certifiedEmail: Resource = {
	name: 'Certified Email',
	value: 'certifiedEmail',
	operations: {
		createEmail: create,
		getEmail: get,
		getManyEmails: getMany,
		countEmails: count,
		downloadEmailAuditTrail: downloadAuditTrail,
	},
};
