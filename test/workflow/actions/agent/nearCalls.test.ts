import axios from 'axios';
import { delays } from '../../../../nodes/Signaturit/transport/deadline';
import { idOf, newRent, toolOnService } from './toolOnService';

const { local, tool, sent } = toolOnService();

let people = 0;

/** The arguments of a call for somebody to whom nothing went so far. */
const jose = () => ({
	...newRent(),
	email: `jose${++people}@example.com`,
	name: 'Jos\u00e9 Nu\u00f1ez',
	title: 'Sign',
	body: 'Hello',
});

beforeEach(() => {
	delays.reservation = 100;
});

const cancel = async (id: string) => {
	const headers = { Authorization: `Bearer ${local.service.token}` };
	await axios.patch(`${local.service.url}/v3/signatures/${id}/cancel.json`, {}, { headers });
};

describe.each(['signature', 'certifiedEmail'] as const)('a call (%s)', (kind) => {
	it.each([
		['capitals of the address', (email: string) => ({ email: email.toUpperCase() })],
		['blanks around the address', (email: string) => ({ email: ` ${email} ` })],
		['capitals of the name', () => ({ name: 'JOS\u00c9 nu\u00f1ez' })],
		['accents of the name', () => ({ name: 'Jose Nun\u0303ez' })],
		['blanks of the name', () => ({ name: ' Jos\u00e9  Nu\u00f1ez' })],
	])('with other %s is the same', async (_, change) => {
		const rent = jose();
		const first = await tool(kind)(rent);
		const second = await tool(kind, 'agent 2')({ ...rent, ...change(rent.email) });
		expect(second.answer).toMatchObject({ result: 'sent', reused: true });
		expect(idOf(second)).toBe(idOf(first));
		expect(await sent(kind)).toBe(1);
	});

	it('with another name sends nothing, and says what was sent', async () => {
		const rent = jose();
		const first = await tool(kind)(rent);
		const { answer } = await tool(kind)({ ...rent, name: 'Jos\u00e9 Nu\u00f1es' });
		expect(answer.result).toBe('refused');
		expect(answer.message).toContain(
			`The same went to ${rent.email} for "Jos\u00e9 Nu\u00f1ez" a minute ago (ID ${String(idOf(first))}).\n`,
		);
		expect(await sent(kind)).toBe(1);
	});

	it('with another name in the same turn sends nothing', async () => {
		const call = tool(kind);
		const rent = jose();
		const told = await Promise.all([call(rent), call({ ...rent, name: 'Ben' })]);
		expect(told.map(({ answer }) => answer.result).sort()).toEqual(['refused', 'sent']);
		expect(await sent(kind)).toBe(1);
	});

	it('with another name is sent if the builder wants it', async () => {
		const call = tool(kind, 'agent 3', { sendAgain: true });
		const rent = jose();
		await call(rent);
		const { answer } = await call({ ...rent, name: 'Ben' });
		expect(answer).toMatchObject({ result: 'sent', reused: false });
		expect(answer.message).not.toContain('Another one');
	});
});

describe.each([
	['signature', 'another subject', { title: 'Sign again' }, ' with the same template'],
	['signature', 'other custom data', { amount: 101 }, ' with the same template'],
	['certifiedEmail', 'another subject', { amount: 101 }, ''],
	['certifiedEmail', 'another body and no file', { body: 'Good morning' }, ''],
] as const)('a %s with %s', (kind, _, change, what) => {
	it('is sent, and the answer tells of the other one', async () => {
		const call = tool(kind);
		const rent = jose();
		const first = await call(rent);
		const { answer } = await call({ ...rent, ...change });
		expect(answer).toMatchObject({ result: 'sent', reused: false });
		expect(first.answer.message).not.toContain('Another one');
		expect(answer.message).toMatch(
			new RegExp(
				` Another one${what} went to ${rent.email} a minute ago \\(ID ${String(idOf(first))}\\)\\.$`,
			),
		);
		expect(answer).not.toHaveProperty('anotherSent');
		expect(await sent(kind)).toBe(2);
	});

	it('is sent without a word if the builder wants it', async () => {
		const call = tool(kind, 'agent 3', { sendAgain: true });
		const rent = jose();
		await call(rent);
		const { answer } = await call({ ...rent, ...change });
		expect(answer.result).toBe('sent');
		expect(answer.message).not.toContain('Another one');
	});

	it('is sent also if nobody can be asked for another one', async () => {
		const call = tool(kind);
		const rent = jose();
		await call(rent);
		await local.control.faults.add({
			kind: 'status',
			status: 500,
			method: 'GET',
			path: 's.json',
			skip: 1,
			times: 0,
		});
		const { answer } = await call({ ...rent, ...change });
		await local.control.faults.clear();
		expect(answer).toMatchObject({ result: 'sent', reused: false });
		expect(answer.message).not.toContain('Another one');
	});
});

