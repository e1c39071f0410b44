const { createEmptyTestResult } = require('@jest/test-result');
const circus = require('jest-circus/runner').default;

/** By this variable, Stryker says which change of the code is switched on. */
const ACTIVE_CHANGE = '__STRYKER_ACTIVE_MUTANT__';

/** The tests of each file, as skipped ones. */
const skipped = new Map();

/** The change that a test has noticed last. */
let noticed;

/**
 * Runs the tests of a file for mutation testing. Jest would load a hundred files for one test that is wanted by its
 * name, and run all of them when one has failed. Here a file is skipped when none of its tests is wanted, or when
 * another file has noticed the change already. Stryker wants "jest-circus" in the path of this file.
 */
module.exports = async function run(...given) {
	const [{ testNamePattern }, , , , testFilePath] = given;
	const change = process.env[ACTIVE_CHANGE];
	const wanted = new RegExp(testNamePattern ?? '', 'i');
	const tests = skipped.get(testFilePath);
	const isNoticed = change !== undefined && change === noticed;
	if (tests && (isNoticed || !tests.some(({ fullName }) => wanted.test(fullName)))) {
		const numPendingTests = tests.length;
		return { ...createEmptyTestResult(), testFilePath, numPendingTests, testResults: tests };
	}
	const result = await circus(...given);
	if (result.numFailingTests > 0) noticed = change;
	if (!tests) {
		const pending = result.testResults.map((test) => ({ ...test, status: 'pending' }));
		skipped.set(testFilePath, pending);
	}
	return result;
};
