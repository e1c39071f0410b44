// Prints for each file of nodes/Signaturit/n8n/, which holds what n8n does not promise, whether tests in a real n8n have
// seen it work. room.json names such a test by a part of its name, or none: then only `npm test` takes it away.
const { readFileSync } = require('node:fs');
const room = require('./room.json');

const results = process.argv.slice(2).map((file) => JSON.parse(readFileSync(file, 'utf8')));
const tests = results.flatMap(({ testResults }) =>
	testResults.flatMap(({ assertionResults }) => assertionResults),
);
for (const [file, part] of Object.entries(room)) {
	const found = tests.filter(
		({ fullName, status }) => fullName.includes(part) && status !== 'pending',
	);
	const isSeen = found.length > 0 && found.every(({ status }) => status === 'passed');
	const said = isSeen ? `works: ${found[0].fullName}` : `NOT SEEN: ${part}`;
	console.log(`n8n/${file}.ts ${part ? said : 'is not looked at here'}`);
}
