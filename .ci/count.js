// Adds up Jest's result files. A missing file counts as one failed test, and so does a suite that could
// not start.
const { existsSync, readFileSync } = require('node:fs');

let passed = 0;
let failed = 0;
for (const file of process.argv.slice(2)) {
	if (!existsSync(file)) {
		failed += 1;
		continue;
	}
	const result = JSON.parse(readFileSync(file, 'utf8'));
	passed += result.numPassedTests;
	failed += result.numFailedTests + result.numRuntimeErrorTestSuites;
	if (result.numTotalTests === 0) failed += 1;
}
console.log(`${passed} passed, ${failed} failed`);
process.exitCode = failed === 0 ? 0 : 1;
