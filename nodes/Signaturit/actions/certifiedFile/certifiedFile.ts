import type { Resource } from '../operation';
import { get } from './get.operation';
import { upload } from './upload.operation';

export const certifiedFile: Resource = {
	name: 'Certified File',
	value: 'certifiedFile',
	operations: { upload, getFile: get },
};
