import axios from 'axios';
import {
	createRunExecutionData,
	type IDataObject,
	type INodeExecutionData,
	type INodeParameters,
	type IRunExecutionData,
	type NodeApiError,
} from 'n8n-workflow';
import { Signaturit } from '../../../nodes/Signaturit/Signaturit.node';
import { ADA, BEN, CHARLES } from '../../people';
import { runNode, type NodeRun } from '../engine/engine';
import { executeContext } from '../engine/executeContext';
import {
	byId,
	createParameters,
	itemWithPdf,
	pdfOf,
	signatureParameters,
} from '../engine/fixtures';
import { localService } from '../engine/localService';
import { createEmail, createSms } from './certified/parameters';

const local = localService();
let pdf: Buffer;

beforeAll(async () => {
	pdf = await pdfOf('A contract');
});

const addresses = [ADA.email, BEN.email, CHARLES.email];

/** One item for each address; `undefined` for a row without one. */
const rows = async (...emails: (string | undefined)[]): Promise<INodeExecutionData[]> =>
	await Promise.all(
		emails.map(async (email) => await itemWithPdf('contract.pdf', pdf, { email: email ?? null })),
	);

const oneSigner = (changes: INodeParameters = {}) =>
	createParameters({
		recipients: { recipient: [{ email: '={{ $json.email }}', name: ADA.name }] },
		...changes,
	});

const run = async (items: INodeExecutionData[], settings: Partial<NodeRun> = {}) =>
	await runNode({ parameters: oneSigner(), credential: local.credential, items, ...settings });

const requests = async () =>
	(await local.control.requests()).map(({ method, path }) => `${method} ${path}`);
const posts = async () => (await requests()).filter((request) => request.startsWith('POST'));

/** Lets the service refuse creations, from the one after `skip` on. */
const refuse = async (times: number, skip = 0) => {
	const message = 'Invalid recipient list';
	const refusal = { kind: 'status', status: 400, message, method: 'POST' } as const;
	await local.control.faults.add({ ...refusal, times, skip });
};

const SENT = { signatureId: expect.any(String), status: 'in_queue' };

describe('rows of which one is not valid', () => {
	it('are not sent, and the error names the row as people count', async () => {
		const { error } = await run(await rows(ADA.email, undefined, CHARLES.email));
		expect(error?.message).toBe('Row 2 of 3: Recipient 1: Email is empty');
		expect(error?.description).toBe('Nothing was sent.');
		expect(error?.context).toMatchObject({ itemIndex: 1 });
		expect(await requests()).toEqual([]);
	});

	it('are not sent when a file is missing', async () => {
		const [first, second] = await rows(ADA.email, BEN.email);
		const { error } = await run([first ?? { json: {} }, { json: second?.json ?? {} }]);
		expect(error?.message).toMatch(
			/^Row 2 of 2: The item has no file\. Put a node that delivers the PDF /,
		);
		expect(await requests()).toEqual([]);
	});

	it('are sent but for that row with Continue On Fail', async () => {
		const input = await rows(ADA.email, undefined, CHARLES.email);
		const { items, error, hints } = await run(input, { onError: 'continueRegularOutput' });
		expect(error).toBeUndefined();
		expect(hints[0]).toBe('2 of 3 were sent, 1 was not: row 2');
		const message = 'Recipient 1: Email is empty';
		const description = 'Nothing was sent for this row.';
		expect(items).toEqual([
			expect.objectContaining({ json: expect.objectContaining(SENT), pairedItem: { item: 0 } }),
			{
				json: { message, error: { message, description, verdict: 'refused' } },
				pairedItem: { item: 1 },
			},
			expect.objectContaining({ json: expect.objectContaining(SENT), pairedItem: { item: 2 } }),
		]);
		expect(await posts()).toHaveLength(2);
	});

	it('go to the error output with their input values', async () => {
		const { items, errorItems } = await run(await rows(ADA.email, 'nobody', CHARLES.email), {
			onError: 'continueErrorOutput',
		});
		expect(items).toHaveLength(2);
		expect(errorItems.map(({ json }) => json)).toEqual([
			expect.objectContaining({
				email: 'nobody',
				message: 'Recipient 1: Email "nobody" is not an email address',
			}),
		]);
	});

	it.each<[string, INodeParameters]>([
		[
			'a certified email',
			createEmail({ recipients: { recipient: [{ email: '={{ $json.email }}' }] } }),
		],
		[
			'a certified SMS',
			createSms({
				recipients: { recipient: [{ phone: '={{ $json.email && "34600000000" }}' }] },
				type: 'delivery',
			}),
		],
		['a reminder', signatureParameters('sendReminder', '={{ $json.email ?? "" }}')],
	])('are not sent as %s', async (_, parameters) => {
		const { error } = await run(await rows(ADA.email, undefined), { parameters });
		expect(error?.message).toMatch(/^Row 2 of 2: .* is empty/);
		expect(await requests()).toEqual([]);
	});
});

