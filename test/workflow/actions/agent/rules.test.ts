import type { INodeProperties } from 'n8n-workflow';
import { Signaturit } from '../../../../nodes/Signaturit/Signaturit.node';
import { delays } from '../../../../nodes/Signaturit/transport/deadline';
import type { Caller } from '../../engine/agentTool';
import { idOf, kinds, newRent, toolOnService } from './toolOnService';

const { local, tool, sent } = toolOnService();

let rent: ReturnType<typeof newRent>;

beforeEach(() => {
	rent = newRent();
});

const callers: Caller[] = ['agent 3', 'agent 2'];

describe.each(callers)('calls of %s', (caller) => {
	beforeEach(() => {
		delays.reservation = 100;
	});

	describe.each(kinds)('that are equal (%s)', (kind) => {
		it('send once when they are made in one turn', async () => {
			const call = tool(kind, caller);
			const told = await Promise.all([call(rent), call(rent)]);
			expect(await sent(kind)).toBe(1);
			expect(new Set(told.map(idOf)).size).toBe(1);
			expect(told.map(({ answer }) => answer.reused).sort()).toEqual([false, true]);
		});

		it('send once when they are made one after the other, and the second hears of the first', async () => {
			const call = tool(kind, caller);
			const first = await call(rent);
			const second = await call(rent);
			expect(await sent(kind)).toBe(1);
			expect(first.answer).toMatchObject({ result: 'sent', reused: false });
			expect(second.answer).toMatchObject({
				result: 'sent',
				reused: true,
				message: expect.stringMatching(
					/^This was sent already at \d{4}-\d\d-\d\d \d\d:\d\d UTC, and nothing was sent again/,
				),
			});
			expect(idOf(second)).toBe(idOf(first));
		});

		it('send once in two executions, also while the list does not show it yet', async () => {
			await local.control.settings({ hideNew: 2 });
			const first = await tool(kind, caller)(rent);
			const second = await tool(kind, caller)(rent);
			expect(await sent(kind)).toBe(1);
			expect(idOf(second)).toBe(idOf(first));
		});

		it('send once when the answer to the first was lost', async () => {
			const call = tool(kind, caller);
			await local.control.faults.add({ kind: 'reset_after', method: 'POST' });
			await local.control.settings({ hideNew: 9 });
			const first = await call(rent);
			expect(first.answer).toMatchObject({
				result: 'unknown',
				message: expect.stringContaining('nothing is sent twice'),
			});
			await local.control.settings({ hideNew: 0 });
			expect((await call(rent)).answer).toMatchObject({ result: 'sent', reused: true });
			expect(await sent(kind)).toBe(1);
		});

		it.each([{ amount: 101 }, { email: 'ben@example.com', phone: '34600000002' }])(
			'are two when they differ in %j',
			async (change) => {
				const call = tool(kind, caller);
				await call(rent);
				expect((await call({ ...rent, ...change })).answer.reused).toBe(false);
				expect(await sent(kind)).toBe(2);
			},
		);

		it('send twice if the builder wants it', async () => {
			const call = tool(kind, caller, { sendAgain: true });
			await call(rent);
			expect((await call(rent)).answer).toMatchObject({ result: 'sent', reused: false });
			expect(await sent(kind)).toBe(2);
		});
	});

	it.each([true, 'true'])(
		'are not called sent once when the builder wants them sent again (%j)',
		async (sendAgain) => {
			const call = tool('signature', caller, { sendAgain });
			await local.control.faults.add({ kind: 'reset_after', method: 'POST' });
			await local.control.settings({ hideNew: 9 });
			expect((await call(rent)).answer).toMatchObject({
				result: 'unknown',
				message: expect.stringContaining('Do not call again'),
			});
		},
	);

	it('send again when what was sent is over', async () => {
		const call = tool('signature', caller);
		const first = await call(rent);
		await local.control.expire(String(idOf(first)));
		expect((await call(rent)).answer).toMatchObject({ result: 'sent', reused: false });
		expect(await sent('signature')).toBe(2);
	});

	it('send once in two calls with the same Reference', async () => {
		const call = tool('signature', caller, { reference: '={{ $json.subject }}' });
		await call(rent);
		expect((await call(rent)).answer).toMatchObject({ reused: true, reference: rent.subject });
		expect(await sent('signature')).toBe(1);
	});

	it('hear of other custom data that are stored under their Reference', async () => {
		const call = tool('signature', caller, { reference: '={{ $json.subject }}' });
		await call({ ...rent });
		const { answer } = await call({ ...rent, amount: 101 });
		expect(answer.reused).toBe(true);
		expect(JSON.stringify(answer.hints)).toContain(
			JSON.stringify('with amount "100"; this item has "101". Nothing was sent.').slice(1, -1),
		);
		expect(await sent('signature')).toBe(1);
	});

	it('are two when the SMS of a request goes to another phone, unless they have the same Reference', async () => {
		const [wrong, right] = ['34600000001', '34600000002'].map((phone) => ({ ...rent, phone }));
		const call = tool('signature', caller, { deliveryType: 'sms' });
		await call({ ...wrong });
		expect((await call({ ...right })).answer).toMatchObject({ result: 'sent', reused: false });
		expect(await sent('signature')).toBe(2);
		const options = { deliveryType: 'sms', reference: '={{ $json.subject }}' };
		const withReference = tool('signature', caller, options);
		await withReference({ ...wrong });
		expect((await withReference({ ...right })).answer).toMatchObject({
			result: 'refused',
			message: expect.stringContaining(
				'(by SMS, phone 34600000002) in this item, others in what was sent',
			),
		});
		expect(await sent('signature')).toBe(3);
	});

	it('send no SMS where Signaturit shows no custom data of SMS, and say so', async () => {
		await local.control.seed({ kind: 'sms', count: 1 });
		await local.control.settings({ smsWithoutData: true });
		const { answer } = await tool('certifiedSms', caller)(rent);
		await local.control.settings({ smsWithoutData: false });
		expect(answer).toMatchObject({
			result: 'refused',
			message: expect.stringContaining(
				'could not be checked whether one sent by an earlier, equal call',
			),
		});
		expect(await sent('certifiedSms')).toBe(1);
	});

	it('send an SMS again that was refused', async () => {
		delays.reservation = 60_000;
		const call = tool('certifiedSms', caller);
		await local.control.faults.add({ kind: 'status', status: 400, method: 'POST' });
		expect((await call(rent)).answer.result).toBe('refused');
		expect((await call(rent)).answer.result).toBe('sent');
	});

	it('are answered when the time is up, and send nothing twice', async () => {
		// Also a busy machine comes to the POST within this time.
		delays.tool = { answer: 3_000, end: 300 };
		const call = tool('signature', caller);
		await local.control.faults.add({ kind: 'late_answer', method: 'POST', ms: 10_000 });
		const first = await call(rent);
		expect(first.answer).toMatchObject({
			result: 'unknown',
			message: expect.stringMatching(
				/has not answered within 3 seconds.*Call again with the same arguments/s,
			),
		});
		delays.tool = { answer: 45_000, end: 3_000 };
		expect((await call(rent)).answer).toMatchObject({ result: 'sent', reused: true });
		expect(await sent('signature')).toBe(1);
	});
});

