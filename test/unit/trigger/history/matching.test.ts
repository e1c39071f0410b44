import fc from 'fast-check';
import { eventsOf } from '../../../../nodes/Signaturit/trigger/history/happening';
import { findEvent } from '../../../../nodes/Signaturit/trigger/history/matching';
import { at, event } from './histories';

const find = (
	history: ReturnType<typeof event>[],
	claimed: { type?: string; seconds: number; own?: ReturnType<typeof event>[] },
	isLastLook = false,
) => {
	const { type = 'x', seconds, own = [] } = claimed;
	const found = findEvent(history, { type, createdAt: at(seconds), events: own }, isLastLook);
	return found && [found.createdAt, found.nth];
};

describe('a posted event', () => {
	it('is the one of its type and its time, in any order of the history', () => {
		const history = [event('x', 40), event('y', 5), event('x', 5), event('x', 6)];
		expect(find(history, { seconds: 5 })).toEqual([at(5), 1]);
		expect(find(history, { seconds: 5 }, true)).toEqual([at(5), 1]);
		expect(find(history, { type: 'z', seconds: 5 }, true)).toBeUndefined();
	});

	it('is the nth of its second when its own history counts to it', () => {
		const twice = [event('x', 5), event('x', 5)];
		expect(find(twice, { seconds: 5, own: [event('x', 5)] })).toEqual([at(5), 1]);
		expect(find(twice, { seconds: 5, own: twice })).toEqual([at(5), 2]);
		expect(find(twice, { seconds: 5, own: [event('x', 4), event('y', 5)] })).toEqual([at(5), 1]);
	});

	it('is not taken for an earlier one of its second before the last look', () => {
		const posted = { seconds: 5, own: [event('x', 5), event('x', 5)] };
		expect(find([event('x', 5)], posted)).toBeUndefined();
		expect(find([event('x', 5)], posted, true)).toEqual([at(5), 1]);
	});

	it('is the nearest one within a minute at the last look, and before that none', () => {
		const history = [event('x', 0), event('x', 50)];
		expect(find(history, { seconds: 30 })).toBeUndefined();
		expect(find(history, { seconds: 30 }, true)).toEqual([at(50), 1]);
		expect(find(history, { seconds: 20 }, true)).toEqual([at(0), 1]);
		expect(find(history, { seconds: 110 }, true)).toEqual([at(50), 1]);
		expect(find(history, { seconds: 111 }, true)).toBeUndefined();
	});

	it('is found by its own time in every history that has it, as itself', () => {
		const histories = fc.array(fc.record({ type: fc.constantFrom('x', 'y'), seconds: fc.nat(3) }), {
			minLength: 1,
			maxLength: 10,
		});
		fc.assert(
			fc.property(histories, fc.nat(), fc.boolean(), (plan, pick, isLastLook) => {
				const history = plan.map(({ type, seconds }) => event(type, seconds));
				const index = pick % history.length;
				const { type = '', createdAt = '' } = history[index] ?? {};
				const events = history.slice(0, index + 1);
				const found = findEvent(history, { type, createdAt, events }, isLastLook);
				expect(found).toEqual(eventsOf({ events })[index]);
			}),
		);
	});
});