describe('rows without any file', () => {
	const FILE =
		'Put a node that delivers the file before this one (a form, Google Drive: Download, Read/Write Files).';
	const PDF = `${FILE.replace('file', 'PDF').slice(0, -1)}, or choose Templates.`;
	const bare = (count: number) => Array(count).fill({ json: { email: 'a@b.example' } });
	const named = { binaryPropertyNames: 'letter' };

	it.each<[string, INodeParameters, string]>([
		['a request', oneSigner({ binaryPropertyNames: '' }), PDF],
		['a request whose field is named', oneSigner(named), PDF],
		[
			'a request whose missing files are skipped',
			oneSigner({ ...named, options: { skipMissingFiles: true } }),
			PDF,
		],
		[
			'a request that is waited for',
			{ ...oneSigner({ binaryPropertyNames: '' }), operation: 'sendAndWait' },
			PDF,
		],
		['a certified email', createEmail(named), FILE],
		['a certified SMS', createSms({ ...named, type: 'open_document' }), FILE],
		['a certified file', { resource: 'certifiedFile', operation: 'upload' }, FILE],
	])('are told in one message: %s', async (_, parameters, advice) => {
		const three = await run(bare(3), { parameters });
		expect(three.error?.message).toBe(`None of the 3 rows has a file. ${advice}`);
		expect(three.error?.description).toBe('Nothing was sent.');
		const one = await run(bare(1), { parameters });
		expect(one.error?.message).toBe(`The item has no file. ${advice}`);
		expect(one.error?.description).toBe('Nothing was sent.');
		expect(await requests()).toEqual([]);
	});

	it('are told together when others have one', async () => {
		const [first] = await rows(ADA.email);
		const { error } = await run([...bare(2), first ?? { json: {} }], {
			parameters: oneSigner({ binaryPropertyNames: '' }),
		});
		expect(error?.message).toBe(`Rows 1 and 2 of 3 have no file. ${PDF}`);
	});

	it('are told with what else is wrong', async () => {
		const { error } = await run([{ json: {} }, ...bare(1)]);
		expect(error?.description).toContain('• Row 2: The item has no file. Put a node');
	});
});

describe('many rows that are not valid', () => {
	it('are listed with their reasons', async () => {
		const { error } = await run(await rows('x', ADA.email, 'y'), {
			parameters: oneSigner({ options: { replyTo: '={{ $json.email }}' } }),
		});
		expect(error?.message).toBe(
			'Rows 1 and 3 of 3 need a correction. Row 1: Recipient 1: Email "x" is not an email address; Reply To "x" is not an email address',
		);
		expect(error?.context?.descriptionTemplate).toContain('Nothing was sent.<br>• Row 1: ');
		expect(error?.description?.split('\n')).toEqual([
			'Nothing was sent.',
			'• Row 1: Recipient 1: Email "x" is not an email address; Reply To "x" is not an email address',
			'• Row 3: Recipient 1: Email "y" is not an email address; Reply To "y" is not an email address',
		]);
		expect(await requests()).toEqual([]);
	});

	it('have one error if the same is wrong with all', async () => {
		const { error } = await run(await rows(ADA.email, BEN.email), {
			parameters: oneSigner({ options: { events: 'trigger' } }),
		});
		expect(error?.message).toBe(
			'All 2 rows: This workflow has no published Signaturit Trigger for signature requests',
		);
		expect(await requests()).toEqual([]);
	});

	it('are listed up to ten, with how many more there are', async () => {
		const emails = Array.from({ length: 14 }, () => undefined);
		const { error } = await run(await rows(ADA.email, ...emails));
		expect(error?.message).toBe(
			'Rows 2, 3, 4, 5, 6, 7, 8, 9, 10, 11 and 4 more of 15 need a correction. Row 2: Recipient 1: Email is empty',
		);
		const lines = error?.description?.split('\n') ?? [];
		expect(lines).toHaveLength(12);
		expect(lines.at(-1)).toBe('• … and 4 more');
		expect(await requests()).toEqual([]);
	});
});

