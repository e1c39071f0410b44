/**
 * The fault table (test/faults): every operation with every fault. Without FAULTS=all, a part of it that
 * fits into the checks of every commit.
 */
module.exports = {
	...require('./jest.config'),
	roots: ['<rootDir>/test/faults'],
	testPathIgnorePatterns: ['/node_modules/'],
	testTimeout: 900_000,
	globalSetup: '<rootDir>/test/faults/report/before.ts',
	globalTeardown: '<rootDir>/test/faults/report/after.ts',
};
