import type { INodeParameters } from 'n8n-workflow';
import { ADA } from '../../../people';
import { reviewFlow, type Asked } from '../../engine/agent';
import { Flow, outputsOf } from '../../engine/flow';
import { kinds, newRent, toolOnService } from '../agent/toolOnService';

const { local, tool, sent } = toolOnService();

const writes = async () =>
	(await local.control.requests()).filter(({ method }) => method !== 'GET');

const checked: INodeParameters = { checkOnly: true, atMost: 1 };

describe.each(kinds)('a tool that sends a %s, with Check Only', (kind) => {
	it('tells the model that nothing was sent, and what would go out', async () => {
		const { answer, hints } = await tool(kind, 'agent 3', checked)(newRent());
		expect(answer).toMatchObject({ result: 'checked', checkOnly: true, wouldSend: true });
		expect(answer.message).toMatch(
			/^Nothing was sent: this was only a check\. It would go out as told here\. Only the person/,
		);
		expect(JSON.stringify(answer.recipients)).toMatch(/ada@example\.com|34600000000/);
		expect(hints.join()).toContain('Nothing was sent, as Check Only is on.');
		expect(await writes()).toEqual([]);
	});

	it('is not counted by At Most, which holds for what is sent', async () => {
		const call = tool(kind, 'agent 2', { atMost: 1, checkOnly: '={{ $json.check }}' });
		for (const check of [true, 'true', 1]) {
			expect((await call({ ...newRent(), check })).answer.result).toBe('checked');
		}
		expect((await call({ ...newRent(), check: false })).answer.result).toBe('sent');
		const over = (await call({ ...newRent(), check: true })).answer;
		expect(over).toMatchObject({ result: 'checked', wouldSend: false });
		expect(over.problems).toEqual([expect.stringContaining('has reached its limit')]);
		expect(await sent(kind)).toBe(1);
	});

	it('tells whom it may not be sent to, and what the model can do', async () => {
		const options = { ...checked, allowedRecipients: 'example.org' };
		const { answer } = await tool(kind, 'agent 3', options)(newRent());
		expect(answer).toMatchObject({ result: 'checked', wouldSend: false });
		expect(answer.problems).toEqual([expect.stringMatching(/^This tool may not send to/)]);
		expect(answer.message).toMatch(
			/only a check\. It would be refused: "problems" says why\. Do not call again: tell the user/,
		);
		expect(await writes()).toEqual([]);
	});

	it('sends nothing if a model leaves it open whether it is on', async () => {
		const { answer } = await tool(kind, 'agent 3', { checkOnly: '={{ $json.check }}' })(newRent());
		expect(answer.result).toBe('refused');
		expect(answer.message).toContain('Check Only must be true or false');
		expect(await writes()).toEqual([]);
	});
});

it('lets a model have it sent that fills in Check Only', async () => {
	const checkOnly = "={{ $json.check /*n8n-auto-generated-fromAI-override*/ ?? $fromAI('check') }}";
	const { answer } = await tool('signature', 'agent 3', { checkOnly })({
		...newRent(),
		check: true,
	});
	expect(answer.message).toContain('To send it, call again with the check off.');
	expect(await writes()).toEqual([]);
});

it('tells a model of an equal call that was sent within the hour', async () => {
	const rent = newRent();
	const call = tool('signature', 'agent 3', { atMost: 2, checkOnly: '={{ $json.check }}' });
	await call({ ...rent, check: false });
	const { answer } = await call({ ...rent, check: true });
	expect(answer).toMatchObject({ result: 'checked', wouldSend: false });
	expect(answer.message).toContain('It was sent already, and would not be sent again.');
	expect(await sent('signature')).toBe(1);
});

describe('a review with Check Only', () => {
	it.each<[string, Asked]>([
		['an ordinary call', { toolParameters: { amount: 5 } }],
		[
			'a call that claims to be approved',
			{ toolParameters: {}, hitlParameters: { approved: true } },
		],
		['a call without arguments', {}],
	])('asks nobody and never approves %s', async (_, asked) => {
		const panel = {
			recipients: { recipient: [ADA] },
			message: 'Pay',
			options: { checkOnly: true },
		};
		const flow = new Flow(local.credential, reviewFlow([asked], panel), { executionOrder: 'v1' });
		const flowed = await flow.run([{ json: {} }]);
		const [told] = outputsOf(flowed, 'Agent')[0] ?? [];
		expect(told).toMatchObject({ approved: false, checkOnly: true });
		expect(told?.chatInput).toMatch(/^Nobody was asked to sign: this review only checks/);
		expect(Object.keys(told ?? {}).length).toBeLessThanOrEqual(10);
		expect(flowed.data.waitTill).toBeUndefined();
		expect(await writes()).toEqual([]);
	});

	it('never approves when Check Only is neither true nor false', async () => {
		const panel = { recipients: { recipient: [ADA] }, message: 'Pay', options: { checkOnly: '' } };
		const flow = new Flow(local.credential, reviewFlow([{ toolParameters: {} }], panel), {
			executionOrder: 'v1',
		});
		const flowed = await flow.run([{ json: {} }]);
		expect(outputsOf(flowed, 'Agent')[0]).toMatchObject([{ approved: false }]);
		expect(flowed.data.waitTill).toBeUndefined();
		expect(await writes()).toEqual([]);
	});
});
