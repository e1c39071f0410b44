// What Jest does after all tests: removes the packed package, and prints the witness's counts.

import { rm } from 'node:fs/promises';
import { dirname } from 'node:path';
import after from '../../../witness/after';
import { PACKED } from './pack';

/** Removes what `packOnce` has packed, and prints what the witness has counted. */
export default async function removePacked(run: Parameters<typeof after>[0]): Promise<void> {
	const tarball = process.env[PACKED];
	if (tarball) await rm(dirname(tarball), { recursive: true, force: true });
	after(run);
}
