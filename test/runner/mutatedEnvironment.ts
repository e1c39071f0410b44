// The Jest environment for Stryker, which switches a code change on and stops when a test notices.

import type { Circus } from '@jest/types';
import type { EnvironmentContext, JestEnvironmentConfig } from '@jest/environment';
import SharedEnvironment from './environment';

/** By this variable, Stryker says which change of the code is switched on. */
const ACTIVE_CHANGE = '__STRYKER_ACTIVE_MUTANT__';

/**
 * The shared environment, in which the change is switched on that Stryker asks for now. The first test that notices
 * it ends the run: the others would often wait in vain.
 */
export default class MutatedEnvironment extends SharedEnvironment {
	/** The change that a test has noticed last. */
	private static noticed: string | undefined;

	readonly change = process.env[ACTIVE_CHANGE];

	constructor(config: JestEnvironmentConfig, context: EnvironmentContext) {
		super(config, context);
		// The shared `process` is a copy, made when another change was switched on.
		const { env } = this.global.process;
		if (this.change === undefined) Reflect.deleteProperty(env, ACTIVE_CHANGE);
		else env[ACTIVE_CHANGE] = this.change;
	}

	/** Whether a test of this file or of an earlier one has noticed the change. */
	get isNoticed(): boolean {
		return this.change !== undefined && this.change === MutatedEnvironment.noticed;
	}

	handleTestEvent(event: Circus.AsyncEvent): void {
		if (this.change === undefined) return;
		if (event.name === 'test_done' && event.test.errors.length > 0) {
			MutatedEnvironment.noticed = this.change;
		}
		if (event.name === 'test_start' && this.isNoticed) event.test.mode = 'skip';
	}
}
