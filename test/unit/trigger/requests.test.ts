import { Watch } from '../../../nodes/Signaturit/trigger/pollState';
import { BEGIN, document, event, request, settings } from './histories';

const DAY = 86_400_000;
const open = request(document('d1', [event('document_opened', 1)]));
const ended = request(
	document('d1', [event('document_opened', 1), event('document_completed', 2)], 'completed'),
);
const audited = request(
	document('d1', [event('document_completed', 2), event('audit_trail_completed', 9)], 'completed'),
);
/** The status is ahead of the history. */
const silent = request(document('d1', [event('document_opened', 1)], 'completed'));

describe('the watched requests', () => {
	it('are those that have not ended', () => {
		const watch = new Watch();
		const chosen = settings('request_completed');
		watch.note(open, chosen, BEGIN);
		expect(watch.ids).toEqual(['s1']);
		watch.note(open, chosen, BEGIN + 100 * DAY);
		expect(watch.ids).toEqual(['s1']);
		watch.note(ended, chosen, BEGIN);
		expect(watch.ids).toEqual([]);
	});

	it.each([
		['any event', ['*'], audited, true],
		['a type that is in no list', ['contract_framed'], audited, true],
		['the audit trail', ['audit_trail_completed'], ended, true],
		['the audit trail, which is there', ['audit_trail_completed'], audited, true],
		['a type that the history does not have yet', ['document_completed'], silent, true],
		['the end', ['request_completed'], ended, false],
	])(
		'are for a day also those that have ended, when %s is waited for (%j)',
		(_, types, delivery, expected) => {
			const watch = new Watch();
			const chosen = settings(...types);
			const note = (now: number) => {
				watch.note(delivery, chosen, now);
				return watch.ids.length > 0;
			};
			watch.note(open, chosen, BEGIN);
			expect(note(BEGIN + 30 * DAY)).toBe(expected);
			expect(note(BEGIN + 31 * DAY)).toBe(expected);
			expect(note(BEGIN + 31 * DAY + 1)).toBe(false);
		},
	);

	it('that are seen for the first time when they have ended count from their last event on', () => {
		const chosen = settings('*');
		const watchedAt = (now: number) => {
			const watch = new Watch();
			watch.note(ended, chosen, now);
			return watch.ids;
		};
		expect(watchedAt(BEGIN + DAY)).toEqual(['s1']);
		expect(watchedAt(BEGIN + 2 * DAY)).toEqual([]);
	});

	it('count from the last event whose time can be read', () => {
		const oddEvent = { type: 'document_opened', createdAt: 'soon' };
		const odd = request(
			document('d1', [event('document_completed', 2), oddEvent, event('x', 1)], 'completed'),
		);
		const watchedAt = (now: number, delivery = odd) => {
			const watch = new Watch();
			watch.note(delivery, settings('*'), now);
			return watch.ids;
		};
		expect(watchedAt(BEGIN + 2_000 + DAY)).toEqual(['s1']);
		expect(watchedAt(BEGIN + 2_001 + DAY)).toEqual([]);
		expect(watchedAt(BEGIN, request(document('d1', [oddEvent], 'completed')))).toEqual([]);
	});

	it('have ended and still await the audit trail of one document when another has its own', () => {
		const waiting = document('d2', [event('document_completed', 3)], 'completed');
		for (const documents of [
			[...audited.records, waiting],
			[waiting, ...audited.records],
		]) {
			const watch = new Watch();
			watch.note(request(...documents), settings('audit_trail_completed'), BEGIN);
			expect(watch.ids).toEqual(['s1']);
		}
	});

	it('lose those that were asked for and not found, and keep those that were found or not asked for', () => {
		const watch = new Watch();
		for (const id of ['found', 'missing', 'other']) {
			watch.note({ ...open, id }, settings('*'), BEGIN);
		}
		watch.forgetMissing(['found', 'missing'], [{ ...open, id: 'found' }]);
		expect(watch.ids).toEqual(['found', 'other']);
	});

	it('tell what was seen: on the last newest page, or watched', () => {
		const watch = new Watch();
		watch.note(open, settings('*'), BEGIN);
		watch.noteNewest([{ ...open, id: 's2' }]);
		expect(['s1', 's2', 's3'].map((id) => watch.wasSeen(id))).toEqual([true, true, false]);
		watch.noteNewest([]);
		watch.forgetMissing(['s1'], []);
		expect(['s1', 's2'].map((id) => watch.wasSeen(id))).toEqual([false, false]);
	});
});
