/** The unit tests alone, as mutation testing runs them: often, so property tests make fewer runs. */
module.exports = {
	...require('./jest.config'),
	roots: ['<rootDir>/test/unit'],
	setupFiles: ['<rootDir>/test/unit/propertyRuns.ts'],
	globals: { propertyRunsShare: 0.1 },
	maxWorkers: 1,
};
