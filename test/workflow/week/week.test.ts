import fc from 'fast-check';
import { delays } from '../../../nodes/Signaturit/transport/deadline';
import { startEngine, stopEngine } from '../engine/engine';
import { shortDelays } from '../engine/shortDelays';
import { endQuietly, kinds, take, type Step } from './steps';
import { World, type Setting } from './world';

/** How many sequences; `npm run prove` lives more. */
const RUNS = Number(process.env.WEEKS ?? 8);

shortDelays();
beforeAll(async () => {
	await startEngine();
	const { execution } = delays.looks;
	// Executions of posts that nobody can confirm look for so long.
	delays.looks = { ...delays.looks, execution: { ...execution, all: 60 } };
});
afterAll(stopEngine);

const tried = Object.keys(kinds) as Array<Step['kind']>;

const settings: fc.Arbitrary<Setting> = fc.record({
	listensToAccount: fc.boolean(),
	isPolling: fc.boolean(),
	isNewer: fc.boolean(),
});
const steps: fc.Arbitrary<Step> = fc.record({
	kind: fc.oneof(
		// Most of a week is that.
		fc.constantFrom<Step['kind']>('send', 'sign', 'poll', 'publish'),
		fc.constantFrom(...tried),
	),
	which: fc.nat(9),
});

/** Steps by their kinds; `bounce 2` is a step with the number 2. */
const sequence = (kinds: string): Step[] =>
	kinds.split(', ').map((step) => {
		const [, kind, which] = /^(.*?)(?: (\d))?$/.exec(step) ?? [];
		return { kind: kind as Step['kind'], which: Number(which ?? 0) };
	});

/** What was wrong once. */
const examples: Array<[Setting, Step[]]> = [
	// The token of another account and back, with a publication there: the polls know both, n8n has stored neither.
	[
		{ listensToAccount: false, isPolling: false, isNewer: false },
		sequence(
			'publish, send, other account, send, sign, send, send, publish, send, other account, send, send, send, send, send, send, send',
		),
	],
	// Unpublished at another address than it was published at, where it could not be activated.
	[
		{ listensToAccount: true, isPolling: false, isNewer: false },
		sequence(
			'publish, wrong token, move, publish, new token, send, sign, send, send, send, send, change Events',
		),
	],
	// The same while n8n still tries to activate it.
	[
		{ listensToAccount: true, isPolling: false, isNewer: false },
		sequence(
			'publish, send, wrong token, move, sign, send, send, send, send, send, send, send, new token, publish',
		),
	],
	// The subscription to the account could not be ended when the trigger listened to its workflow from then on.
	[
		{ listensToAccount: true, isPolling: false, isNewer: false },
		sequence(
			'send, send, change Events, service away, send by hand, change Listen To, hold posts, send, bounce 2',
		),
	],
	// Published with the token of another account while nothing was answered: it is the first account that it sees.
	[
		{ listensToAccount: false, isPolling: false, isNewer: false },
		sequence('send, other account, send, answers broken, change Events, sign, other account, send'),
	],
];

describe('a week of a trigger, whatever happens in it', () => {
	it('brings once what docs/trigger.md promises, and nothing else', async () => {
		await fc.assert(
			fc.asyncProperty(
				settings,
				fc.array(steps, { minLength: 15, maxLength: 30 }),
				async (setting, steps) => {
					const world = await World.begin(setting);
					try {
						for (const step of steps) await take(world, step);
						await endQuietly(world);
					} finally {
						await world.close();
					}
				},
			),
			{
				numRuns: RUNS,
				// Always the same ones, so that no commit fails for what it has not changed.
				seed: RUNS > 8 ? undefined : 20,
				examples,
			},
		);
	});
});
