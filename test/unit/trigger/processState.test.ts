import { Call } from '../../../nodes/Signaturit/transport/call';
import { processState } from '../../../nodes/Signaturit/trigger/processState';

/** What the process knows of the trigger with this id. */
const stateOf = (id: string) =>
	processState(
		new Call({
			getWorkflow: () => ({ id: 'workflow', active: true }),
			getNode: () => ({ id }),
		} as never),
	);

describe('what a process knows of a trigger', () => {
	it('is kept while at most 9,999 others are asked for, and dropped for the ten-thousandth', () => {
		const [idle, used] = [stateOf('idle'), stateOf('used')];
		for (let index = 0; index < 9_998; index++) stateOf(`other ${index}`);
		expect(stateOf('used')).toBe(used);
		stateOf('one more');
		expect(stateOf('used')).toBe(used);
		expect(stateOf('idle')).not.toBe(idle);
	});
});
