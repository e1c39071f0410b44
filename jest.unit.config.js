/** The unit tests alone, as mutation testing runs them: often, so property tests make fewer runs. */
module.exports = {
	...require('./jest.config'),
	// Jest finds the tests of a changed file by its imports, which it follows inside these folders only.
	roots: ['<rootDir>/test/unit', '<rootDir>/nodes'],
	setupFiles: ['<rootDir>/test/unit/propertyRuns.ts'],
	globals: { propertyRunsShare: 0.1 },
	maxWorkers: 1,
	// These tests send nothing to the local service.
	testEnvironment: 'node',
	globalSetup: undefined,
	globalTeardown: undefined,
};
