// What Jest does after the last test: print the counts, and end what hangs.

import { endHanging } from '../runner/endHanging';
import { printTally } from './tallyFolder';

/** Jest calls it after the last test. */
export default function after(run: Parameters<typeof endHanging>[0]): void {
	endHanging(run);
	printTally();
}
