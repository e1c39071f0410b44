import type { IDataObject } from 'n8n-workflow';
import { ADA } from '../people';
import { documentIdsIn } from '../workflow/engine/fixtures';
import { AGENTS, MARKER, ToolScenario, type Agent } from './agentTools/toolScenario';

let scenario: ToolScenario;

beforeAll(async () => {
	scenario = await ToolScenario.start();
});

afterAll(async () => await scenario?.stop());

const control = () => scenario.stack.control;

/** What n8n tells models of these tools, without a word of the builder. */
const descriptions = {
	Send: 'Send files or templates for signature; what people sign in Production is legally binding. The recipients get it at once. Called again with the same reference, it sends nothing. Templates are named by ID or hashtag, from listing the templates.',
	Get: 'Get a signature request with its documents and their status; turn off Simplify to get their events too. The signatureId comes from sending or listing signature requests.',
};

let subjects = 0;
const newContract = () => ({ subject: `Contract ${++subjects}`, ...ADA });
const send = (args: object) => ({ name: 'Send', arguments: args });
const agents = Object.keys(AGENTS) as Agent[];

beforeEach(async () => await control().clearRequests());

describe.each(agents)('the tools of %s', (agent) => {
	it('send equal calls once, in one turn, in two turns and in two executions', async () => {
		const contract = newContract();
		const told = await scenario.run(agent, [send(contract), send(contract)], [send(contract)]);
		told.push(...(await scenario.run(agent, [send(contract)])));
		expect(told.map(({ result }) => result)).toEqual(['sent', 'sent', 'sent', 'sent']);
		expect(new Set(told.map(({ signatureId }) => signatureId)).size).toBe(1);
		expect(await scenario.sent()).toEqual([contract.subject]);
	});

	it('send each of different calls', async () => {
		const [one, other] = [newContract(), newContract()];
		await scenario.run(agent, [send(one), send(other)]);
		expect((await scenario.sent()).sort()).toEqual([one.subject, other.subject]);
	});

	it('send once when an answer was lost', async () => {
		const contract = newContract();
		await control().faults.add({ kind: 'reset_after', method: 'POST', path: '/v3/signatures' });
		const told = await scenario.run(agent, [send(contract)], [send(contract)]);
		expect(told.at(-1)).toMatchObject({ result: 'sent', reused: true });
		expect(await scenario.sent()).toEqual([contract.subject]);
	});

	it('send nothing when only the name differs, and tell for whom it was sent', async () => {
		const contract = newContract();
		const told = await scenario.run(
			agent,
			[send(contract)],
			[send({ ...contract, name: ' ada  LOVELACE', email: 'Ada@Example.com ' })],
			[send({ ...contract, name: 'Ada King' })],
		);
		expect(told.map(({ result }) => result)).toEqual(['sent', 'sent', 'refused']);
		expect(told[1]).toMatchObject({ signatureId: told[0]?.signatureId, reused: true });
		expect(told[2]?.message).toMatch(
			/The same went to ada@example\.com for "Ada Lovelace" .* \(ID [^)]+\).*Do not call again: tell the user\.$/s,
		);
		expect(await scenario.sent()).toEqual([contract.subject]);
	});

	it('send equal calls once also when n8n was started again between them', async () => {
		const contract = newContract();
		const [first] = await scenario.run(agent, [send(contract)]);
		await scenario.stack.restartN8n();
		const [second] = await scenario.run(agent, [send(contract)]);
		expect(second).toMatchObject({
			result: 'sent',
			reused: true,
			signatureId: first?.signatureId,
		});
		expect(await scenario.sent()).toEqual([contract.subject]);
	});

	it('say what they do', async () => {
		await scenario.run(agent);
		expect(scenario.model.tools).toMatchObject(descriptions);
	});

	it('tell the model all that is wrong', async () => {
		const [told] = await scenario.run(agent, [send({ ...newContract(), email: 'nobody' })]);
		expect(told).toMatchObject({ result: 'refused', environment: 'Custom' });
		expect(told?.message).toMatch(
			/Recipient 1: Email "nobody".*\nNothing was sent or changed\. Correct the arguments, then call again\.$/s,
		);
		expect(await scenario.sent()).toEqual([]);
	});

	it('keep to the limits of the builder', async () => {
		const limited = (args: object) => ({ name: 'Limited', arguments: args });
		const told = await scenario.run(
			agent,
			[limited({ ...newContract(), email: 'ada@elsewhere.example' })],
			[limited(newContract())],
			[limited(newContract())],
		);
		expect(told.map(({ result }) => result)).toEqual(['refused', 'sent', 'refused']);
		expect(told[2]?.message).toContain('This tool has reached its limit for one execution');
	});

	it.each(['', 'any', 'all'])('take no filter for %j, and "false" for Limit', async (none) => {
		await control().seed({ count: 5 });
		const find = { name: 'Find', arguments: { all: 'false', status: none, signer: none } };
		const [told] = await scenario.run(agent, [find]);
		expect(told?.result).toBe('done');
		expect(told?.entries).toHaveLength(2);
	});

	it('tell the model nothing of what the workflow was started with', async () => {
		const [sent] = await scenario.run(agent, [send(newContract())]);
		const signature = String(sent?.signatureId);
		const [got] = await scenario.run(agent, [{ name: 'Get', arguments: { signature } }]);
		const document = documentIdsIn(got as IDataObject | undefined)[0] ?? '';
		const args = { signature, document };
		const remind = { name: 'Remind', arguments: { signature } };
		await scenario.run(agent, [{ name: 'Rename', arguments: { signature } }], [remind]);
		await control().sign({ signatureId: signature, email: 'ada@example.com' });
		const downloads = ['Pack', 'Signed', 'Sent', 'Uploaded', 'Trail', 'Attachments'];
		const told = await scenario.run(agent, ...downloads.map((name) => [{ name, arguments: args }]));
		expect(told).toHaveLength(downloads.length);
		expect(told.slice(0, 5).map(({ result }) => result)).toEqual(Array(5).fill('done'));
		expect(scenario.model.heard).toContain(signature);
		expect(scenario.model.heard).not.toContain(MARKER);
	});
});

describe('the tools of an MCP server', () => {
	it('send once when the client gives up and calls again', async () => {
		const contract = newContract();
		await control().faults.add({ kind: 'late_answer', method: 'POST', ms: 6_000 });
		expect(await scenario.callByMcp('Send', contract, 2_000)).toBeUndefined();
		const again = await scenario.callByMcp('Send', contract);
		expect(again).toMatchObject({ result: 'sent', reused: true });
		expect(await scenario.sent()).toEqual([contract.subject]);
	});

	it('say what they do, and tell the client all that is wrong', async () => {
		const told = await scenario.callByMcp('Send', { ...newContract(), email: 'nobody' });
		expect(told?.message).toContain('Recipient 1: Email "nobody"');
		expect(scenario.toldByMcp).toMatchObject(descriptions);
	});
});
