// Names the failed tests of Jest's result files, and adds them all up. A missing file counts as one failed test,
// and so does a suite that could not start.
const { existsSync, readFileSync } = require('node:fs');
const { basename, relative } = require('node:path');

let passed = 0;
let failed = 0;
for (const file of process.argv.slice(2)) {
	if (!existsSync(file)) {
		failed += 1;
		console.log(`failed: ${basename(file)} is missing`);
		continue;
	}
	const result = JSON.parse(readFileSync(file, 'utf8'));
	passed += result.numPassedTests;
	failed += result.numFailedTests + result.numRuntimeErrorTestSuites;
	if (result.numTotalTests === 0) failed += 1;
	for (const { name, status, message, assertionResults } of result.testResults ?? []) {
		const tests = assertionResults.filter((test) => test.status === 'failed');
		for (const { fullName } of tests) console.log(`failed: ${relative('.', name)} › ${fullName}`);
		if (status === 'failed' && tests.length === 0) {
			console.log(`failed: ${relative('.', name)}\n${message}`);
		}
	}
}
console.log(`${passed} passed, ${failed} failed`);
process.exitCode = failed === 0 ? 0 : 1;
