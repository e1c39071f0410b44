const asyncHooks = require('node:async_hooks');
const { isBuiltin } = require('node:module');
const vm = require('node:vm');
const { default: Runtime } = require('jest-runtime');

/** The part of Jest that keeps the tests of a file: each file loads it anew. */
const CIRCUS = /^jest-circus($|\/)/;

/**
 * Where Jest keeps the test that runs. Jest itself leaves it switched on when the file ends, so Node tells it of
 * every promise of later files. Timers that are still open hold what is stored, and with it all modules of the
 * file; here they hold a key only.
 */
class FileStorage extends asyncHooks.AsyncLocalStorage {
	#stored = new WeakMap();

	run(store, ...call) {
		const key = {};
		this.#stored.set(key, store);
		return super.run(key, ...call);
	}

	getStore() {
		return this.#stored.get(super.getStore());
	}

	end() {
		this.disable();
		this.#stored = new WeakMap();
	}
}

/**
 * Loads the modules of a test file as Jest does, but packages once for all files of a worker: loading n8n takes
 * longer than most files. It needs the environment of `environment.ts`; in others it changes nothing.
 */
module.exports = class SharingRuntime extends Runtime {
	#packages;
	#storages = [];

	constructor(...given) {
		super(...given);
		const [, { worker }] = given;
		if (!worker) return;
		worker.packages ??= new Runtime(...given);
		this.#packages = worker.packages;
		worker.compiled ??= new Map();
		compileOnce(this.executor, worker);
	}

	requireModule(from, name, options, isRequireActual) {
		if (options?.isInternalModule && name === 'node:async_hooks') return this.#trackedHooks();
		if (!this.#packages || !isPackage(name)) {
			return super.requireModule(from, name, options, isRequireActual);
		}
		return options?.isInternalModule
			? this.#packages.requireInternalModule(from, name)
			: this.#packages.requireModule(from, name);
	}

	teardown() {
		super.teardown();
		for (const storage of this.#storages) storage.end();
	}

	/** Node's module, whose storages end with the test file. */
	#trackedHooks() {
		const storages = this.#storages;
		class TrackedStorage extends FileStorage {
			constructor() {
				super();
				storages.push(this);
			}
		}
		return { ...asyncHooks, AsyncLocalStorage: TrackedStorage };
	}
};

/**
 * Compiles a module once for all files of a worker, which share a context. The code is run anew for each file, so
 * nothing else is shared, but V8 need not learn again which parts are used often.
 */
function compileOnce(executor, { node, compiled }) {
	const compile = executor.compile.bind(executor);
	const parsingContext = node.getVmContext();
	executor.compile = (source, filename) => {
		const known = compiled.get(filename);
		if (known?.source === source) return known.run;
		try {
			const run = vm.compileFunction(source, executor.injectedModuleParameters, {
				filename,
				parsingContext,
			});
			compiled.set(filename, { source, run });
			return run;
		} catch {
			// Jest says what is wrong.
			return compile(source, filename);
		}
	};
}

function isPackage(name = '.') {
	return /^[^./]/.test(name) && !isBuiltin(name) && !CIRCUS.test(name);
}
