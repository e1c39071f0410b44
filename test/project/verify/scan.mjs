/**
 * Runs n8n's scanner of community packages, as n8n does before it lists one: `node scan.mjs <source> <package>`
 * with the folder of the sources, and that of the unpacked tarball. Prints what it finds fault with, and fails then.
 */
import {
	analyzePackage,
	SOURCE_FILE_PATTERNS,
} from '@n8n/scan-community-package/scanner/scanner.mjs';

const [source, unpacked] = process.argv.slice(2);
const results = [
	await analyzePackage(source, SOURCE_FILE_PATTERNS),
	await analyzePackage(unpacked, ['**/*.js', 'package.json']),
];
for (const { passed, message, details } of results) {
	if (!passed) console.log(message, details ?? '');
}
process.exitCode = results.every(({ passed }) => passed) ? 0 : 1;
