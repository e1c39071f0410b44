import { SANDBOX_HOST } from '../credential';
import { Client } from '../client';
import { judge, ledgerRows } from '../judge';
import { questions } from '../questions';
import { record } from '../run';
import { Tape } from '../tape';
import { startAccount } from './account';
import {
	deviating,
	inSandbox,
	otherOutcome,
	otherShape,
	readsEmptied,
	refutedByItself,
	refutedByOne,
	isConfirmed,
	refutedRows,
	replaced,
	withoutEntries,
	type Change,
} from './deviations';
import { plantedAccount } from './planted/account';
import { plantedEverywhere } from './planted/everywhere';
import { plantedFiles } from './planted/files';
import { plantedLists } from './planted/lists';
import { plantedRequests } from './planted/requests';
import { SIGNER_ADDRESSES } from './runs';

let tape: Tape;
beforeAll(async () => {
	const { service } = await startAccount();
	const client = new Client({ baseUrl: service.url, accessToken: service.token });
	({ tape } = await record(client, SIGNER_ADDRESSES, { pauseMs: 0 }));
	await service.close();
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

/**
 * One deviation for each question, planted by hand or, where a change of one answer will do, found among the general
 * ones. It refutes this question, and no other.
 */
describe('a planted deviation', () => {
	/** No answer can refute these, each for its reason. */
	const NEVER_REFUTED: Record<string, string> = {
		'event-types-of-documents':
			'what was not seen may still exist, and there may be others that nobody knows',
		'event-types-email-opened': 'what was not seen may still exist',
		'event-types-reminder-opened': 'what was not seen may still exist',
		'reasons-in-answers': 'nobody may have given a reason',
		'reasons-decliner-in-document': 'what was not seen may still exist',
		'order-history-unsorted': 'that all were sorted does not say that all have to be',
	};
	const planted = [
		...plantedRequests,
		...plantedFiles,
		...plantedLists,
		...plantedAccount,
		...plantedEverywhere,
	];
	const byHand = planted.map(({ row }) => row);
	let sandbox: Tape;
	beforeAll(() => {
		sandbox = inSandbox(tape);
	});

	it.each(planted)('is found, and nothing else, when $what', ({ where, change, row }) => {
		const refuted = refutedRows(deviating(sandbox, where, ({ answer }) => change(answer)));
		expect(refuted).toEqual([row]);
	});

	it.each(questions.filter(({ row }) => !byHand.includes(row) && !(row in NEVER_REFUTED)))(
		'is found, and nothing else: $row',
		(question) => {
			expect(refutedByItself(question, sandbox)).toBe(true);
		},
	);

	it.each([
		['a refusal instead of a success, or the other way round', otherOutcome],
		['of another shape', otherShape],
	])('refutes one row at most when it is any single answer that is %s', (_, change) => {
		const refuted = sandbox.exchanges.map(({ name }) => ({
			name,
			rows: refutedByOne(sandbox, name, change),
		}));
		expect(refuted.filter(({ rows }) => rows.length > 1)).toEqual([]);
	});

	it('is there for every question but four that exist', () => {
		const asked = questions.map(({ row }) => row);
		const rows = [...byHand, ...Object.keys(NEVER_REFUTED)];
		expect(rows.filter((row) => !asked.includes(row))).toEqual([]);
	});
});

describe('the questions that the local service leaves open', () => {
	const EVENTS = 'email_bounced email_deferred email_opened sms_processed sms_delivered '
		.concat('document_expired photo_added voice_added file_added photo_id_added ')
		.concat('reminder_email_opened terms_and_conditions_accepted')
		.split(' ');
	const withEvents = (types: string[]): Change => {
		const events = types.map((type, index) => ({
			type,
			created_at: `2030-01-${String(28 - index)}T00:00:00+0000`,
		}));
		return (answer) => ({ ...answer, body: replaced(answer.body, 'events', events) });
	};
	const changed = (name: string, change: Change) =>
		deviating(tape, [name], ({ answer }) => change(answer));

	it('confirm the address of the sandbox when it was asked', () => {
		const sandbox = new Tape(SANDBOX_HOST, '', tape.exchanges);
		expect(verdictOn('environments-hosts', sandbox)).toBe('confirmed');
	});

	it.each([
		[403, 'confirmed'],
		[200, 'refuted'],
	])('take status %d for the cancel of a request in_queue as %s', (status, verdict) => {
		const waiting = changed('Word request at once', (answer) => ({
			...answer,
			body: replaced(answer.body, 'status', 'in_queue'),
		}));
		const canceled = deviating(waiting, ['cancel at once'], ({ answer }) => ({
			...answer,
			status,
			body: { status_code: status, message: 'Not yet' },
		}));
		const row = 'cancel-not-in-queue';
		expect(verdictOn(row, canceled)).toBe(verdict);
	});

	it.each([
		['/document/s/d2', 'confirmed'],
		['/document/d2/s', 'refuted'],
		['/s/opaque', 'refuted'],
	])('take %s as the address of a signing page as %s', (path, verdict) => {
		const created = changed('creation', (answer) => ({
			...answer,
			body: {
				...(answer.body as object),
				id: 's',
				documents: ['d1', 'd2'].map((id) => ({ id, status: 'in_queue' })),
				url: `https://app.sandbox.signaturit.com${path}`,
			},
		}));
		expect(verdictOn('link-of-documents', created)).toBe(verdict);
	});

	it('confirm types of events when all of a row were seen', () => {
		const seen = changed('requests that are declined', withEvents(EVENTS));
		expect(verdictOn('event-types-of-documents', seen)).toBe('confirmed');
		expect(verdictOn('event-types-email-opened', seen)).toBe('confirmed');
		expect(verdictOn('event-types-reminder-opened', seen)).toBe('confirmed');
	});

	it('confirm that a history need not be sorted when one was seen that is not', () => {
		const seen = changed('requests that are declined', withEvents(EVENTS));
		expect(verdictOn('order-history-unsorted', seen)).toBe('confirmed');
	});
});
