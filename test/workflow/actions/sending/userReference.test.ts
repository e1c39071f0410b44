import type { IDataObject } from 'n8n-workflow';
import { delays } from '../../../../nodes/Signaturit/transport/deadline';
import { byId, itemWithPdf, pdfOf } from '../../engine/fixtures';
import { until } from '../../engine/until';
import { creations, dataOf, newName, stopping } from './creations';
import { ADA } from '../../../people';

const { local, run, created, requests, posts } = creations();
const withReference = { reference: true };

/** Creates a request with this reference, and returns its id. */
async function existing(reference: string, json: IDataObject = {}): Promise<string> {
	const { items } = await run([{ email: ADA.email, reference, ...json }], withReference);
	return String(items[0]?.json.signatureId);
}

const again = async (reference: string, json: IDataObject = {}, changes = {}) =>
	await run([{ email: ADA.email, reference, ...json }], { ...withReference, ...changes });

describe("a creation with a user's Reference that exists", () => {
	it('is returned when it is run again, and nothing is sent', async () => {
		const reference = newName();
		const id = await existing(reference);
		const { items } = await again(reference);
		expect(items[0]?.json).toMatchObject({ signatureId: id, reference, reused: true });
		expect(items[0]?.json.signers).toMatchObject([{ email: ADA.email }]);
		expect(await posts()).toBe(1);
	});

	it('is known by the reference as a whole', async () => {
		const reference = newName();
		await existing(reference);
		const { items } = await again(`${reference}x`);
		expect(items[0]?.json.reused).toBe(false);
	});

	it.each([
		['canceled', async (id: string) => await cancel(id)],
		[
			'declined',
			async (signatureId: string) => await local.control.decline({ signatureId, email: ADA.email }),
		],
		['expired', async (id: string) => await local.control.expire(id)],
	])('is sent again when the one that exists was %s, unless that counts', async (_, end) => {
		const reference = newName();
		const id = await existing(reference);
		await local.control.settled();
		await end(id);
		await local.control.settled();
		const counted = await again(reference, {}, { options: { countEnded: true } });
		expect(counted.items[0]?.json).toMatchObject({ signatureId: id, reused: true });
		const { items } = await again(reference);
		expect(items[0]?.json.reused).toBe(false);
		expect(await created()).toHaveLength(2);
		const third = await again(reference);
		expect(third.items[0]?.json).toMatchObject({
			signatureId: items[0]?.json.signatureId,
			reused: true,
		});
	});

	it('is not sent again when its mail came back: its signer can be changed', async () => {
		const reference = newName();
		const signatureId = await existing(reference);
		await local.control.settled();
		await local.control.bounce({ signatureId, email: ADA.email });
		expect((await again(reference)).items[0]?.json.reused).toBe(true);
	});

	it.each([
		[
			'recipients',
			{ email: 'eve@example.com' },
			{},
			'Recipients: Ada Lovelace <eve@example.com> in this item, others in what was sent',
		],
		[
			'files',
			{ fileName: 'offer.pdf' },
			{},
			'Files: offer.pdf in this item, others in what was sent',
		],
		[
			'templates',
			{},
			{
				source: 'both',
				templates: { template: [{ id: byId('#NDA') }] },
			},
			'Templates: #NDA in this item, others in what was sent',
		],
	])('is refused when the one that exists has other %s', async (_, json, changes, line) => {
		const reference = newName();
		const id = await existing(reference);
		const { error } = await again(reference, json, changes);
		expect(error?.message).toBe(
			`A signature request with the Reference "${reference}" exists already, and it is not the same`,
		);
		expect(error?.description).toContain(`• ${line}`);
		expect(error?.description).toContain(`\nThe one that exists has the ID ${id}.\n`);
		expect(await posts()).toBe(1);
	});
});

