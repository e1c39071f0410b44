import axios from 'axios';
import type { IDataObject, INodeExecutionData } from 'n8n-workflow';
import { ADA, BEN } from '../../people';
import { runNode, type NodeRun } from '../engine/engine';
import { createParameters, itemWithPdf, pdfOf } from '../engine/fixtures';
import { localService } from '../engine/localService';

const local = localService();
let pdf: Buffer;

beforeAll(async () => {
	pdf = await pdfOf('A contract');
});

const itemFor = async (email: string): Promise<INodeExecutionData> => ({
	...(await itemWithPdf('contract.pdf', pdf)),
	json: { email },
});

const parameters = createParameters({
	recipients: { recipient: [{ email: '={{ $json.email }}', name: ADA.name }] },
});

const run = async (emails: string[], settings: Partial<NodeRun> = {}) =>
	await runNode({
		parameters,
		credential: local.credential,
		items: await Promise.all(emails.map(itemFor)),
		retryOnFail: true,
		...settings,
	});

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

const creations = async () =>
	(await local.control.requests()).filter(({ method }) => method === 'POST');

/** Lets the service refuse creations, from the one after `skip` on. */
async function refuse(times: number, skip = 0): Promise<void> {
	const message = 'Invalid recipient list';
	await local.control.faults.add({
		kind: 'status',
		status: 400,
		message,
		method: 'POST',
		times,
		skip,
	});
}

describe('Retry On Fail and Continue On Fail together', () => {
	it('send the item after a refused one once', async () => {
		const emails = [ADA.email, BEN.email];
		await refuse(1);
		const { items } = await run(emails, { onError: 'continueRegularOutput' });
		expect(await sentTo()).toEqual([BEN.email, ADA.email]);
		expect(items.map(({ json }) => json.signatureId)).toEqual([
			expect.any(String),
			expect.any(String),
		]);
	});

	it('give out the same request for an item in every try', async () => {
		await refuse(1);
		await refuse(2, 2);
		const { items } = await run([ADA.email, BEN.email], {
			onError: 'continueRegularOutput',
		});
		const [failed, done] = items.map(({ json }) => json);
		expect(failed).toHaveProperty('error.verdict', 'refused');
		expect(await sentTo()).toEqual([BEN.email]);
		expect(done).toHaveProperty('documents.0.email', BEN.email);
	});

	it.each(['continueRegularOutput', 'stopWorkflow'] as const)(
		'do not try an item again when it is unknown whether it was done (%s)',
		async (onError) => {
			await local.control.faults.add({ kind: 'reset_before', method: 'POST', times: 1 });
			const { items, error } = await run([ADA.email], { onError });
			expect(await sentTo()).toEqual([]);
			expect(await creations()).toHaveLength(1);
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
		const { items, error, record } = await run(emails);
		expect(error).toBeUndefined();
		expect(items.map(({ pairedItem }) => pairedItem)).toEqual([0, 1, 2].map((item) => ({ item })));
		expect(await sentTo()).toEqual(emails);
		expect(JSON.stringify(record)).toContain('1 of 3 items were done in an earlier try already');
	});

	it('keeps nothing of a run that ended well but what references are derived from', async () => {
		const { record } = await run([ADA.email]);
		const kept = { root: expect.stringMatching(/^1 [\da-f-]{36}$/) as string };
		expect(record).toHaveProperty(['executionData', 'contextData', 'node:Signaturit'], kept);
	});
});

describe('without Retry On Fail', () => {
	it('the error of an item tells what was created for the items before it', async () => {
		await refuse(1, 2);
		const emails = ['a@example.com', 'b@example.com', 'c@example.com', 'd@example.com'];
		const { error } = await run(emails, { retryOnFail: false });
		const [first, second] = await sent();
		expect(error?.description).toContain(`• Row 1 of 4: done, ${first?.id}`);
		expect(error?.description).toContain(`• Row 2 of 4: done, ${second?.id}`);
		expect(error?.description).not.toContain('Row 4');
		expect(error?.context).toMatchObject({ itemIndex: 2, verdict: 'refused' });
	});
});