describe('what only the turn of a row can tell', () => {
	it('stops there, and it is not said that nothing was sent', async () => {
		const [first] = await rows(ADA.email);
		const cut = await itemWithPdf('cut.pdf', pdf.subarray(0, pdf.length - 1_100), {
			email: BEN.email,
		});
		const { error } = await run([first ?? { json: {} }, cut]);
		expect(error?.message).toMatch(/^Row 2 of 2: Input Binary Field\(s\): "cut\.pdf"/);
		expect(error?.description).toMatch(
			/^Nothing was sent for this row\.\nThe other rows:\n• Row 1 of 2: done, [\w-]{36}$/,
		);
		expect(await posts()).toHaveLength(1);
	});
});

describe('the values of a row', () => {
	it('are evaluated once: what was checked is sent', async () => {
		const calls: number[] = [];
		const [item] = await rows(ADA.email);
		const { error } = await run([{ ...item, json: { email: ADA.email, calls } }], {
			parameters: oneSigner({
				subject: '={{ "Subject " + $json.calls.push(1) }}',
				options: {
					reference: '={{ "c-" + $json.calls.push(1) }}',
					simplify: '={{ $json.calls.push(1) > 0 }}',
				},
			}),
		});
		expect(error).toBeUndefined();
		expect(calls).toHaveLength(3);
	});
});

describe('rows that an earlier try has sent', () => {
	/** One try of a run: its items, or its error. */
	async function attempt(execution: IRunExecutionData, email: string) {
		const context = executeContext({
			execution,
			credential: local.credential,
			items: addresses.map((address) => ({ email: address })),
			parameters: oneSigner({
				source: 'templates',
				templates: { template: [{ id: byId('#NDA') }] },
				recipients: { recipient: [{ email, name: ADA.name }] },
			}),
		});
		const [result] = await Promise.allSettled([new Signaturit().execute.call(context)]);
		return result.status === 'fulfilled'
			? { items: result.value.flat() }
			: { items: [], error: result.reason as NodeApiError };
	}

	/** Two tries of a run. The service refuses the second row of the first try. */
	async function tries(second: string) {
		const execution = createRunExecutionData({ executionData: {} });
		await refuse(1, 1);
		const first = await attempt(execution, '={{ $json.email }}');
		expect(first.error?.message).toMatch(/^Row 2 of 3/);
		return await attempt(execution, second);
	}

	it('are not checked again', async () => {
		const { error, items } = await tries('={{ $itemIndex === 0 ? "x" : $json.email }}');
		expect(error).toBeUndefined();
		expect(items).toHaveLength(3);
		expect(await posts()).toHaveLength(4);
	});

	it('are named when another row is not valid now', async () => {
		const { error } = await tries('={{ $itemIndex === 2 ? "x" : $json.email }}');
		expect(error?.message).toBe('Row 3 of 3: Recipient 1: Email "x" is not an email address');
		expect(error?.description).toMatch(
			/^Nothing was sent for this row\.\nThe other rows:\n• Row 1 of 3: done, [\w-]{36}$/,
		);
		expect(await posts()).toHaveLength(2);
	});
});

