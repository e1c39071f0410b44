import type { Resource } from '../operation';
import { getMany } from './getMany.operation';
import { retry } from './retry.operation';

export const eventHook: Resource = {
	name: 'Event Hook',
	value: 'eventHook',
	operations: { getManyHooks: getMany, retry },
};
