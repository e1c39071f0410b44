const asyncHooks = require('node:async_hooks');
const { statSync } = require('node:fs');
const { isBuiltin } = require('node:module');
const { dirname, resolve, sep } = require('node:path');
const vm = require('node:vm');
const { default: Runtime } = require('jest-runtime');

/** The part of Jest that keeps the tests of a file: each file loads it anew. */
const CIRCUS = /^jest-circus($|\/)/;

/** The local service, without its tests: it keeps all that a test can change in the object of a running service. */
const SERVICE = resolve(__dirname, '..', 'service') + sep;
const SPECS = resolve(SERVICE, 'specs') + sep;

/**
 * Where Jest keeps the test or hook that runs. Jest's own storage follows every promise of the worker, which takes
 * long; here one test runs at a time, and a late error fails the one that runs then.
 */
class RunningTest {
	#running;

	run(running, callback) {
		const outer = this.#running;
		const end = () => {
			this.#running = outer;
		};
		this.#running = running;
		return callback().finally(end);
	}

	getStore() {
		return this.#running;
	}
}

/**
 * Loads the modules of a test file as Jest does, but packages and the local service once for all files of a worker:
 * loading n8n takes longer than most files, and the service's code is optimized for all of them. It needs the
 * environment of `environment.ts`; in others it changes nothing.
 */
module.exports = class SharingRuntime extends Runtime {
	#shared;
	#sharesService;

	constructor(...given) {
		super(...given);
		const [, { worker, isWatched }] = given;
		if (!worker) return;
		// Who watches the tests may change the service between two runs of this process.
		this.#sharesService = !isWatched;
		worker.shared ??= new Runtime(...given);
		this.#shared = worker.shared;
		// Traces of errors look here for the lines of modules, whoever has loaded them.
		this.transformCache.sourceMaps = worker.shared.transformCache.sourceMaps;
		worker.transformed ??= new Map();
		transformOnce(this.transformCache, worker.transformed);
		worker.compiled ??= new Map();
		compileOnce(this.executor, worker);
	}

	requireModule(from, name, options, isRequireActual) {
		if (options?.isInternalModule && name === 'node:async_hooks') {
			return { ...asyncHooks, AsyncLocalStorage: RunningTest };
		}
		const isShared = isPackage(name) || (this.#sharesService && isService(from, name));
		if (!this.#shared || !isShared) {
			return super.requireModule(from, name, options, isRequireActual);
		}
		return options?.isInternalModule
			? this.#shared.requireInternalModule(from, name)
			: this.#shared.requireModule(from, name);
	}
};

/** Reads and transforms a module once for all files of a worker, or again when it has changed. */
function transformOnce(cache, transformed) {
	const transform = cache.transform.bind(cache);
	cache.transform = (filename, options) => {
		const { mtimeMs } = statSync(filename);
		let known = transformed.get(filename);
		if (known?.mtimeMs !== mtimeMs) {
			const code = transform(filename, options);
			const kept = [cache.transforms, cache.sourceMaps].map((map) => map.get(filename));
			known = { mtimeMs, code, kept };
			transformed.set(filename, known);
		}
		// Traces of errors and the coverage look here.
		const [result, sourceMap] = known.kept;
		if (result) cache.transforms.set(filename, result);
		if (sourceMap) cache.sourceMaps.set(filename, sourceMap);
		return known.code;
	};
}

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

/** Whether `name` is a module of the local service. */
function isService(from, name) {
	if (!name?.startsWith('.')) return false;
	const path = resolve(dirname(from), name);
	return `${path}${sep}`.startsWith(SERVICE) && !path.startsWith(SPECS);
}
