import type { Resource } from '../operation';
import { count } from './count.operation';
import { create } from './create.operation';
import { downloadAuditTrail } from './downloadAuditTrail.operation';
import { get } from './get.operation';
import { getMany } from './getMany.operation';

export const certifiedSms: Resource = {
	name: 'Certified SMS',
	value: 'certifiedSms',
	operations: {
		createSms: create,
		getSms: get,
		getManySms: getMany,
		countSms: count,
		downloadSmsAuditTrail: downloadAuditTrail,
	},
};
