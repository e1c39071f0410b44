/**
 * Mutation testing: changes the pure functions one place at a time and expects a unit test to fail.
 * `npm run test:mutation`; the report is `coverage/mutation/index.html`.
 */

const NODES = 'nodes/Signaturit';

/** Files whose functions n8n's engine tests, also those that need no context: they serve the others. */
const needN8n = [
	`${NODES}/input/locators.ts`,
	`${NODES}/transport/files/download.ts`,
	`${NODES}/transport/lists/lists.ts`,
	`${NODES}/trigger/{activation,subscription,testListen,poll,pollExecutions,readChanges,receive,answer,confirm,gates,known,starts,memoryGate,emit}.ts`,
];

/** Tables of texts, types, defaults and durations: a change in one runs every test again. */
const tables = [
	`${NODES}/events/catalogue.ts`,
	`${NODES}/input/fields.ts`,
	`${NODES}/trigger/fields.ts`,
];

/*
 * Survivors that no test can notice, because what they change makes no difference:
 *
 * - defaults that only satisfy the type checker: `= ''` of a destructured match or split, `?.` after a
 *   check that TypeScript does not see, `=== undefined` before a calculation that gives NaN
 *   (errors.ts, filterQuery.ts, form.ts, history.ts, paging.ts, request.ts);
 * - an empty `catch` block, or the text of an error that it takes: the function then returns `undefined`
 *   either way (form.ts, readPdf.ts);
 * - regular expressions of which Date.parse, URL or a caller refuses the rest of the text anyway
 *   (dates.ts, filterQuery.ts, reachability.ts, state.ts), and V8 reads +0000 like +00:00 (state.ts);
 * - values that equal the default they fall back to (settings.ts, state.ts);
 * - entries of a list that no other entry can equal (readList.ts, schemas.ts, files.ts), and a
 *   comparison of keys that differ (form.ts);
 * - clean-up of memory, and zod's code of an issue, which nobody reads (dates.ts,
 *   filterQuery.ts, schemas.ts);
 * - an end record at the very beginning of a ZIP file, which its first bytes rule out (zip.ts).
 */

// Jest's configuration reads it, in the processes that Stryker starts.
process.env.SUITE = 'mutation';

/** @type {import('@stryker-mutator/api/core').PartialStrykerOptions} */
export default {
	mutate: [
		`${NODES}/{database,transport,trigger,input,events}/**/*.ts`,
		...[...needN8n, ...tables].map((file) => `!${file}`),
	],
	// Elsewhere, functions that need a context of n8n are left out one by one.
	plugins: ['@stryker-mutator/*', './test/runner/needsN8n.mjs'],
	ignorers: ['needs-n8n'],
	testRunner: 'jest',
	jest: { configFile: 'jest.config.js' },
	coverageAnalysis: 'perTest',
	concurrency: 2,
	// Stryker loads the environment of the tests, which is TypeScript, by Node's own `require`.
	testRunnerNodeArgs: ['--require=tsx/cjs'],
	// Longer than any of these tests takes, so that an endless loop ends soon.
	timeoutMS: 5_000,
	// Only what changed since the last run is tested again.
	incremental: true,
	incrementalFile: 'coverage/mutation/incremental.json',
	reporters: ['clear-text', 'progress', 'html', 'json'],
	clearTextReporter: { allowColor: false, reportTests: false, reportMutants: true },
	htmlReporter: { fileName: 'coverage/mutation/index.html' },
	jsonReporter: { fileName: 'coverage/mutation/report.json' },
	thresholds: { high: 95, low: 90, break: 85 },
	tempDirName: 'coverage/stryker',
	ignorePatterns: ['/test/e2e/n8n/*/node_modules', '/demo-output', '/dist', '/coverage'],
};