describe('the option At Most', () => {
	it.each(kinds)('ends the sending of an execution (%s)', async (kind) => {
		const call = tool(kind, 'agent 3', { atMost: 2 });
		const told = [await call(newRent()), await call(newRent()), await call(newRent())];
		expect(told.map(({ answer }) => answer.result)).toEqual(['sent', 'sent', 'refused']);
		expect(told[2]?.answer.message).toMatch(
			/^This tool has reached its limit for one execution \(At Most: 2\)\nNothing was sent or changed\. Do not call again: tell the user/,
		);
		expect(await sent(kind)).toBe(2);
		expect((await tool(kind, 'agent 3', { atMost: 2 })(newRent())).answer.result).toBe('sent');
	});

	it('holds for calls in one turn, of any agent', async () => {
		const call = tool('signature', 'agent 2', { atMost: 2 });
		const told = await Promise.all(Array.from({ length: 5 }, async () => await call(newRent())));
		expect(told.filter(({ answer }) => answer.result === 'sent')).toHaveLength(2);
		expect(await sent('signature')).toBe(2);
	});

	it('does not count what was sent already, nor what was refused', async () => {
		const call = tool('signature', 'agent 3', { atMost: 2 });
		const rent = newRent();
		await call(rent);
		await call(rent);
		await local.control.faults.add({ kind: 'status', status: 400, method: 'POST' });
		expect((await call(newRent())).answer.result).toBe('refused');
		expect((await call(newRent())).answer.result).toBe('sent');
	});

	it('limits nothing unless it was added', async () => {
		const call = tool('signature');
		for (let calls = 0; calls < 3; calls++) await call(newRent());
		expect(await sent('signature')).toBe(3);
	});
});

