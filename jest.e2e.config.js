module.exports = {
	...require('./jest.config'),
	testMatch: ['**/*.e2e.test.ts'],
	// What takes minutes belongs to a proof (.ci/prove).
	testPathIgnorePatterns: [
		'/node_modules/',
		'<rootDir>/test/e2e/queue/',
		...(process.env.E2E === 'all' ? [] : ['<rootDir>/test/e2e/interruptions']),
	],
	globalSetup: '<rootDir>/test/e2e/lib/install/packOnce.ts',
	globalTeardown: '<rootDir>/test/e2e/lib/install/removePacked.ts',
	testTimeout: 300_000,
	// One n8n and one browser at a time, because the machine may have only two cores.
	maxWorkers: 1,
};
