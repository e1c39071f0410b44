/** n8n in queue mode (test/e2e/queue). Without QUEUE=all, without the cases that wait for minutes. */
module.exports = {
	...require('./jest.e2e.config'),
	roots: ['<rootDir>/test/e2e/queue'],
	testPathIgnorePatterns: process.env.QUEUE === 'all' ? [] : ['kill\\.e2e\\.test\\.ts$'],
};
