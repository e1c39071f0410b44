import { mkdtempSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { REPORT_FOLDER } from './report';

/** Jest calls it before the first test. */
export default function makeFolder(): void {
	process.env[REPORT_FOLDER] = mkdtempSync(join(tmpdir(), 'faults-'));
}
