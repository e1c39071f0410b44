import { SANDBOX_HOST } from '../credential';
import { Client } from '../client';
import { judge, ledgerRows } from '../judge';
import { questions } from '../questions';
import { record } from '../run';
import { Tape } from '../tape';
import { startAccount } from './account';
import { deviating, isRefutable, refutedRows, replaced, type Change } from './deviations';
import { plantedLists } from './planted/lists';
import { plantedRequests } from './planted/requests';
import { SIGNERS } from './runs';

let tape: Tape;
beforeAll(async () => {
	const { service } = await startAccount();
	const client = new Client({ baseUrl: service.url, accessToken: service.token });
	({ tape } = await record(client, SIGNERS, { pauseMs: 0 }));
	await service.close();
});

const named = (start: string) => {
	const found = questions.filter(({ topic, row }) => `${topic}: ${row}`.startsWith(start));
	expect(found).toHaveLength(1);
	return found[0];
};

/** The verdict of the question whose topic and row begin so. */
function verdictOn(start: string, other: Tape): string | undefined {
	const question = named(start);
	return judge(ledgerRows(), questions, other).find(
		({ topic, text }) => topic === question?.topic && text === question.row,
	)?.verdict;
}

describe('the questions', () => {
	it('are each about one row of the ledger, and about different ones', () => {
		const rows = ledgerRows().map(({ topic, text }) => `${topic}: ${text}`);
		const asked = questions.map(({ topic, row }) => `${topic}: ${row}`);
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
		const depleted = deviating(tape, /^creation/, ({ answer }) => ({
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

	it('are each refuted by another answer', () => {
		const planted = [...plantedRequests, ...plantedLists].flatMap(({ rows }) => rows);
		const confirmed = judge(ledgerRows(), questions, tape).filter(
			({ verdict }) => verdict === 'confirmed',
		);
		const silent = confirmed
			.map(({ topic, text }) => `${topic}: ${text}`)
			.filter((row) => !planted.some((start) => row.startsWith(start)))
			.filter((row) => {
				const question = named(row);
				return question !== undefined && !isRefutable(question, tape);
			});
		expect(silent).toEqual([]);
	});

	it.each([...plantedRequests, ...plantedLists])(
		'refute exactly the rows that are wrong when $what',
		({ names, change, rows }) => {
			const refuted = refutedRows(deviating(tape, names, ({ answer }) => change(answer)));
			expect(refuted.map((row) => rows.find((start) => row.startsWith(start)) ?? row)).toEqual(
				rows,
			);
		},
	);
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
	const changed = (names: RegExp, change: Change) =>
		deviating(tape, names, ({ answer }) => change(answer));

	it('confirm the address of the sandbox when it was asked', () => {
		const sandbox = new Tape(SANDBOX_HOST, '', tape.exchanges);
		expect(verdictOn('environments: The sandbox is', sandbox)).toBe('confirmed');
	});

	it.each([
		[403, 'confirmed'],
		[200, 'refuted'],
	])('take status %d for the cancel of a request in_queue as %s', (status, verdict) => {
		const waiting = changed(/^Word request at once$/, (answer) => ({
			...answer,
			body: replaced(answer.body, 'status', 'in_queue'),
		}));
		const canceled = deviating(waiting, /^cancel at once$/, ({ answer }) => ({
			...answer,
			status,
			body: { status_code: status, message: 'Not yet' },
		}));
		const row = 'cancel-delete-and-rename: A request that is still `in_queue`';
		expect(verdictOn(row, canceled)).toBe(verdict);
	});

	it.each([
		['/document/s/d2', 'confirmed'],
		['/document/d2/s', 'refuted'],
		['/s/opaque', 'refuted'],
	])('take %s as the address of a signing page as %s', (path, verdict) => {
		const created = changed(/^creation$/, (answer) => ({
			...answer,
			body: {
				...(answer.body as object),
				id: 's',
				documents: ['d1', 'd2'].map((id) => ({ id, status: 'in_queue' })),
				url: `https://app.sandbox.signaturit.com${path}`,
			},
		}));
		expect(verdictOn('signing-links: The `url` of a request', created)).toBe(verdict);
	});

	it('confirm types of events when all of a row were seen', () => {
		const seen = changed(/^requests that are declined$/, withEvents(EVENTS));
		expect(verdictOn('event-types: Documents have `email_processed`', seen)).toBe('confirmed');
		expect(verdictOn('event-types: `email_opened` occurs', seen)).toBe('confirmed');
		expect(verdictOn('event-types: `reminder_email_opened`', seen)).toBe('confirmed');
	});

	it('confirm that a history need not be sorted when one was seen that is not', () => {
		const seen = changed(/^requests that are declined$/, withEvents(EVENTS));
		expect(verdictOn('order-of-events: The history of a document', seen)).toBe('confirmed');
	});
});
