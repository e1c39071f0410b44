const { basename } = require('node:path');
const { default: Sequencer } = require('@jest/test-sequencer');

/** The files that take longest, the longest first: those of the end-to-end tests, of the fault table and of `npm test`. */
const LONGEST = [
	'editor.e2e.test.ts',
	'trigger.e2e.test.ts',
	'sendAndWait.e2e.test.ts',
	'catchUp.e2e.test.ts',
	'catchUpKilled.e2e.test.ts',
	'firstSteps.e2e.test.ts',
	'bulkSend.e2e.test.ts',
	'imports.e2e.test.ts',
	'subscription.e2e.test.ts',
	'writes.test.ts',
	'retryOnFail.test.ts',
	'retryAndContinueOnFail.test.ts',
	'continueOnFail.test.ts',
	'forgery.test.ts',
	'lists.test.ts',
	'receive.test.ts',
	'gates.test.ts',
	'once.test.ts',
	'rules.test.ts',
	'executions.test.ts',
	'remedies.test.ts',
	'timeout.test.ts',
	'lockModel.test.ts',
];

/**
 * Begins with the files that take longest: one that begins last would run alone at the end. Jest does so by itself
 * with what it remembers of earlier runs, which a fresh clone has not had.
 */
class LongestFirst extends Sequencer {
	sort(tests) {
		const first = LONGEST.flatMap((name) => tests.filter(({ path }) => basename(path) === name));
		const others = tests.filter((test) => !first.includes(test));
		return [...first, ...super.sort(others)];
	}
}

module.exports = LongestFirst;
