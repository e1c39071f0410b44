// The whole table of faults, and the undisturbed answer to compare with.

import { compressions, contents } from './contents';
import { addresses, connections } from './connections';
import type { Fault } from './fault';
import { files } from './files';
import { pass } from './give';
import { refusals, unknownVerdicts } from './refusals';

/** Not a fault: shows that the operation works through the proxy. */
export const undisturbed: Fault = {
	name: 'no fault',
	kind: 'other content',
	verdict: 'done',
	moments: ['after'],
	give: ({ response, success }) => pass(response, success),
};

/** The fault table. */
export const faults: readonly Fault[] = [
	...refusals,
	...unknownVerdicts,
	...contents,
	...compressions,
	...connections,
	...addresses,
	...files,
];