describe("a creation with a user's Reference whose recipient is another in one thing", () => {
	const [WRONG, RIGHT] = ['34600000001', '34600000002'];
	const person = (changes: IDataObject) => ({
		recipients: { recipient: [{ ...ADA, ...changes }] },
	});

	it.each<[string, IDataObject, IDataObject, IDataObject, string]>([
		['phone, by Delivery Type', { deliveryType: 'sms' }, { phone: WRONG }, { phone: RIGHT }, RIGHT],
		[
			'phone, by Delivery',
			{},
			{ method: 'sms', phone: WRONG },
			{ method: 'sms', phone: RIGHT },
			RIGHT,
		],
		['way', {}, { phone: RIGHT }, { phone: RIGHT, method: 'sms' }, `(by SMS, phone ${RIGHT})`],
		[
			'way, with a code',
			{},
			{ smsCode: true, phone: RIGHT },
			{ smsCode: true, phone: RIGHT, method: 'sms' },
			`(by SMS, phone ${RIGHT})`,
		],
		[
			'phone for its code',
			{},
			{ smsCode: true, phone: WRONG },
			{ smsCode: true, phone: RIGHT },
			RIGHT,
		],
		['role', {}, {}, { type: 'validator' }, '(validator)'],
	])('is refused: %s', async (_, options, one, other, told) => {
		const reference = newName();
		const first = await again(reference, {}, { ...person(one), options } as never);
		expect(first.items[0]?.json.reused).toBe(false);
		const { error } = await again(reference, {}, { ...person(other), options } as never);
		expect(error?.message).toContain('exists already, and it is not the same');
		expect(error?.description).toContain('• Recipients: Ada Lovelace <ada@example.com> (');
		expect(error?.description).toContain(told);
		const same = await again(reference, {}, { ...person(one), options } as never);
		expect(same.items[0]?.json.reused).toBe(true);
		expect(await posts()).toBe(1);
	});

	it('is returned when no SMS goes to the phone', async () => {
		const reference = newName();
		await again(reference, {}, person({ phone: WRONG }) as never);
		const { items } = await again(reference, {}, person({ phone: RIGHT }) as never);
		expect(items[0]?.json.reused).toBe(true);
	});
});

