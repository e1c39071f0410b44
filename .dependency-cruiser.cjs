/** Which room may import which; ARCHITECTURE.md draws the floors. Checked by `npm run lint`. */

const NODES = '^nodes/Signaturit';
const SERVICE = '^test/service';

/** The floors of the nodes, from the top. */
const nodeFloors = [
	[`${NODES}/[^/]+\\.node\\.ts$`],
	[`${NODES}/actions/`, `${NODES}/trigger/`, `${NODES}/methods/`],
	[`${NODES}/embedded/`],
	[`${NODES}/input/`],
	[`${NODES}/events/`],
	[`${NODES}/database/`],
	[`${NODES}/transport/`],
	[`${NODES}/n8n/`],
];

/** The floors of actions/, from the top: how an operation is run, operations, their parts, what they say, one sending. */
const actionFloors = [
	['index.ts', 'router.ts'],
	['checking/'],
	['certified/', 'resources/', 'signature/'],
	['deliveries.ts'],
	['auditTrails.ts', 'filters.ts', 'plainForm.ts', 'records.ts'],
	['plain.ts', 'plainList.ts', 'results.ts', 'waiting/'],
	['agent/', 'failedRows.ts', 'pace.ts', 'refused.ts'],
	['operation.ts', 'reporting.ts'],
	['output.ts', 'sending/'],
	['additional.ts', 'contacts.ts', 'itemResult.ts', 'line.ts', 'unheard.ts', 'unknownN8n.ts'],
].map((rooms) => rooms.map((room) => `${NODES}/actions/${room}`));

/** The floors of the local service, from the top; test/service/README.md tells them. */
const serviceFloors = [
	[`${SERVICE}/specs/`],
	[`${SERVICE}/[^/]+\\.ts$`],
	[`${SERVICE}/control/`, `${SERVICE}/pages/`, `${SERVICE}/routes/`],
	[`${SERVICE}/description/`],
	[`${SERVICE}/world/`],
	['http', 'validation', 'pdf', 'events', 'wire'].map((room) => `${SERVICE}/${room}/`),
	[`${SERVICE}/domain/fields/`, `${SERVICE}/domain/certified/`],
	[`${SERVICE}/domain/signatures/`],
	[`${SERVICE}/domain/files/`],
	[`${SERVICE}/domain/[^/]+\\.ts$`],
];

/** The trigger's files, by stages, and what each stage may import of the others. An event passes them in this order. */
const stages = {
	activation: ['activation', ['testListen', 'subscription', 'panel', 'process', 'history']],
	poll: [
		'poll|readChanges',
		['gates', 'missedPosts', 'subscription', 'panel', 'process', 'history'],
	],
	receive: ['receive', ['gates', 'testListen', 'answer', 'panel', 'process', 'history']],
	emit: ['emit|item', ['gates', 'panel', 'process', 'history', 'memory']],
	gates: [
		'gates?|post|knownGate|starts|memoryGate|pollExecutions',
		['answer', 'panel', 'process', 'history', 'confirm', 'counted', 'memory'],
	],
	counted: ['counted', ['history']],
	confirm: ['confirm', ['process', 'history']],
	memory: ['memory', ['process', 'history']],
	testListen: ['testListen', ['subscription', 'answer', 'panel', 'process', 'history']],
	answer: ['answer', ['history']],
	subscription: ['subscription', ['panel']],
	missedPosts: ['missedPosts', []],
	history: ['history', ['panel']],
	process: ['processState|pollState|progress', ['panel', 'history']],
	panel: ['fields|settings', []],
	// All of them may import it.
	delays: ['delays', []],
};
const filesOf = (stage) => `${NODES}/trigger/(${stages[stage][0]})\\.ts$`;

/** A room imports from lower floors only: not from higher ones, and not from another room of its own. */
const upwards = [nodeFloors, actionFloors, serviceFloors].flatMap((floors) =>
	floors.flatMap((rooms, floor) =>
		rooms.map((room) => ({
			name: 'no-import-upwards',
			severity: 'error',
			from: { path: room },
			to: {
				path: floors
					.slice(0, floor + 1)
					.flat()
					.filter((other) => other !== room),
			},
		})),
	),
);

const betweenStages = Object.entries(stages).map(([stage, [, others]]) => ({
	name: 'no-import-against-an-events-way',
	comment: 'Files of the trigger import only what this table allows.',
	severity: 'error',
	from: { path: filesOf(stage) },
	to: { path: `${NODES}/trigger/`, pathNot: [stage, 'delays', ...others].map(filesOf) },
}));

/** What is on no floor could be imported from anywhere. */
const withoutFloor = {
	name: 'no-file-of-actions-without-a-floor',
	severity: 'error',
	from: {},
	to: { path: `${NODES}/actions/`, pathNot: actionFloors.flat() },
};

/** What is in no stage could be imported from anywhere. */
const withoutStage = {
	name: 'no-file-of-the-trigger-without-a-stage',
	severity: 'error',
	from: {},
	to: { path: `${NODES}/trigger/`, pathNot: Object.keys(stages).map(filesOf) },
};

module.exports = {
	forbidden: [
		...upwards.filter(({ to }) => to.path.length > 0),
		...betweenStages,
		withoutStage,
		withoutFloor,
		{
			name: 'no-circle',
			severity: 'error',
			from: {},
			to: { circular: true },
		},
		{
			name: 'no-unpublished-import',
			comment:
				'n8n brings n8n-workflow, and the published file has luxon and zod in it; there is nothing else at run time.',
			severity: 'error',
			from: { path: '^(nodes|credentials)/' },
			to: {
				pathNot: ['^(nodes|credentials)/', '^node_modules/(n8n-workflow|luxon|zod)/', '^crypto$'],
			},
		},
		{
			name: 'no-node-code-in-the-local-service',
			comment:
				'The local service is built from the documentation alone; it shares no code with nodes/.',
			severity: 'error',
			from: { path: SERVICE },
			to: { path: '^(nodes|credentials)/' },
		},
		{
			name: 'no-other-code-in-the-recorder',
			comment:
				'The recorder is a witness of its own: it shares no code with the nodes, nor with the local service except in its tests.',
			severity: 'error',
			from: { path: '^test/record/', pathNot: '^test/record/specs/' },
			to: { path: ['^(nodes|credentials)/', SERVICE] },
		},
		{
			name: 'no-unresolvable-import',
			severity: 'error',
			// A program there imports the client that is made before it runs.
			from: { pathNot: '^test/generators/.*\\.mts$' },
			// Paths that begin with a slash are addresses of the local service's own pages.
			to: { couldNotResolve: true, pathNot: '^/' },
		},
	],
	options: {
		doNotFollow: { path: 'node_modules' },
		exclude: { path: '^test/e2e/n8n/' },
		// Imports of types count as well.
		tsPreCompilationDeps: true,
		// Packages name here what may be imported.
		enhancedResolveOptions: { exportsFields: ['exports'], conditionNames: ['types', 'require'] },
	},
};
