import { judge, ledgerRows } from '../judge';
import { questions } from '../questions';
import { Tape } from '../tape';
import {
	deviating,
	inSandbox,
	readsEmptied,
	isConfirmed,
	replaced,
	withoutEntries,
} from './deviations';
import { recordedTape } from './runs';

let tape: Tape;
beforeAll(async () => {
	tape = await recordedTape();
});

/** The names of all exchanges that begin so. */
const namesOf = (of: Tape, start = ''): string[] =>
	of.exchanges.map(({ name }) => name).filter((name) => name.startsWith(start));

/** The verdict of the question about a row. */
function verdictOn(id: string, other: Tape): string | undefined {
	return judge(ledgerRows(), questions, other).find((row) => row.id === id)?.verdict;
}

describe('the questions', () => {
	it('are each about one row of the ledger, and about different ones', () => {
		const rows = ledgerRows().map(({ id }) => id);
		const asked = questions.map(({ row }) => row);
		expect(asked.filter((row) => !rows.includes(row))).toEqual([]);
		expect(asked).toEqual([...new Set(asked)]);
	});

	it('leave rows open that have no question', () => {
		expect(judge(ledgerRows(), [], tape).every(({ verdict }) => verdict === 'open')).toBe(true);
	});

	it('are all open without an answer', () => {
		const verdicts = judge(ledgerRows(), questions, new Tape('127.0.0.1', 'nothing was asked'));
		expect(verdicts.filter(({ verdict }) => verdict !== 'open')).toEqual([]);
	});

	it('do not take a refusal for that of a fault when a creation without it is refused too', () => {
		const depleted = deviating(tape, namesOf(tape, 'creation'), ({ answer }) => ({
			...answer,
			status: 400,
			body: { status_code: 400, message: 'Account depleted' },
		}));
		const verdicts = judge(ledgerRows(), questions, depleted);
		const topics = ['recipients', 'widgets', 'word-anchors', 'widget-options', 'file-sizes'];
		const wrong = verdicts.filter(
			({ topic, verdict }) => topics.includes(topic) && verdict === 'confirmed',
		);
		expect(wrong).toEqual([]);
	});

	it('confirm nothing by empty lists', () => {
		const emptied = deviating(tape, namesOf(tape), ({ answer }) => ({
			...answer,
			body: withoutEntries(answer.body),
		}));
		const confirmed = questions
			.filter((question) => readsEmptied(question, emptied))
			.filter((question) => isConfirmed(question, emptied))
			.map(({ row }) => row);
		expect(confirmed).toEqual([]);
	});
});

describe('the questions that the local service leaves open', () => {
	it('confirm the address, the links and the refusal to cancel of the sandbox', () => {
		const rows = ['environments-hosts', 'link-of-documents', 'cancel-not-in-queue'];
		expect(rows.map((row) => verdictOn(row, tape))).toEqual(['open', 'open', 'open']);
		const verdicts = rows.map((row) => verdictOn(row, inSandbox(tape)));
		expect(verdicts).toEqual(['confirmed', 'confirmed', 'confirmed']);
	});

	it('confirm types of events when all of a row were seen, and an order when one was seen that is not sorted', () => {
		const types = 'email_bounced email_deferred email_opened sms_processed sms_delivered '
			.concat('document_expired photo_added voice_added file_added photo_id_added ')
			.concat('reminder_email_opened terms_and_conditions_accepted')
			.split(' ');
		const events = types.map((type, index) => ({
			type,
			created_at: `2030-01-${String(28 - index)}T00:00:00+0000`,
		}));
		const seen = deviating(tape, ['requests that are declined'], ({ answer }) => ({
			...answer,
			body: replaced(answer.body, 'events', events),
		}));
		const rows = [
			'event-types-of-documents',
			'event-types-email-opened',
			'event-types-reminder-opened',
			'order-history-unsorted',
		];
		expect(rows.map((row) => verdictOn(row, seen))).toEqual(rows.map(() => 'confirmed'));
	});
});