describe('a signature request of a tool', () => {
	it.each([{ email: 'ben@example.com' }, { template: '["#Consent", "#Consent"]' }])(
		'with %j is sent without a word of another one',
		async (change) => {
			const call = tool('signature', 'agent 3', {
				json: { templatesJson: '={{ $json.template }}' },
			});
			const rent = { ...jose(), template: '["#Consent"]' };
			await call(rent);
			const { answer } = await call({ ...rent, ...change });
			expect(answer).toMatchObject({ result: 'sent', reused: false });
			expect(answer.message).not.toContain('Another one');
		},
	);

	it('does not tell of another one that was canceled', async () => {
		const call = tool('signature');
		const rent = jose();
		await cancel(String(idOf(await call(rent))));
		const { answer } = await call({ ...rent, amount: 101 });
		expect(answer.result).toBe('sent');
		expect(answer.message).not.toContain('Another one');
	});

	it('with another name says how the first one is corrected, and is sent after that', async () => {
		const call = tool('signature');
		const rent = jose();
		const id = String(idOf(await call(rent)));
		const { answer } = await call({ ...rent, name: 'Ben' });
		expect(answer.message).toContain(
			'If the name is wrong, that request has to be canceled first.\nNothing was sent or changed. Do not call again: tell the user.',
		);
		await cancel(id);
		expect((await call({ ...rent, name: 'Ben' })).answer).toMatchObject({ reused: false });
		expect(await sent('signature')).toBe(2);
	});

	it('with another body only is the same', async () => {
		const call = tool('signature');
		const rent = jose();
		await call(rent);
		expect((await call({ ...rent, body: 'Good morning' })).answer.reused).toBe(true);
		expect(await sent('signature')).toBe(1);
	});

	it('by SMS is compared by the phone', async () => {
		const call = tool('signature', 'agent 3', { deliveryType: 'sms' });
		const rent = { ...jose(), phone: '34600000001' };
		await call(rent);
		expect((await call({ ...rent, phone: '+34 600 00-00-01' })).answer.reused).toBe(true);
		expect((await call({ ...rent, phone: '34600000002' })).answer.reused).toBe(false);
		expect(await sent('signature')).toBe(2);
	});
});

describe('a certified SMS of a tool', () => {
	it('with another name sends nothing, and says what was sent', async () => {
		const rent = jose();
		await tool('certifiedSms')(rent);
		const { answer } = await tool('certifiedSms')({ ...rent, name: 'Ben' });
		expect(answer).toMatchObject({
			result: 'refused',
			message: expect.stringContaining('The same went to 34600000000 for "Jos\u00e9 Nu\u00f1ez"'),
		});
		expect(await sent('certifiedSms')).toBe(1);
	});

	it('with other capitals and accents of the name is the same', async () => {
		const rent = jose();
		await tool('certifiedSms')(rent);
		const { answer } = await tool('certifiedSms')({ ...rent, name: 'JOSE NUN\u0303EZ' });
		expect(answer).toMatchObject({ result: 'sent', reused: true });
		expect(await sent('certifiedSms')).toBe(1);
	});
});
