// What Jest does before all tests: packs the package once for every test file.

import { makeTallyFolder } from '../../../witness/tallyFolder';
import { temporaryFolder } from '../temporaryFolder';
import { PACKED, packPackage } from './pack';

/**
 * Packs the package once for all files of a run of Jest, which get the tarball's path in their environment, and
 * makes the folder for what the witness counts. Runs beside each other get a tarball from their caller (`.ci/run`),
 * because packing empties `dist/` first; each copies it.
 */
export default async function packOnce(): Promise<void> {
	makeTallyFolder();
	const folder = await temporaryFolder('signaturit-packed-');
	try {
		process.env[PACKED] = await packPackage(folder.path);
	} catch (error) {
		await folder.remove();
		throw error;
	}
}
