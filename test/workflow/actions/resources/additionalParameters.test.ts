import type { INodeParameters } from 'n8n-workflow';
import { resources } from '../../../../nodes/Signaturit/actions';
import { ADA } from '../../../people';
import { runNode } from '../../engine/engine';
import { scriptedServer } from '../../engine/scriptedServer';

const server = scriptedServer();
let bodies: string[] = [];

const run = async (parameters: INodeParameters, additional: object) => {
	bodies = [];
	server.answers = [
		(request, response) => {
			let body = '';
			request.on('data', (chunk) => (body += String(chunk)));
			request.on('end', () => {
				bodies.push(decodeURIComponent(body));
				response.writeHead(201, { 'Content-Type': 'application/json' }).end('{"id":"x"}');
			});
		},
	];
	const options = { additionalParametersJson: JSON.stringify(additional) };
	return await runNode({ parameters: { ...parameters, options }, credential: server.credential });
};

type Row = [name: string, parameters: INodeParameters, additional: object, sent: string];

const contact = { resource: 'contact', operation: 'createContact', ...ADA };
const branding = {
	resource: 'branding',
	operation: 'createBranding',
	emailTemplates: { signed_document: 'Signed' },
};

describe('additional parameters', () => {
	it.each<Row>([
		['a contact', { ...contact, name: '' }, { name: 'Ada' }, 'name=Ada'],
		[
			'a branding, beside its templates',
			branding,
			{ templates: { pending_sign_bulk: 'Sign' } },
			'templates[signed_document]=Signed&templates[pending_sign_bulk]=Sign',
		],
		...['sign_button', 'photo', 'voice', 'multi_page'].map((text): Row => [
			`a branding, with the text ${text} of an older page`,
			branding,
			{ application_texts: { [text]: 'Here' } },
			`application_texts[${text}]=Here`,
		]),
		[
			'a branding, with a parameter of a program',
			branding,
			{ show_survey_page: 1 },
			'survey_page=1',
		],
	])(
		'are sent with %s, without a hint if a page has them',
		async (_, parameters, additional, sent) => {
			const { error, hints } = await run(parameters, additional);
			expect(error).toBeUndefined();
			expect(bodies).toEqual([expect.stringContaining(sent)]);
			expect(hints).not.toContainEqual(expect.stringContaining('sent as it is'));
		},
	);

	it.each([
		['a field has filled it', contact, { name: 'Mary' }, '"name" is filled by a field too'],
		['it is misspelt', contact, { emial: 'x' }, 'did you mean email?'],
		[
			'a field in it is misspelt',
			branding,
			{ templates: { signed_documnt: 'x' } },
			'templates: "signed_documnt" is not known: did you mean signed_document?',
		],
		[
			'a field in it is filled',
			branding,
			{ templates: { signed_document: 'x' } },
			'"signed_document" is filled by a field too',
		],
	])('are refused when %s', async (_, parameters, additional, problem) => {
		const { error } = await run(parameters, additional);
		expect(error?.message).toContain(problem);
		expect(bodies).toEqual([]);
	});

	it('can be given for every operation that sends fields', () => {
		const named = resources.flatMap(({ operations }) =>
			Object.entries(operations)
				.filter(([, { options = [] }]) =>
					options.some(({ name }) => name === 'additionalParametersJson'),
				)
				.map(([key]) => key),
		);
		expect(named.sort()).toEqual([
			'cancel',
			'changeRole',
			'changeSigner',
			'create',
			'createBranding',
			'createContact',
			'createEmail',
			'createGroup',
			'createSms',
			'createSubscription',
			'inviteUser',
			'rename',
			'renameGroup',
			'sendAndWait',
			'updateBranding',
			'updateContact',
			'updateSubscription',
			'validatePhotoId',
		]);
	});
});
