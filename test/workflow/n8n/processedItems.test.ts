import { Signaturit } from '../../../nodes/Signaturit/Signaturit.node';
import { ADA, CHARLES } from '../../people';
import { creations, newName } from '../actions/sending/creations';
import { addNodeType } from '../engine/engine';
import { movedIn } from '../engine/moved';
import { triggerRig } from '../trigger/rig';

const { run, posts } = creations();
const rig = triggerRig();

const WORDS = 'run without their lock. This version of n8n';

describe('in an n8n without a list of processed items', () => {
	it('Create with a Reference creates, and says once for all items that it may do so twice', async () => {
		const log: string[] = [];
		const drop = () => undefined;
		const logger = { debug: drop, info: drop, warn: drop, error: (line: string) => log.push(line) };
		const moved = movedIn(new Signaturit(), (n8n) => {
			const { checkProcessedAndRecord: _, removeProcessed: __, ...helpers } = n8n.helpers;
			return { helpers, logger };
		});
		addNodeType('movedSignaturit', moved);
		const item = () => ({ email: ADA.email, reference: newName() });
		for (const _ of ['one execution', 'the next one']) {
			const { items, hints, error } = await run(
				[item(), item(), item()],
				{ reference: true },
				{ type: { name: 'movedSignaturit', version: 1 } },
			);
			expect(error).toBeUndefined();
			expect(items).toHaveLength(3);
			expect(hints.filter((hint) => hint.includes(WORDS))).toHaveLength(1);
		}
		expect(await posts()).toBe(6);
		expect(log).toEqual([expect.stringContaining(WORDS)]);
	});
});

describe('in an n8n that does not say which values are new', () => {
	it('the trigger gives each event out, and its executions say that it may come twice', async () => {
		await rig.reset({ events: ['document_completed'] });
		jest.spyOn(rig.memory, 'checkProcessedAndRecord').mockResolvedValue({ new: [], processed: [] });
		const { id } = await rig.send();
		for (const { email } of [ADA, CHARLES]) await rig.control.sign({ signatureId: id, email });
		const executions = await rig.settled();
		expect(executions.flatMap(({ items }) => items)).toHaveLength(2);
		for (const { hints, items } of executions) {
			const said = hints.map(({ message }) => message);
			expect(said).toEqual(items.length > 0 ? [expect.stringContaining(WORDS)] : []);
		}
	});
});
