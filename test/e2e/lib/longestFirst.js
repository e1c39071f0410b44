const { basename } = require('node:path');
const { default: Sequencer } = require('@jest/test-sequencer');

/** The files that take minutes, the longest first. */
const LONGEST = ['bulkSend', 'sendAndWait', 'catchUp', 'trigger'].map(
	(name) => `${name}.e2e.test.ts`,
);

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
