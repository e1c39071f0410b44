import type { INodeParameters } from 'n8n-workflow';
import { resources } from '../../../../nodes/Signaturit/actions';
import { toolIn, type Told } from '../../engine/agentTool';
import { byId, createParameters, itemWithPdf, pdfOf } from '../../engine/fixtures';
import { localService } from '../../engine/localService';
import { allOutputs } from '../../previews/outputs';
import { branding } from '../../previews/records';
import { createEmail, createSms } from '../certified/parameters';

const local = localService();

/** What the webhook that has started the workflow was called with. */
const start = {
	headers: { authorization: 'Bearer marker-header', 'x-api-key': 'marker-key' },
	cookies: { session: 'marker-cookie' },
	body: { comment: 'marker-body' },
	authorization: 'marker-top',
};

const creations: Record<string, INodeParameters> = {
	'signature/create': createParameters({
		source: 'templates',
		templates: { template: [{ id: byId('#Consent') }] },
	}),
	'signature/sendAndWait': createParameters(),
	'certifiedEmail/createEmail': createEmail({ binaryPropertyNames: '' }),
	'certifiedSms/createSms': createSms({ binaryPropertyNames: '' }),
	'certifiedFile/upload': { binaryPropertyName: 'data' },
	'branding/createBranding': branding,
	'photoId/validatePhotoId': {},
	'account/getEnrollmentCode': {},
};

/** What a model is told of each operation, by its name. */
const told: Record<string, Told> = {};

beforeAll(async () => {
	const input = { ...(await itemWithPdf('contract.pdf', await pdfOf('A contract'))), json: start };
	const runTool = async (operation: string, parameters: INodeParameters) => {
		const [resource = '', name = ''] = operation.split('/');
		const all = { ...parameters, resource, operation: name };
		told[operation] = await toolIn({ parameters: all, credential: local.credential, input })();
		return [];
	};
	for (const [operation, parameters] of Object.entries(creations)) {
		await runTool(operation, parameters);
	}
	await allOutputs(local, undefined, runTool);
});

const operations = resources.flatMap(({ value, operations }) =>
	Object.entries(operations).map(
		([key, { reads }]) => [`${value}/${key}`, reads === true] as const,
	),
);

it('answers each of the 73 operations', () => {
	expect(Object.keys(told).sort()).toEqual(operations.map(([name]) => name).sort());
	expect(operations).toHaveLength(73);
});

it.each(operations)(
	'%s tells a model nothing of what the workflow was started with',
	(name, reads) => {
		const { items, text } = told[name] ?? { items: [], text: 'marker' };
		expect(text).not.toContain('marker');
		expect(items).toEqual([
			{
				json: expect.objectContaining({
					result: expect.stringMatching(/^(sent|done|refused|unknown)$/),
					message: expect.any(String),
					environment: 'Custom',
				}),
				pairedItem: { item: 0 },
			},
		]);
		expect(items[0]?.json).not.toHaveProperty('error');
		expect(text.length - '[]'.length).toBeLessThanOrEqual(reads ? 8_000 : 1_500);
	},
);

it('carries out all of them but those that a model cannot use', () => {
	const failed = Object.entries(told).filter(([, { answer }]) => answer.result === 'refused');
	expect(failed.map(([name, { answer }]) => [name, answer.message])).toEqual([
		['signature/sendAndWait', expect.stringMatching(/cannot be a tool of an agent/)],
		// n8n gives files neither to models nor to tools.
		['certifiedFile/upload', expect.stringMatching(/has no file\./)],
		['photoId/validatePhotoId', expect.stringMatching(/has no file\./)],
	]);
});
