// The Jest environment that all test files of one worker share.

import type { EnvironmentContext, JestEnvironment, JestEnvironmentConfig } from '@jest/environment';
import { TestEnvironment } from 'jest-environment-node';
import { setFlagsFromString } from 'node:v8';
import vm from 'node:vm';
import { GlobalState } from './globalState';

type NodeEnvironment = InstanceType<typeof TestEnvironment>;

/** What all test files of a worker share. */
interface Worker {
	node: NodeEnvironment;
	state: GlobalState;
	/** Loads packages and the local service for all of them; `runtime.js` sets it. */
	shared?: unknown;
	/** The modules that `runtime.js` has read and transformed, by their file names. */
	transformed?: unknown;
	/** The modules that `runtime.js` has compiled, by their file names. */
	compiled?: unknown;
}

let known: Worker | undefined;

/**
 * In tests, V8's compiler takes longer than it saves: so code has to run six times as much before it is optimized.
 * Node 24 counts calls, and waits long by itself.
 */
if (Number.parseInt(process.versions.node) < 24) setFlagsFromString('--interrupt-budget=400000');

/**
 * Has Jest make a context whose global object is a plain one. Jest's own is a proxy that remembers what to clear
 * at the end; it makes each use of a global slow, and here GlobalState clears.
 */
function withPlainGlobal<T>(make: () => T): T {
	const { createContext } = vm;
	Object.assign(vm, { createContext: () => createContext(vm.constants.DONT_CONTEXTIFY) });
	try {
		return make();
	} finally {
		Object.assign(vm, { createContext });
	}
}

/** Node lists its flags once, but Jest's copy of `process` at each look; axios looks twice at each request. */
function keepNodeFlags(process: NodeJS.Process): void {
	const value = process.allowedNodeEnvironmentFlags;
	Object.defineProperty(process, 'allowedNodeEnvironmentFlags', { value });
}

function workerFor(config: JestEnvironmentConfig, context: EnvironmentContext): Worker {
	if (known) return known;
	const node = withPlainGlobal(() => new TestEnvironment(config, context));
	keepNodeFlags(node.global.process);
	known = { node, state: new GlobalState(node.global) };
	return known;
}

/**
 * Jest's environment for Node, but one for all test files of a worker, so that they can share the modules that
 * one of them has loaded (`runtime.js`). After each file the global object is as before.
 */
export default class SharedEnvironment implements JestEnvironment {
	readonly worker: Worker;
	/** Whether this process runs tests again when a file has changed (`jest --watch`). */
	readonly isWatched: boolean;
	readonly global: JestEnvironment['global'];
	readonly fakeTimers: JestEnvironment['fakeTimers'];
	readonly fakeTimersModern: JestEnvironment['fakeTimersModern'];
	readonly moduleMocker: JestEnvironment['moduleMocker'];

	constructor(config: JestEnvironmentConfig, context: EnvironmentContext) {
		this.worker = workerFor(config, context);
		this.isWatched = config.globalConfig.watch || config.globalConfig.watchAll;
		const { node } = this.worker;
		this.global = node.global;
		this.fakeTimers = node.fakeTimers;
		this.fakeTimersModern = node.fakeTimersModern;
		this.moduleMocker = node.moduleMocker;
	}

	setup(): Promise<void> {
		return Promise.resolve();
	}

	teardown(): Promise<void> {
		this.fakeTimersModern?.useRealTimers();
		this.worker.state.restore();
		return Promise.resolve();
	}

	getVmContext() {
		return this.worker.node.getVmContext();
	}

	exportConditions(): string[] {
		return this.worker.node.exportConditions();
	}
}
