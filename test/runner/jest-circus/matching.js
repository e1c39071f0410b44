const { createEmptyTestResult } = require('@jest/test-result');
const circus = require('jest-circus/runner').default;
const { existsSync, mkdirSync, readFileSync, writeFileSync } = require('node:fs');
const { join, relative } = require('node:path');

/** The tests of each file as skipped ones; those of the unchanged code, whichever process has run it. */
const skippedTests = new Map();

/**
 * Runs the tests of a file for mutation testing. Jest would load a hundred files for one test that is wanted by its
 * name, and run all of them when one has failed. Here a file is skipped when none of its tests is wanted, or when one
 * has noticed the change already (`mutatedEnvironment.ts`). Stryker wants "jest-circus" in the path of this file.
 */
module.exports = async function run(...given) {
	const [{ testNamePattern }, { rootDir }, environment, , testFilePath] = given;
	const folder = join(rootDir, 'coverage', 'skipped');
	const kept = join(folder, `${relative(rootDir, testFilePath).replaceAll(/[\\/]/g, '+')}.json`);
	if (environment.change === undefined) {
		const result = await circus(...given);
		const tests = result.testResults.map((test) => ({ ...test, status: 'pending' }));
		mkdirSync(folder, { recursive: true });
		writeFileSync(kept, JSON.stringify(tests));
		return result;
	}
	if (!skippedTests.has(kept) && existsSync(kept)) {
		skippedTests.set(kept, JSON.parse(readFileSync(kept, 'utf8')));
	}
	const wanted = new RegExp(testNamePattern ?? '', 'i');
	const tests = skippedTests.get(kept);
	if (tests && (environment.isNoticed || !tests.some(({ fullName }) => wanted.test(fullName)))) {
		const numPendingTests = tests.length;
		return { ...createEmptyTestResult(), testFilePath, numPendingTests, testResults: tests };
	}
	return await circus(...given);
};