describe('rows that the service refuses, or does not answer', () => {
	interface Sent {
		id: string;
		documents: { email: string }[];
	}

	let before: Sent[] = [];

	beforeEach(async () => {
		before = await listed();
	});

	async function listed(): Promise<Sent[]> {
		const { service } = local;
		const url = `${service.url}/v3/signatures.json?limit=100`;
		const headers = { Authorization: `Bearer ${service.token}` };
		const { data } = await axios.get<Sent[]>(url, { headers });
		return data.reverse();
	}

	/** The requests that the service has created in this test, in order. */
	async function sent(): Promise<{ id: string; email?: string }[]> {
		const known = new Set(before.map(({ id }) => id));
		const created = (await listed()).filter(({ id }) => !known.has(id));
		return created.map(({ id, documents: [document] }) => ({ id, email: document?.email }));
	}

	const sentTo = async () => (await sent()).map(({ email }) => email);

	/** Runs one row for each address, which n8n tries again when it fails. */
	const retry = async (emails: string[], settings: Partial<NodeRun> = {}) =>
		await run(await rows(...emails), { retryOnFail: true, ...settings });

	describe('Retry On Fail and Continue On Fail together', () => {
		it('send the item after a refused one once', async () => {
			const emails = [ADA.email, BEN.email];
			await refuse(1);
			const { items } = await retry(emails, { onError: 'continueRegularOutput' });
			expect(await sentTo()).toEqual([BEN.email, ADA.email]);
			expect(items.map(({ json }) => json.signatureId)).toEqual([
				expect.any(String),
				expect.any(String),
			]);
		});

		it('give out the same request for an item in every try', async () => {
			await refuse(1);
			await refuse(2, 2);
			const { items } = await retry([ADA.email, BEN.email], {
				onError: 'continueRegularOutput',
			});
			const [failed, done] = items.map(({ json }) => json);
			expect(failed).toHaveProperty('error.verdict', 'refused');
			expect(await sentTo()).toEqual([BEN.email]);
			expect(done).toHaveProperty('signers.0.email', BEN.email);
		});

		it.each(['continueRegularOutput', 'stopWorkflow'] as const)(
			'do not try an item again when it is unknown whether it was done (%s)',
			async (onError) => {
				await local.control.faults.add({ kind: 'reset_before', method: 'POST', times: 1 });
				const { items, error } = await retry([ADA.email], { onError });
				expect(await sentTo()).toEqual([]);
				expect(await posts()).toHaveLength(1);
				const verdict =
					onError === 'stopWorkflow'
						? error?.context?.verdict
						: (items[0]?.json.error as IDataObject).verdict;
				expect(verdict).toBe('unknown');
			},
		);
	});

	describe('Retry On Fail', () => {
		it('tries a refused item again, and not the items before it', async () => {
			await refuse(1, 1);
			const emails = [ADA.email, BEN.email, 'cleo@example.com'];
			const { items, error, record } = await retry(emails);
			expect(error).toBeUndefined();
			expect(items.map(({ pairedItem }) => pairedItem)).toEqual(
				[0, 1, 2].map((item) => ({ item })),
			);
			expect(await sentTo()).toEqual(emails);
			expect(JSON.stringify(record)).toContain('1 of 3 items were done in an earlier try already');
		});

		it('keeps nothing of a run that ended well but what references are derived from', async () => {
			const { record } = await retry([ADA.email]);
			const kept = { root: expect.stringMatching(/^1 [\da-f-]{36}$/) as string };
			expect(record).toHaveProperty(['executionData', 'contextData', 'node:Signaturit'], kept);
		});
	});

	describe('without Retry On Fail', () => {
		it('the error of an item tells what was created for the items before it', async () => {
			await refuse(1, 2);
			const emails = ['a@example.com', 'b@example.com', 'c@example.com', 'd@example.com'];
			const { error } = await run(await rows(...emails));
			const [first, second] = await sent();
			expect(error?.description).toContain(`• Row 1 of 4: done, ${first?.id}`);
			expect(error?.description).toContain(`• Row 2 of 4: done, ${second?.id}`);
			expect(error?.description).not.toContain('Row 4');
			expect(error?.context).toMatchObject({ itemIndex: 2, verdict: 'refused' });
		});
	});
});
