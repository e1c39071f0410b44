import type { Resource } from '../operation';
import { cancel, deleteSignature, generateAuditTrail, rename, sendReminder } from './verbs';
import { count, get, getMany } from './reads';
import { create } from './create.operation';
import { getEmbeddedSigningPage } from './getEmbeddedSigningPage.operation';
import { getEvidencePack } from './getEvidencePack.operation';
import { sendAndWait } from './sendAndWait.operation';

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
