import type { IDataObject, INodeParameters } from 'n8n-workflow';
import { toolIn } from '../../engine/agentTool';
import { byId, createParameters } from '../../engine/fixtures';
import { localService } from '../../engine/localService';
import { answer, scriptedServer } from '../../engine/scriptedServer';

const local = localService();
const server = scriptedServer();

const tool = async (parameters: INodeParameters, credential = local.credential) =>
	await toolIn({ parameters: { resource: 'signature', ...parameters }, credential })();

describe('Output of a tool that reads one request', () => {
	const get = async (more: INodeParameters) => {
		const [id = ''] = await local.control.seed({ count: 1, status: 'ready' });
		return { id, ...(await tool({ operation: 'get', signatureId: byId(id), ...more })) };
	};

	it('gives the answer of the service when it is Raw', async () => {
		const { id, answer: told } = await get({ output: 'raw' });
		expect(told).toMatchObject({ id, created_at: expect.stringMatching(/\+0000$/) });
		expect(told.documents).toMatchObject([{ events: expect.any(Array) }]);
	});

	it('gives the ID and the chosen fields when it is Selected Fields', async () => {
		const selected = { output: 'selected', outputFields: ['status', 'fileName'] };
		const { id, answer: told } = await get(selected);
		const { result, message, environment, ...output } = told;
		expect({ result, environment }).toMatchObject({ result: 'done' });
		expect(message).toContain('written by others');
		expect(output).toEqual({ signatureId: id, status: 'ready', fileName: 'seeded.pdf' });
	});

	it.each<[INodeParameters, string]>([
		[{ output: 'everything' }, 'Output "everything"'],
		[{ output: 'selected', outputFields: ['signature_id'] }, 'Fields'],
	])('is refused before anything is read when it is %j', async (more, words) => {
		const { answer: told } = await tool({ operation: 'get', signatureId: byId('s1'), ...more });
		expect(told.result).toBe('refused');
		expect(told.message).toContain(words);
		expect(await local.control.requests()).toEqual([]);
	});
});

describe('Output of a tool that lists', () => {
	const list = async (more: INodeParameters) =>
		await tool({ operation: 'getMany', returnAll: false, limit: 30, filters: {}, ...more });

	it('gives the chosen fields of each entry in place of a line', async () => {
		const ids = await local.control.seed({ count: 3, status: 'ready' });
		const { answer: told } = await list({ output: 'selected', outputFields: ['status'] });
		const entries = told.entries as IDataObject[];
		for (const signatureId of ids) {
			expect(entries).toContainEqual({ signatureId, status: 'ready' });
		}
	});

	it('gives as many whole entries as fit when it is Raw', async () => {
		await local.control.seed({ count: 60, status: 'ready', signers: 2 });
		const { answer: told, text } = await list({ output: 'raw' });
		const entries = told.entries as IDataObject[];
		expect(text.length).toBeLessThanOrEqual(8_000 + '[]'.length);
		expect(entries.length).toBeGreaterThan(3);
		expect(entries.length + Number(told.more)).toBe(30);
		for (const entry of entries) expect(entry).toMatchObject({ documents: expect.any(Array) });
	});

	it('has one entry at least, however long the service has made it', async () => {
		const long = { id: 's1', documents: [], note: 'x'.repeat(90_000), list: Array(9_000).fill(1) };
		server.answers = [answer(200, JSON.stringify([long]))];
		const parameters = { operation: 'getMany', limit: 1, filters: {}, output: 'raw' };
		const { answer: told } = await tool(parameters, server.credential);
		expect(told.entries).toMatchObject([{ id: 's1' }]);
	});
});

describe('Output of a tool that sends', () => {
	it('tells what was sent by the chosen fields, and that it was sent already', async () => {
		const parameters = createParameters({
			source: 'templates',
			recipients: { recipient: [{ email: 'ada@example.com', name: 'Ada' }] },
			templates: { template: [{ id: byId('#NDA') }] },
			options: { events: 'none', output: 'selected', outputFields: ['status'] },
		});
		await local.control.seed({ kind: 'templates', count: 1 });
		const first = await tool(parameters);
		expect(first.answer.result).toBe('sent');
		expect(Object.keys(first.answer)).toEqual(
			expect.arrayContaining(['result', 'message', 'signatureId', 'status']),
		);
		expect(first.answer).not.toHaveProperty('signers');
		const second = await tool(parameters);
		expect(second.answer.message).toMatch(/^This was sent already at .*written by others/);
		expect(second.answer.signatureId).toBe(first.answer.signatureId);
	});
});
