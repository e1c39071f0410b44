/**
 * Jest's configuration for all tests. `npm test` runs those of the suite `tests`; the scripts of package.json
 * choose another one by the environment variable SUITE.
 */
const { availableParallelism } = require('node:os');

const NODE_MODULES = '/node_modules/';
const END_TO_END = '\\.e2e\\.test\\.ts$';
const LONGEST_FIRST = '<rootDir>/test/runner/longestFirst.js';

const common = {
	rootDir: __dirname,
	roots: ['<rootDir>/test'],
	testMatch: ['**/*.test.ts'],
	testPathIgnorePatterns: [NODE_MODULES],
	runtime: '<rootDir>/test/runner/runtime.js',
	testEnvironment: '<rootDir>/test/witness/environment.ts',
	setupFiles: ['<rootDir>/test/runner/freshConnections.ts', '<rootDir>/test/runner/noNames.ts'],
	globalSetup: '<rootDir>/test/witness/before.ts',
	globalTeardown: '<rootDir>/test/witness/after.ts',
	transform: {
		'^.+\\.ts$': ['@swc/jest', { jsc: { target: 'es2022', parser: { syntax: 'typescript' } } }],
	},
	// n8n-core loads it for AI agents; it takes long, and no test needs it.
	moduleNameMapper: { '^@langchain/core/': '<rootDir>/test/workflow/engine/langChain.ts' },
	modulePathIgnorePatterns: ['<rootDir>/dist', '<rootDir>/test/e2e/n8n'],
	// It only ends what hangs, so no test has a limit of its own: tests wait for conditions, and the machine may be busy.
	// A test that ends after its limit goes on beside the next one, which then fails for its sake.
	testTimeout: 900_000,
	// Tests wait a third of their time.
	maxWorkers: Math.ceil(availableParallelism() * 1.5),
	testSequencer: LONGEST_FIRST,
};

/** The packed package in a real n8n, and pages in a real browser. */
const e2e = {
	testMatch: ['**/*.e2e.test.ts'],
	globalSetup: '<rootDir>/test/e2e/lib/install/packOnce.ts',
	globalTeardown: '<rootDir>/test/e2e/lib/install/removePacked.ts',
	// A test waits several times for n8n to start.
	testTimeout: 1_800_000,
	// The longest files wait for n8n's minutes and the node's pauses, and hardly use a core meanwhile.
	maxWorkers: 4,
	testSequencer: LONGEST_FIRST,
};

const suites = {
	tests: {
		testPathIgnorePatterns: [
			NODE_MODULES,
			END_TO_END,
			'<rootDir>/test/service/',
			'<rootDir>/test/faults/',
			'<rootDir>/test/record/',
			'<rootDir>/test/generators/',
			// Files that programs make for it belong to a proof (.ci/prove).
			...(process.env.FILES === 'all' ? [] : ['<rootDir>/test/files/made/']),
		],
	},
	/** The local service itself. */
	service: {
		roots: ['<rootDir>/test/service'],
		testPathIgnorePatterns: [NODE_MODULES, END_TO_END],
	},
	/** Clients that generators make of docs/openapi.yaml, with the local service. */
	generators: { roots: ['<rootDir>/test/generators'] },
	/**
	 * The fault table: every operation with every fault. Without FAULTS=all, a part of it that fits into the checks
	 * of every commit.
	 */
	faults: {
		roots: ['<rootDir>/test/faults'],
	},
	/** The recorder against the local service: whole runs of it, and answers that refute each question. */
	record: { roots: ['<rootDir>/test/record'] },
	e2e: {
		...e2e,
		// What takes minutes belongs to a proof (.ci/prove).
		testPathIgnorePatterns: [
			NODE_MODULES,
			'<rootDir>/test/e2e/queue/',
			...(process.env.E2E === 'all'
				? []
				: [
						...['imports', 'interruptions', 'options', 'recipes'].map(
							(name) => `<rootDir>/test/e2e/${name}`,
						),
						// Of the local service's own pages, those that the demo shows.
						'<rootDir>/test/service/specs/pages/(?!signing|requests)',
					]),
		],
	},
	/** n8n in queue mode. Without QUEUE=all, without the cases that wait for minutes. */
	queue: {
		...e2e,
		// Each test has a cluster of its own.
		maxWorkers: 1,
		roots: ['<rootDir>/test/e2e/queue'],
		testPathIgnorePatterns: process.env.QUEUE === 'all' ? [] : ['kill\\.e2e\\.test\\.ts$'],
	},
	/** The unit tests alone, as mutation testing runs them: often, so property tests make fewer runs. */
	mutation: {
		// Jest finds the tests of a changed file by its imports, which it follows inside these folders only.
		roots: ['<rootDir>/test/unit', '<rootDir>/nodes'],
		setupFiles: ['<rootDir>/test/unit/propertyRuns.ts'],
		globals: { propertyRunsShare: 0.1 },
		maxWorkers: 1,
		// Stryker does not know Jest's <rootDir>.
		testEnvironment: `${__dirname}/test/runner/mutatedEnvironment.ts`,
		testRunner: '<rootDir>/test/runner/jest-circus/matching.js',
		// Longer than any of these tests takes, so that one which a change keeps waiting fails soon.
		testTimeout: 5_000,
		// These tests send nothing to the local service.
		globalSetup: undefined,
		globalTeardown: undefined,
	},
};

const { SUITE = 'tests' } = process.env;
if (!Object.hasOwn(suites, SUITE)) {
	throw new Error(`There is no suite "${SUITE}", only ${Object.keys(suites).join(', ')}`);
}

module.exports = { ...common, ...suites[SUITE] };
