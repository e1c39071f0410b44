import type { EnvironmentContext, JestEnvironmentConfig } from '@jest/environment';
import SharedEnvironment from './environment';

/** By this variable, Stryker says which change of the code is switched on. */
const ACTIVE_CHANGE = '__STRYKER_ACTIVE_MUTANT__';

/** The shared environment, in which the change is switched on that Stryker asks for now. */
export default class MutatedEnvironment extends SharedEnvironment {
	constructor(config: JestEnvironmentConfig, context: EnvironmentContext) {
		super(config, context);
		// The shared `process` is a copy, made when another change was switched on.
		const { env } = this.global.process;
		const active = process.env[ACTIVE_CHANGE];
		if (active === undefined) Reflect.deleteProperty(env, ACTIVE_CHANGE);
		else env[ACTIVE_CHANGE] = active;
	}
}
