import type { Resource } from '../operation';
import { cancel } from './cancel.operation';
import { count } from './count.operation';
import { create } from './create.operation';
import { deleteSignature } from './delete.operation';
import { generateAuditTrail } from './generateAuditTrail.operation';
import { get } from './get.operation';
import { getEmbeddedSigningPage } from './getEmbeddedSigningPage.operation';
import { getEvidencePack } from './getEvidencePack.operation';
import { getMany } from './getMany.operation';
import { rename } from './rename.operation';
import { sendAndWait } from './sendAndWait.operation';
import { sendReminder } from './sendReminder.operation';

export const signature: Resource = {
	name: 'Signature Request',
	value: 'signature',
	operations: {
		create,
		sendAndWait,
		get,
		getMany,
		getEvidencePack,
		sendReminder,
		cancel,
		getEmbeddedSigningPage,
		count,
		rename,
		generateAuditTrail,
		delete: deleteSignature,
	},
};
