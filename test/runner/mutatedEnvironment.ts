import type { Circus } from '@jest/types';
import type { EnvironmentContext, JestEnvironmentConfig } from '@jest/environment';
import SharedEnvironment from './environment';

/** By this variable, Stryker says which change of the code is switched on. */
const ACTIVE_CHANGE = '__STRYKER_ACTIVE_MUTANT__';

/**
 * The shared environment, in which the change is switched on that Stryker asks for now. The first test that notices
 * it ends the file: the others would often wait in vain.
 */
export default class MutatedEnvironment extends SharedEnvironment {
	private readonly change = process.env[ACTIVE_CHANGE];
	private isNoticed = false;

	constructor(config: JestEnvironmentConfig, context: EnvironmentContext) {
		super(config, context);
		// The shared `process` is a copy, made when another change was switched on.
		const { env } = this.global.process;
		if (this.change === undefined) Reflect.deleteProperty(env, ACTIVE_CHANGE);
		else env[ACTIVE_CHANGE] = this.change;
	}

	handleTestEvent(event: Circus.AsyncEvent): void {
		if (this.change === undefined) return;
		if (event.name === 'test_done') this.isNoticed ||= event.test.errors.length > 0;
		if (event.name === 'test_start' && this.isNoticed) event.test.mode = 'skip';
	}
}