describe('the option Allowed Recipients', () => {
	it.each([
		['example.com', 'sent'],
		['*@example.com', 'sent'],
		['Ada <ada@example.com>', 'sent'],
		['a@b.org, ADA@example.com', 'sent'],
		['ample.com', 'refused'],
		['ben@example.com', 'refused'],
		['', 'refused'],
		['={{ null }}', 'refused'],
	])('%s: %s', async (allowedRecipients, result) => {
		const call = tool('signature', 'agent 3', { allowedRecipients });
		const { answer } = await call(newRent());
		expect(answer.result).toBe(result);
		if (result === 'sent') return;
		expect(answer.message).toMatch(
			/^This tool may not send to "ada@example.com"\nNothing was sent/,
		);
		expect(await sent('signature')).toBe(0);
	});

	it('holds for copies and phones', async () => {
		const copies = {
			allowedRecipients: 'ada@example.com',
			cc: { copy: [{ email: 'eve@evil.example', name: 'Eve' }] },
		};
		expect((await tool('signature', 'agent 3', copies)(newRent())).answer.message).toContain(
			'may not send to "eve@evil.example"',
		);
		const call = (allowedRecipients: string) =>
			tool('certifiedSms', 'agent 3', { allowedRecipients })(newRent());
		expect((await call('34600000001')).answer.result).toBe('refused');
		for (const allowed of ['34600000000', 'example.com, +34 600 000 000']) {
			expect((await call(allowed)).answer.result).toBe('sent');
		}
	});

	it.each(kinds)('is refused with an entry that would match nobody (%s)', async (kind) => {
		const allowedRecipients = 'example.com, *.example.org, 34600000000';
		const { answer } = await tool(kind, 'agent 3', { allowedRecipients })(newRent());
		expect(answer.result).toBe('refused');
		expect(answer.message).toMatch(
			/^Allowed Recipients "\*\.example\.org" must be an email address, a domain .*\nNothing was sent or changed\. Do not call again: tell the user\. Only the person who has made the workflow can mend it\.$/,
		);
		expect(await sent(kind)).toBe(0);
	});
});

it('the options Allowed Recipients, At Most and Send Again are shown in tools only, where something is sent', () => {
	const added = ['allowedRecipients', 'atMost', 'sendAgain'];
	const shown = new Signaturit().description.properties
		.filter(({ name }) => name === 'options')
		.flatMap(({ options = [], displayOptions }) =>
			(options as INodeProperties[])
				.filter(({ name }) => added.includes(name))
				.map((option) => ({
					operation: displayOptions?.show?.operation?.[0],
					...option.displayOptions,
				})),
		);
	const operations = ['create', 'sendReminder', 'changeSigner', 'createEmail', 'createSms'];
	expect(shown).toEqual(
		operations.flatMap((operation) => added.map(() => ({ operation, show: { '@tool': [true] } }))),
	);
});
