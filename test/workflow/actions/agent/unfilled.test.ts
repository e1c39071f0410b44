import type { INodeParameters } from 'n8n-workflow';
import { delays } from '../../../../nodes/Signaturit/transport/deadline';
import { toolIn } from '../../engine/agentTool';
import { runNode } from '../../engine/engine';
import { byId, createParameters } from '../../engine/fixtures';
import { localService } from '../../engine/localService';

const local = localService();

const templatesOf = (...ids: string[]) => ({ template: ids.map((id) => ({ id: byId(id) })) });

/** *Create* with the template #NDA, whose fields are called company and purpose, and Company and Purpose. */
const parameters = (key: string, more: INodeParameters = {}): INodeParameters =>
	createParameters({
		source: 'templates',
		templates: templatesOf('#NDA'),
		options: { events: 'none', sendAgain: true, data: { pair: [{ key, value: 'x' }] } },
		...more,
	});

const call = async (key: string, more: INodeParameters = {}) =>
	(await toolIn({ parameters: parameters(key, more), credential: local.credential })()).answer;

const requested = async () =>
	(await local.control.requests()).map(({ path }) => path.split('?')[0]);

describe('a key of custom data that no field of the template is called', () => {
	it('is told to the model, with the names of the fields', async () => {
		expect(await call('compani')).toMatchObject({
			result: 'sent',
			hints: [
				'Signaturit tells of no field "compani" in the template, so it may have filled nothing. It tells of: company, purpose',
			],
		});
	});

	it('is told of several templates', async () => {
		const templates = templatesOf('#NDA', '#EmploymentContract');
		const { hints } = await call('compani', { templates });
		expect(hints).toEqual([
			expect.stringMatching(/no field "compani".*: position, start_date, company, purpose$/),
		]);
	});

	it.each(['company', 'Purpose'])('is none if the field %s is there', async (key) => {
		expect(await call(key)).not.toHaveProperty('hints');
	});

	it('is not told when not every template is found', async () => {
		await local.control.faults.add({ kind: 'status', status: 500, path: '/v4/templates' });
		const answer = await call('compani');
		expect(answer.result).toBe('sent');
		expect(answer).not.toHaveProperty('hints');
		await local.control.faults.clear();
	});

	it('is not waited for when the list of templates hangs', async () => {
		delays.tool = { answer: 45_000, end: 200 };
		await local.control.faults.add({ kind: 'latency', ms: 2_000, path: '/v4/templates' });
		const answer = await call('compani');
		expect(answer.result).toBe('sent');
		await local.control.faults.clear();
	});

	it('costs a workflow nothing', async () => {
		await local.control.clearRequests();
		await runNode({ parameters: parameters('compani'), credential: local.credential });
		expect(await requested()).not.toContain('/v4/templates');
	});
});
