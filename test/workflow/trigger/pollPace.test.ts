import { triggerDelays } from '../../../nodes/Signaturit/trigger/delays';
import { until } from '../engine/until';
import { lifecycleOn } from './lifecycle';
import { handovers, sendMany, typesOf } from './pollScenes';
import { triggerRig } from './rig';

const rig = triggerRig();
const EVENTS = { events: ['document_completed'] };
const COUNT = 12;

/** However slow the machine is, the polls wait for answers. */
let next: number;
beforeAll(() => {
	({ next } = triggerDelays.poll);
	triggerDelays.poll.next = 60_000;
});
afterAll(() => {
	triggerDelays.poll.next = next;
});

beforeEach(async () => await rig.reset(EVENTS));
afterEach(() => {
	jest.restoreAllMocks();
	rig.memory.beforeWrite = () => undefined;
});

/** Lets nothing be recorded until the result is called. */
function holdMemory(): () => void {
	let release: () => void = () => undefined;
	const released = new Promise<void>((resolve) => {
		release = resolve;
	});
	rig.memory.beforeWrite = async (scope) => {
		if (scope === 'node' && handovers(rig, 'happenings').length > 0) await released;
	};
	return () => release();
}

describe('the executions that a poll starts', () => {
	it('are five at a time, until all were given out', async () => {
		let [underWay, most] = [0, 0];
		const run = rig.run.bind(rig);
		jest.spyOn(rig, 'run').mockImplementation((items, mode, workflow, onResponse) => {
			most = Math.max(most, ++underWay);
			return run(items, mode, workflow, (response) => {
				underWay--;
				onResponse?.(response);
			});
		});
		await sendMany(rig, { count: COUNT, status: 'completed' });
		await rig.polls()();
		expect(await typesOf(rig)).toHaveLength(COUNT);
		expect(most).toBe(5);
	});

	it('go on when one ends without having given anything out', async () => {
		let failures = 2;
		rig.memory.beforeWrite = (scope) => {
			if (scope !== 'node' || handovers(rig, 'happenings').length === 0) return;
			if (failures-- > 0) throw new Error('The database fails');
		};
		await sendMany(rig, { count: COUNT, status: 'completed' });
		await rig.polls()();
		expect(handovers(rig, 'happenings')).toHaveLength(COUNT);
	});

	it('are no more when the trigger is deactivated', async () => {
		const { activate, deactivate } = lifecycleOn(rig, EVENTS);
		await activate();
		await sendMany(rig, { count: COUNT, status: 'completed' });
		const release = holdMemory();
		const poll = rig.polls()();
		await until(() => handovers(rig, 'happenings').length === 5);
		await deactivate();
		release();
		await poll;
		expect(handovers(rig, 'happenings')).toHaveLength(5);
	});
});

describe('a question to the memory whose execution fails', () => {
	it('starts nothing, and the next poll asks again', async () => {
		rig.memory.beforeWrite = (scope) => {
			if (scope === 'node') throw new Error('The database fails');
		};
		await sendMany(rig, { count: 2, status: 'completed' });
		const poll = rig.polls();
		await poll();
		expect(handovers(rig, 'happenings')).toEqual([]);
		rig.memory.beforeWrite = () => undefined;
		await poll();
		expect(handovers(rig, 'question')).toHaveLength(2);
		expect(handovers(rig, 'happenings')).toHaveLength(2);
	});
});
