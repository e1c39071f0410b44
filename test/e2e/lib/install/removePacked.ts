import { rm } from 'node:fs/promises';
import { dirname } from 'node:path';
import { printTally } from '../../../witness/tallyFolder';
import { PACKED } from './pack';

/** Removes what `packOnce` has packed, and prints what the witness has counted. */
export default async function removePacked(): Promise<void> {
	const tarball = process.env[PACKED];
	if (tarball) await rm(dirname(tarball), { recursive: true, force: true });
	printTally();
}
