import { certifiedEmail } from './certified/certifiedEmail';
import { certifiedFile } from './certified/certifiedFile';
import { certifiedSms } from './certified/certifiedSms';
import { document } from './document';
import { eventHook } from './eventHook';
import type { Resource } from './operation';
import { signature } from './signature/signature';
import { template } from './template';

/** Everything the action node offers, in the order of its use; the first is what a new node starts with. */
export const resources: readonly Resource[] = [
	signature,
	document,
	certifiedEmail,
	certifiedSms,
	certifiedFile,
	template,
	eventHook,
];
