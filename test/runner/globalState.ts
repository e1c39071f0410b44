// Remembers the global object as it was, and restores it after a test file.

import type { JestEnvironment } from '@jest/environment';
import type { EventEmitter } from 'node:events';

type Global = JestEnvironment['global'];

/** The global object as it was, with its `process`. */
export class GlobalState {
	private readonly keys: Set<string | symbol>;
	private readonly values: [string | symbol, unknown][];
	private readonly env: NodeJS.ProcessEnv;
	private readonly exit: typeof process.exit;
	private readonly listeners: Map<string | symbol, unknown[]>;

	constructor(private readonly global: Global) {
		const { process } = global;
		const own = Reflect.ownKeys(global);
		this.keys = new Set(own);
		// Others are read when they are needed first.
		this.values = own.flatMap((key) => {
			const property = Reflect.getOwnPropertyDescriptor(global, key);
			return property?.writable ? [[key, property.value]] : [];
		});
		this.env = { ...process.env };
		this.exit = process.exit;
		this.listeners = new Map(
			process.eventNames().map((name) => [name, process.rawListeners(name as 'exit')]),
		);
	}

	/** Removes what was added, and puts back what was changed. */
	restore(): void {
		const { global } = this;
		for (const key of Reflect.ownKeys(global)) {
			if (!this.keys.has(key)) Reflect.deleteProperty(global, key);
		}
		for (const [key, value] of this.values) {
			if (Reflect.get(global, key) !== value) Reflect.set(global, key, value);
		}
		const { process } = global;
		for (const name of Object.keys(process.env)) {
			if (!(name in this.env)) Reflect.deleteProperty(process.env, name);
		}
		Object.assign(process.env, this.env);
		process.exit = this.exit;
		this.removeListeners(process);
	}

	private removeListeners(emitter: EventEmitter): void {
		for (const name of emitter.eventNames()) {
			const before = this.listeners.get(name) ?? [];
			for (const listener of emitter.rawListeners(name)) {
				if (!before.includes(listener)) emitter.off(name, listener as () => void);
			}
		}
	}
}