describe("a creation with a user's Reference", () => {
	it('stores the reference, and gives it out', async () => {
		const reference = newName();
		const { items } = await again(reference);
		expect(items[0]?.json).toMatchObject({ reference, reused: false });
		const [request] = await created();
		expect(request && dataOf(request, 'n8n_own_reference')).toBe(reference);
		expect((await requests()).slice(0, 2)).toEqual(['GET', 'POST']);
	});

	it('whose answer was lost is found', async () => {
		const reference = newName();
		await local.control.faults.add({ kind: 'reset_after', method: 'POST' });
		const { items } = await again(reference);
		expect(items[0]?.json).toMatchObject({ reference, reused: true });
	});

	it('is looked for again before it is sent, when an execution was stopped in the middle', async () => {
		const reference = newName();
		await local.control.settings({ hideNew: 2 });
		await runAndStop(reference, 'reset_after');
		const { items } = await again(reference);
		expect(items[0]?.json.reused).toBe(true);
		expect(await posts()).toBe(1);
	});

	it('is sent after such a stop when the service does not have it for long, and then at once', async () => {
		const reference = newName();
		const soon = { options: { timeout: 1 } };
		const { reservation } = delays;
		delays.reservation = 100;
		try {
			await runAndStop(reference, 'reset_before');
			await local.control.clearRequests();
			const { items } = await again(reference, {}, soon);
			expect(items[0]?.json.reused).toBe(false);
			// Before it is sent: a look, and those for what may appear.
			const made = await requests();
			expect(made.at(-1)).toBe('POST');
			expect(made.filter((method) => method === 'GET').length).toBeGreaterThan(3);
			await cancel(String(items[0]?.json.signatureId));
			await local.control.clearRequests();
			await again(reference, {}, soon);
			expect(await requests()).toEqual(['GET', 'POST']);
		} finally {
			delays.reservation = reservation;
		}
	});

	it.each([
		[500, 'Out of order'],
		[401, 'The access token is invalid'],
	])('is refused when the service cannot be asked (%d)', async (status, message) => {
		const reference = newName();
		await local.control.faults.add({ kind: 'status', status, message, method: 'GET', times: 0 });
		const { error } = await again(reference);
		expect(error?.message).toBe(
			`It could not be checked whether the Reference "${reference}" exists, so nothing was sent: ${message}`,
		);
		expect(error?.context?.verdict).toBe('refused');
		expect(await posts()).toBe(0);
	});

	it('is refused when the service lists more strangers than can be looked through', async () => {
		const reference = newName();
		await local.control.seed({ kind: 'signatures', count: 500 });
		await local.control.settings({ ignoreCustomData: true });
		const { error } = await again(reference);
		expect(error?.message).toContain('so nothing was sent');
		expect(error?.message).toContain(
			'cannot search its list by the custom data n8n_own_reference = ',
		);
		expect(error?.context?.verdict).toBe('refused');
		expect(await posts()).toBe(0);
	});

	it.each([
		['', 'Reference is empty. Give it a value or remove the field'],
		['x'.repeat(65), `Reference "${'x'.repeat(65)}" must be a line of at most 64 whole characters`],
		['two\nlines', 'Reference "twoU+000Alines" must be a line of at most 64 whole characters'],
		[{}, 'Reference {} must be a line of at most 64 whole characters'],
	])('is refused when the reference is %j', async (reference, message) => {
		const { error } = await again(reference as string);
		expect(error?.message).toBe(message);
		expect(await requests()).toEqual([]);
	});

	it.each([
		['with blanks around it, after a number', 4711, ' 4711 ', '4711'],
		['as macOS writes a name', 'Jos\u00e9 7', 'Jos\u00e9 7'.normalize('NFD'), 'Jos\u00e9 7'],
	])('is taken for the same text %s', async (_, first, second, reference) => {
		const { items } = await again(first as string);
		expect(items[0]?.json.reference).toBe(reference);
		const { items: found } = await again(second);
		expect(found[0]?.json).toMatchObject({ reference, reused: true });
	});

	it('is not given by custom data that somebody else has filled in', async () => {
		const reference = newName();
		const data = { pair: [{ key: 'n8n_own_reference', value: reference }] };
		const { error } = await run([{ email: ADA.email }], { options: { data } });
		expect(error?.message).toContain('begins with n8n_');
		expect((await again(reference)).items[0]?.json.reused).toBe(false);
	});

	it('says that the URL for signing is missing from a request that exists', async () => {
		const reference = newName();
		const url = { options: { deliveryType: 'url' } };
		const first = await again(reference, {}, url);
		expect(first.items[0]?.json.url).toEqual(expect.any(String));
		const { items, hints } = await again(reference, {}, url);
		expect(items[0]?.json.reused).toBe(true);
		expect(hints.join()).toContain('Signaturit tells the URL for signing only when');
	});
});

