const { availableParallelism } = require('node:os');

module.exports = {
	rootDir: __dirname,
	roots: ['<rootDir>/test'],
	testEnvironment: '<rootDir>/test/witness/environment.ts',
	runtime: '<rootDir>/test/runner/runtime.js',
	globalSetup: '<rootDir>/test/witness/before.ts',
	globalTeardown: '<rootDir>/test/witness/after.ts',
	testMatch: ['**/*.test.ts'],
	testPathIgnorePatterns: [
		'/node_modules/',
		'\\.e2e\\.test\\.ts$',
		'<rootDir>/test/faults/',
		'<rootDir>/test/record/',
	],
	transform: {
		'^.+\\.ts$': ['@swc/jest', { jsc: { target: 'es2022', parser: { syntax: 'typescript' } } }],
	},
	// n8n-core loads it for AI agents, and no test needs it; loading it anew for each file takes long.
	moduleNameMapper: { '^@langchain/core/': '<rootDir>/test/workflow/engine/langChain.ts' },
	modulePathIgnorePatterns: ['<rootDir>/dist', '<rootDir>/test/e2e/n8n'],
	// It only ends what hangs: tests wait for conditions, and the machine may be busy.
	testTimeout: 60_000,
	// Tests spend much time waiting: one worker for each core would leave the cores idle.
	maxWorkers: Math.ceil(availableParallelism() * 1.5),
};
