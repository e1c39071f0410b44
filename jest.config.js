module.exports = {
	rootDir: __dirname,
	roots: ['<rootDir>/test'],
	testEnvironment: 'node',
	testMatch: ['**/*.test.ts'],
	testPathIgnorePatterns: ['/node_modules/', '\\.e2e\\.test\\.ts$', '<rootDir>/test/faults/'],
	transform: {
		'^.+\\.ts$': ['@swc/jest', { jsc: { target: 'es2022', parser: { syntax: 'typescript' } } }],
	},
	modulePathIgnorePatterns: ['<rootDir>/dist', '<rootDir>/test/e2e/n8n'],
	testTimeout: 20_000,
	// Tests spend much time waiting; with its default, Jest would leave one of two cores idle.
	maxWorkers: '100%',
};
