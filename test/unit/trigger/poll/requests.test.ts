import { Watch } from '../../../../nodes/Signaturit/trigger/poll/pollState';
import { BEGIN, document, event, request, settings } from '../history/histories';

const DAY = 86_400_000;
const END = BEGIN + 2_000;
const open = request(document('d1', [event('document_opened', 1)]));
const ended = request(
	document('d1', [event('document_opened', 1), event('document_completed', 2)], 'completed'),
);
const audited = request(
	document('d1', [event('document_completed', 2), event('audit_trail_completed', 9)], 'completed'),
);

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
		['any event', ['*']],
		['a type that is in no list', ['contract_framed']],
		['a type that is there', ['document_completed', 'request_completed']],
	])('are for a day also those that have ended, when %s was chosen', (_, types) => {
		const watch = new Watch();
		const note = (delivery: typeof ended, now: number) => {
			watch.note(delivery, settings(...types), now);
			return watch.ids.length > 0;
		};
		expect(note(ended, END + DAY)).toBe(true);
		expect(note(audited, END + DAY)).toBe(true);
		expect(note(audited, END + DAY + 1)).toBe(false);
		expect(note(ended, END + 30 * DAY)).toBe(false);
	});

	it('are not those that have ended, when only ends were chosen', () => {
		const watch = new Watch();
		watch.note(ended, settings('request_completed', 'request_declined'), END);
		expect(watch.ids).toEqual([]);
	});

	it('are not those of whose end nobody knows the time', () => {
		const watch = new Watch();
		const odd = { type: 'document_completed', createdAt: 'soon' };
		watch.note(request(document('d1', [odd], 'completed')), settings('*'), BEGIN);
		expect(watch.ids).toEqual([]);
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
