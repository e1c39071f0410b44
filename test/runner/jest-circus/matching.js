const { createEmptyTestResult } = require('@jest/test-result');
const circus = require('jest-circus/runner').default;
const { existsSync, mkdirSync, readFileSync, writeFileSync } = require('node:fs');
const { join, relative } = require('node:path');

/** By this variable, Stryker says which change of the code is switched on. */
const ACTIVE_CHANGE = '__STRYKER_ACTIVE_MUTANT__';

/** The tests of each file as skipped ones; those of the unchanged code, whichever process has run it. */
const skippedTests = new Map();

/** The change that a test has noticed last. */
let noticed;

/**
 * Runs the tests of a file for mutation testing. Jest would load a hundred files for one test that is wanted by its
 * name, and run all of them when one has failed. Here a file is skipped when none of its tests is wanted, or when
 * another file has noticed the change already. Stryker wants "jest-circus" in the path of this file.
 */
module.exports = async function run(...given) {
	const [{ testNamePattern }, { rootDir }, , , testFilePath] = given;
	const change = process.env[ACTIVE_CHANGE];
	const folder = join(rootDir, 'coverage', 'skipped');
	const kept = join(folder, `${relative(rootDir, testFilePath).replaceAll(/[\\/]/g, '+')}.json`);
	if (change === undefined) {
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
	if (tests && (change === noticed || !tests.some(({ fullName }) => wanted.test(fullName)))) {
		const numPendingTests = tests.length;
		return { ...createEmptyTestResult(), testFilePath, numPendingTests, testResults: tests };
	}
	const result = await circus(...given);
	if (result.numFailingTests > 0) noticed = change;
	return result;
};
