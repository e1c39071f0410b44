import type { Resource } from '../operation';
import { create } from './create.operation';
import { get } from './get.operation';

export const signature: Resource = {
	name: 'Signature Request',
	value: 'signature',
	operations: { create, get },
};
