/** The recorder (test/record) against the local service: whole runs of it, and answers that refute each question. */
module.exports = {
	...require('./jest.config'),
	roots: ['<rootDir>/test/record'],
	testPathIgnorePatterns: ['/node_modules/'],
};
