import { simplifiedItems, simplifiedSignature, simplifyOption } from '../outputItem';
import { eventsOptions, eventsUrl } from '../eventsUrl';
import type { Operation } from '../operation';
import { createOnce } from '../sending/createOnce';
import { signatureRequests } from '../sending/creation';
import { trackedFor } from '../tracking';
import { requestFields, requestOptions } from './create/create.fields';
import { readRequest } from './create/readRequest';

/** POST /v3/signatures.json; answers the new signature request, or the one that exists (`createOnce`). */
export const create: Operation = {
	name: 'Create',
	action: 'Create a signature request and send it',
	description: 'Send files or templates to recipients for signature',
	isSlow: true,
	creates: true,
	fields: requestFields,
	options: [...requestOptions, ...eventsOptions, simplifyOption],
	async run(item, note) {
		const creation = {
			...(await readRequest.call(this, item, eventsUrl.call(this, item, 'signature'))),
			track: trackedFor.call(this, item, 'signature'),
		};
		const created = await createOnce.call(this, item, note, signatureRequests, creation);
		return simplifiedItems.call(this, created, simplifiedSignature, item);
	},
};
