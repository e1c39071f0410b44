import { mkdtempSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { makeTallyFolder } from '../../witness/tallyFolder';
import { REPORT_FOLDER } from './report';

/** Jest calls it before the first test. */
export default function makeFolders(): void {
	process.env[REPORT_FOLDER] = mkdtempSync(join(tmpdir(), 'faults-'));
	makeTallyFolder();
}
