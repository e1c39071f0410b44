// Finds the operation of a resource by the name that the panel shows.

import { resources } from '../../../nodes/Signaturit/actions';

/** The value of the operation that a resource has under this name, e.g. `getManyEmails` for *Get Many*. */
export function operationNamed(resource: string, name: string): string {
	const { operations = {} } = resources.find(({ value }) => value === resource) ?? {};
	const [value] = Object.entries(operations).find(([, { name: own }]) => own === name) ?? [];
	if (value === undefined) throw new Error(`${resource} has no operation "${name}"`);
	return value;
}
