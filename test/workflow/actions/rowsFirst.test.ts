import {
	createRunExecutionData,
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
import { shownError } from '../engine/shownError';
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

const SENT = { signatureId: expect.any(String), status: 'in_queue' };

describe('rows of which one is not valid', () => {
	it('are not sent, and the error names the row as people count', async () => {
		const { error } = await run(await rows(ADA.email, undefined, CHARLES.email));
		expect(error?.message).toBe('Row 2 of 3: Recipient 1: Email is empty');
		expect(error?.description).toBe('Nothing was sent to Signaturit.');
		expect(error?.context).toMatchObject({ itemIndex: 1 });
		expect(await requests()).toEqual([]);
	});

	it('are not sent when a file is missing', async () => {
		const [first, second] = await rows(ADA.email, BEN.email);
		const { error } = await run([first ?? { json: {} }, { json: second?.json ?? {} }]);
		expect(error?.message).toMatch(
			/^Row 2 of 2: Input Binary Field\(s\): the item has no file "data"/,
		);
		expect(await requests()).toEqual([]);
	});

	it('are sent but for that row with Continue On Fail', async () => {
		const { items, error } = await run(await rows(ADA.email, undefined, CHARLES.email), {
			onError: 'continueRegularOutput',
		});
		expect(error).toBeUndefined();
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

describe('many rows that are not valid', () => {
	it('are listed with their reasons', async () => {
		const { error, drawn } = await run(await rows('x', ADA.email, 'y'), {
			parameters: oneSigner({ options: { replyTo: '={{ $json.email }}' } }),
		});
		expect(error?.message).toBe(
			'Rows 1 and 3 of 3 need a correction. Row 1: Recipient 1: Email "x" is not an email address; Reply To "x" is not an email address',
		);
		expect(drawn).toContain('Signaturit.<br>• Row 1: ');
		expect(error?.description?.split('\n')).toEqual([
			'Nothing was sent to Signaturit.',
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
			: { items: [], error: shownError(result.reason as NodeApiError).error };
	}

	/** Two tries of a run. The service refuses the second row of the first try. */
	async function tries(second: string) {
		const execution = createRunExecutionData({ executionData: {} });
		await local.control.faults.add({ kind: 'status', status: 400, method: 'POST', skip: 1 });
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
