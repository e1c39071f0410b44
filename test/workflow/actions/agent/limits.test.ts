import type { INodeProperties } from 'n8n-workflow';
import { Signaturit } from '../../../../nodes/Signaturit/Signaturit.node';
import { kinds, newRent, toolOnService } from './toolOnService';

const { local, tool, sent } = toolOnService();

describe('the option At Most', () => {
	it.each(kinds)('ends the sending of an execution (%s)', async (kind) => {
		const call = tool(kind, 'agent 3', { atMost: 2 });
		const told = [await call(newRent()), await call(newRent()), await call(newRent())];
		expect(told.map(({ answer }) => answer.result)).toEqual(['sent', 'sent', 'refused']);
		expect(told[2]?.answer.message).toMatch(
			/^This tool has reached its limit for one execution \(At Most: 2\)\nNothing was sent\. Do not call again/,
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
		['@example.com', 'sent'],
		['a@b.org, ADA@example.com', 'sent'],
		['ample.com', 'refused'],
		['ben@example.com', 'refused'],
		['', 'refused'],
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
		expect((await call('34600000000')).answer.result).toBe('sent');
	});
});

it('are shown in tools only, where something is sent', () => {
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
