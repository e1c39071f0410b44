import type { Resource } from '../operation';
import { getMany } from './getMany.operation';
import { getManyWithWidgets } from './getManyWithWidgets.operation';

export const template: Resource = {
	name: 'Template',
	value: 'template',
	operations: { getManyTemplates: getMany, getManyWithWidgets },
};
