import { inspect } from 'node:util';
import { CredentialTestContext } from 'n8n-core';
import type { ICredentialDataDecryptedObject, INodeParameters } from 'n8n-workflow';
import { testSignaturitApi } from '../../nodes/Signaturit/methods/credentialTest';
import { listSearch } from '../../nodes/Signaturit/methods/listSearch';
import { getTemplateFields } from '../../nodes/Signaturit/methods/templateFields';
import { ADA } from '../people';
import { requestOf, sleeperIn } from './actions/waiting/sleeper';
import { reviewFlow } from './engine/agent';
import { toolIn } from './engine/agentTool';
import { loadOptionsContext, runNode } from './engine/engine';
import { byId, documentParameters, signatureParameters } from './engine/fixtures';
import { Flow, outputsOf } from './engine/flow';
import { movedContext } from './engine/moved';
import { triggerRig } from './trigger/rig';
import { unpublish } from './trigger/scenes';

/** Too short for a token of Signaturit, so that it stays in answers, and only the filter of what people read finds it. */
const SHORT = 'key-1';
const LONG = 'NDk4YzlkOTFhMjE3-a-secret_token';

const rig = triggerRig(SHORT);

const levels = ['debug', 'info', 'warn', 'error'] as const;
const spies = () => {
	const { logger } = rig.workflow().hook('trigger');
	return levels.map((level) => jest.spyOn(logger, level));
};

/** The lines that the nodes have written into n8n's log in this test. */
const logged = () =>
	spies()
		.flatMap(({ mock }) => mock.calls.map(([line]) => String(line)))
		.filter((line) => line.startsWith('Signaturit'));

beforeEach(async () => {
	await rig.reset({ events: ['*'] });
	for (const spy of spies()) spy.mockClear();
});

function expectConcealed(said: unknown, token: string): void {
	const text = inspect(said, { depth: null, maxArrayLength: null, maxStringLength: null });
	expect(text).not.toContain(token);
	expect(text).toContain('[access token]');
}

/** Every request is answered with this status, in words that repeat the token. */
const repeat = async (status = 401) =>
	await rig.control.faults.add({
		...{ kind: 'status', status, times: 0 },
		message: `The key ${SHORT} is blocked`,
	});

/** Somebody has pasted the token into the Base URL as well. */
async function misplace(): Promise<void> {
	Object.assign(rig.credential, { accessToken: LONG, baseUrl: LONG });
}

type Leak = (status?: number) => Promise<unknown>;

const get = signatureParameters('get', 's1');

const run = async (parameters: INodeParameters, more = {}) =>
	await runNode({ parameters, credential: rig.credential, ...more });

async function review() {
	const panel = { message: 'May it?', recipients: { recipient: [ADA] } };
	const nodes = reviewFlow([{ toolParameters: { amount: 5 } }], panel);
	const flowed = await new Flow(rig.credential, nodes, { executionOrder: 'v1' }).run([
		{ json: {} },
	]);
	const [reviewed] = flowed.data.resultData.runData['Sign to Approve'] ?? [];
	return { hints: reviewed?.hints, told: outputsOf(flowed, 'Agent') };
}

const thrownBy = async (running: Promise<unknown>) =>
	await running.then(
		() => 'nothing',
		(error: unknown) => error,
	);

const search =
	(name: keyof typeof listSearch, parameters: INodeParameters = {}) =>
	async () =>
		await thrownBy(listSearch[name].call(loadOptionsContext(parameters, rig.credential)));

/** What the credential test says, in an n8n that differs like this. */
const tested = async (data: ICredentialDataDecryptedObject, changes = {}) =>
	await testSignaturitApi.call(movedContext(new CredentialTestContext(), changes), {
		...{ id: '1', name: 'Signaturit', type: 'signaturitApi' },
		data,
	});

async function polled(leak: Leak) {
	const poll = rig.polls();
	await poll();
	await leak();
	await poll();
	await poll();
	return rig.pollErrors;
}

/** What an entry says when it fails, and the token has got into that. */
const failures: Record<string, (leak: Leak) => Promise<unknown>> = {
	'the error of the action': async (leak) => {
		await leak();
		return (await run(get)).record;
	},
	'the item of the action with Continue On Fail': async (leak) => {
		await leak();
		return (await run(get, { onError: 'continueRegularOutput' })).items;
	},
	'what the tool answers and hints at': async (leak) => {
		await leak();
		const { items, hints } = await toolIn({ parameters: get, credential: rig.credential })();
		return { items, hints };
	},
	'what the review answers and hints at': async (leak) => {
		await leak();
		return await review();
	},
	'the failed execution of a poll': polled,
	'the error of the activation': async (leak) => {
		await leak();
		return await thrownBy(rig.activate());
	},
	'the error of the search in a list': async (leak) => {
		await leak();
		return await search('searchSignatureRequests')();
	},
	'the error of the search in the team': async (leak) => {
		await leak();
		return await search('searchTeamUsers')();
	},
	'the error of the search in a record': async (leak) => {
		await leak();
		return await search('searchDocuments', documentParameters('downloadSigned', 's1', 'd1'))();
	},
	'the error of the fields of a template': async (leak) => {
		await leak();
		const parameters = { templates: { template: [{ id: byId('#NDA') }] } };
		const context = loadOptionsContext(parameters, rig.credential);
		return await thrownBy(getTemplateFields.call(context));
	},
	'the message of the credential test': async (leak) => {
		await leak();
		return await tested(rig.credential);
	},
};

describe.each(Object.entries(failures))('%s', (_, saidAfter) => {
	it.each([
		['that the service repeats', SHORT, repeat],
		['that somebody has put into the Base URL', LONG, misplace],
	])('has no access token %s', async (_how, token, leak) => {
		expectConcealed(await saidAfter(leak), token);
	});
});

/** A line of the log says only the message of an error, in which no Base URL is. */
const lines: Record<string, () => Promise<unknown>> = {
	'a poll': async () => await polled(repeat),
	'an activation': async () => {
		rig.parameters = { ...rig.parameters, listenTo: 'account' };
		await repeat(500);
		await rig.activate('init');
	},
	'a deactivation': async () => {
		rig.parameters = { ...rig.parameters, listenTo: 'account' };
		await rig.activate();
		await repeat();
		await unpublish(rig);
	},
};

it.each(Object.entries(lines))('the log of %s has no access token', async (_, running) => {
	await running();
	expectConcealed(logged(), SHORT);
});

it('what n8n keeps of a write whose answer was lost has no access token', async () => {
	const flow = new Flow(rig.credential, [
		{ name: 'Start', type: 'start', to: [['Cancel']] },
		{
			name: 'Cancel',
			type: 'signaturit',
			parameters: signatureParameters('cancel', await requestOf(rig)),
		},
	]);
	await repeat(500);
	const { data } = await flow.run([{ json: {} }]);
	expectConcealed(data.executionData?.contextData, SHORT);
});

it('the log of a post to a sleeping execution has no access token', async () => {
	const { post, log } = sleeperIn(rig, await requestOf(rig));
	await repeat();
	await post();
	expectConcealed(log, SHORT);
});

it('the log of the credential test has no access token', async () => {
	const log: string[] = [];
	const logger = { warn: (line: string) => log.push(line) };
	// A word of the line.
	const accessToken = 'package';
	const result = await tested({ ...rig.credential, accessToken }, { helpers: {}, logger });
	expectConcealed(log, accessToken);
	expectConcealed(result, accessToken);
});
