// The Jest environment that fails a test when traffic does not match the description of the service.

import type { Circus } from '@jest/types';
import SharedEnvironment from '../runner/environment';
import { plainError } from '../runner/plainError';
import { appendFileSync } from 'node:fs';
import { join } from 'node:path';
import { Witness } from './witness';
import { TALLY_FOLDER, type TallyLine } from './tallyFolder';

/** One for all test files of this process, because reading the description takes a while. */
const witness = new Witness();

/** What a test has thrown, also where Jest keeps it beside where the test stands. */
const plain = (thrown: Circus.TestError): Circus.TestError =>
	Array.isArray(thrown) ? [plainError(thrown[0]), thrown[1]] : plainError(thrown);

/**
 * Runs tests as Jest does, and compares every request and answer with the description of the service
 * (docs/openapi.yaml). A test during which something is not as described fails.
 */
export default class WitnessedEnvironment extends SharedEnvironment {
	private end: (() => void) | undefined;

	override async setup(): Promise<void> {
		await super.setup();
		this.end = witness.watch();
	}

	async handleTestEvent(event: Circus.AsyncEvent, state: Circus.State): Promise<void> {
		if (event.name === 'test_done') {
			const { errors } = event.test;
			errors.splice(0, errors.length, ...errors.map(plain), ...(await this.violations()));
		}
		if (event.name === 'run_finish') state.unhandledErrors.push(...(await this.violations()));
	}

	override async teardown(): Promise<void> {
		await witness.settled();
		this.end?.();
		const folder = process.env[TALLY_FOLDER];
		if (folder) {
			const line: TallyLine = {
				...witness.takeTally(),
				operations: witness.operations,
				late: witness.takeViolations(),
			};
			appendFileSync(join(folder, `${process.pid}.jsonl`), `${JSON.stringify(line)}\n`);
		}
		await super.teardown();
	}

	private async violations(): Promise<Error[]> {
		await witness.settled();
		return witness
			.takeViolations()
			.map((text) => new Error(`Not as docs/openapi.yaml describes it: ${text}`));
	}
}