describe('items with the same Reference', () => {
	it.each([1, 10])('make one request, %d at once', async (itemsAtOnce) => {
		const reference = newName();
		const items = Array.from({ length: 5 }, () => ({ email: ADA.email, reference }));
		// The list does not show it before the other items look.
		await local.control.settings({ hideNew: 20 });
		const result = await run(items, { ...withReference, options: { itemsAtOnce } });
		expect(result.items.map(({ json }) => json.reused)).toEqual([false, true, true, true, true]);
		expect(new Set(result.items.map(({ json }) => json.signatureId)).size).toBe(1);
		expect(await posts()).toBe(1);
	});

	it('make the request of the first, also when its file is read last', async () => {
		const reference = newName();
		const files = await Promise.all(
			[200, 1].map((pages) => pdfOf(...Array<string>(pages).fill(''))),
		);
		const items = await Promise.all(
			files.map((file, index) =>
				itemWithPdf(`contract${index}.pdf`, file, { email: ADA.email, reference }),
			),
		);
		const changes = { ...withReference, options: { itemsAtOnce: 10 } };
		const settings = { items, onError: 'continueRegularOutput' } as const;
		const [first, second] = (await run([], changes, settings)).items;
		expect(first?.json.reused).toBe(false);
		expect(second?.json).toHaveProperty(
			'error.description',
			expect.stringContaining('Files: contract1.pdf in this item, others in what was sent'),
		);
	});

	it('are refused when they are not the same as the first', async () => {
		const reference = newName();
		const items = [ADA.email, 'eve@example.com'].map((email) => ({ email, reference }));
		const { error } = await run(items, withReference);
		expect(error?.message).toContain('exists already, and it is not the same');
		expect(error?.context?.itemIndex).toBe(1);
	});

	it('make one request for the second when the service refuses that of the first', async () => {
		const reference = newName();
		await local.control.faults.add({ kind: 'status', status: 400, method: 'POST' });
		const items = [ADA.email, ADA.email].map((email) => ({ email, reference }));
		const result = await run(items, withReference, { onError: 'continueRegularOutput' });
		expect(result.items[0]?.json).toHaveProperty('error.verdict', 'refused');
		expect(result.items[1]?.json.reused).toBe(false);
	});

	it('make one request when it is unknown what became of it', async () => {
		const reference = newName();
		await local.control.faults.add({ kind: 'reset_before', method: 'POST' });
		const items = [ADA.email, ADA.email].map((email) => ({ email, reference }));
		const result = await run(items, withReference, {
			onError: 'continueRegularOutput',
			retryOnFail: true,
		});
		for (const { json } of result.items) {
			expect(json).toHaveProperty('error.verdict', 'unknown');
			expect(json.message).toBe(
				'It is unknown whether the signature request was created. Run it again in a few minutes: its Reference keeps it from being sent twice.',
			);
		}
		expect(await posts()).toBe(1);
	});
});

describe("a certified email with a user's Reference", () => {
	const { local, run, created, requests } = creations('certifiedEmail');
	const notice = { email: ADA.email, reference: 'notice-1' };

	it('is sent once, and returned when it is run again', async () => {
		const first = await run([notice], { reference: true });
		const second = await run([notice], { reference: true });
		expect(first.items[0]?.json).toMatchObject({ reference: 'notice-1', reused: false });
		expect(second.items[0]?.json).toMatchObject({
			certifiedEmailId: first.items[0]?.json.certifiedEmailId,
			reused: true,
		});
		const all = await created();
		expect(all.map((each) => dataOf(each, 'n8n_own_reference'))).toEqual(['notice-1']);
	});

	it('may have copies, which are not compared', async () => {
		const copies = { cc: { copy: [{ email: 'archive@example.com', name: 'Archive' }] } };
		const items = [{ ...notice, reference: 'notice-2' }];
		await run(items, { reference: true, options: copies });
		const { items: again } = await run(items, { reference: true, options: copies });
		expect(again[0]?.json.reused).toBe(true);
	});

	it('is refused when another email has the reference', async () => {
		await run([{ ...notice, reference: 'notice-3' }], { reference: true });
		await local.control.clearRequests();
		const { error } = await run([{ email: 'eve@example.com', reference: 'notice-3' }], {
			reference: true,
		});
		expect(error?.message).toBe(
			'A certified email with the Reference "notice-3" exists already, and it is not the same',
		);
		expect(await requests()).not.toContain('POST');
	});
});

async function cancel(id: string): Promise<void> {
	await fetch(`${local.service.url}/v3/signatures/${id}/cancel.json`, {
		method: 'PATCH',
		headers: { Authorization: `Bearer ${local.service.token}` },
	});
}

/** Runs a creation whose answer is lost, and stops the execution while it looks for it. */
async function runAndStop(reference: string, kind: 'reset_before' | 'reset_after'): Promise<void> {
	const { faults } = local.control;
	const { stopped, stop } = stopping();
	await faults.add({ kind, method: 'POST' });
	await faults.add({ kind: 'latency', method: 'GET', ms: 60_000, skip: 1 });
	const running = run([{ email: ADA.email, reference }], withReference, {
		stopped,
		onError: 'continueRegularOutput',
	});
	await until(async () =>
		(await faults.list()).some((fault) => fault.kind === 'latency' && fault.hits > 0),
	);
	stop();
	await running;
}
