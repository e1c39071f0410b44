import fc from 'fast-check';
import type { IDataObject, INodeParameters } from 'n8n-workflow';
import { recipientsJsonOption } from '../../../../nodes/Signaturit/actions/signature/create/create.operation';
import { listSearch } from '../../../../nodes/Signaturit/methods/listSearch';
import { referenceWidgets } from '../../../service/specs/support/referenceWidgets';
import { recipients } from '../../../unit/actions/signature/create/arbitraryRecipients';
import { loadOptionsContext, runNode } from '../../engine/engine';
import { createParameters } from '../../engine/fixtures';
import { createOnService, withRecipient } from './createOnService';
import { ADA, MARY } from '../../../people';

const { run, bodies, sent, control, credential } = createOnService();

describe('the documents of a new signature request', () => {
	const template = (mode: string, value: string) => ({ id: { __rl: true, mode, value } });

	it('can be templates that are selected from the list or named by hashtag', async () => {
		const [id = ''] = await control().seed({ kind: 'templates', count: 1 });
		const { results } = await listSearch.searchTemplates.call(loadOptionsContext({}, credential()));
		const hashtag = results.find(({ value }) => value === id)?.name ?? '';
		expect(hashtag).toMatch(/^#/);

		const { error } = await runNode({
			parameters: createParameters({
				source: 'templates',
				templates: { template: [template('list', id), template('id', hashtag)] },
			}),
			credential: credential(),
		});
		expect(error).toBeUndefined();
		const [body] = await bodies();
		expect(body).toMatchObject({ templates: [id, hashtag] });
		expect(body).not.toHaveProperty('files');
	});

	it('can be a template and a file', async () => {
		const [id = ''] = await control().seed({ kind: 'templates', count: 1 });
		const body = await sent({ source: 'both', templates: { template: [template('id', id)] } });
		expect(body).toMatchObject({ templates: [id], files: [{ name: 'contract.pdf' }] });
	});

	it('cannot be left out: the request is not sent', async () => {
		const { error } = await run({ source: 'templates', templates: {} });
		expect(error?.message).toBe('Templates: add at least one');
		expect(await bodies()).toEqual([]);
	});
});

describe('Signature Request: Create', () => {
	it("sends every parameter under the service's name", async () => {
		const body = await sent({
			subject: 'Your contract',
			options: {
				body: 'Dear <b>Ada</b>',
				events: 'url',
				eventsUrl: 'http://127.0.0.1:9/events.json',
				brandingId: 'branding-1',
				callbackUrl: 'https://www.example.com/thanks',
				cc: { copy: [MARY, { email: 'max@example.com' }] },
				data: { pair: [{ key: 'crm_id', value: '2445' }] },
				deliveryType: 'url',
				expireTime: 14,
				reminders: '3,7',
				replyTo: 'contracts@example.com',
				signingMode: 'parallel',
				type: 'simple',
			},
		});
		expect(body).toMatchObject({
			name: 'Engine contract',
			body: 'Dear <b>Ada</b>',
			branding_id: 'branding-1',
			callback_url: 'https://www.example.com/thanks',
			cc: [MARY, { email: 'max@example.com' }],
			data: { crm_id: '2445' },
			delivery_type: 'url',
			events_url: 'http://127.0.0.1:9/events.json',
			expire_time: '14',
			reminders: ['3', '7'],
			reply_to: 'contracts@example.com',
			signing_mode: 'parallel',
			subject: 'Your contract',
			type: 'simple',
		});
	});

	it('starts with one recipient, who must be filled in before anything is sent', async () => {
		const { error } = await run({ recipients: undefined });
		expect(error?.description?.split('\n')).toEqual([
			'• Recipient 1: Name is empty',
			'• Recipient 1: Email is empty',
		]);
		expect(await bodies()).toEqual([]);
	});

	it('says what a recipient lacks to whom expressions give nothing', async () => {
		const nobody = { email: '={{ $json.none }}', name: '={{ $json.none }}' };
		const { error } = await run(withRecipient(nobody));
		expect(error?.description?.split('\n')).toEqual([
			'• Recipient 1: Name is empty',
			'• Recipient 1: Email is empty',
		]);
		expect(await bodies()).toEqual([]);
	});

	it('sends {{url}} in the body of an SMS where the user has written [url]', async () => {
		const body = await sent({
			...withRecipient({ phone: '+34 600 000 000' }),
			options: {
				smsBody: 'Please sign: [url]',
				body: 'Please sign',
				deliveryType: 'sms',
				reminders: '0',
			},
		});
		expect(body).toMatchObject({
			body: 'Please sign: {{url}}',
			reminders: '0',
			recipients: [{ phone: '34600000000' }],
		});
	});

	it('reports all faults at once before anything is sent', async () => {
		const widget = [{ type: 'signature' }, { type: 'text', left: 0, page: 0 }].map((one) => ({
			...one,
			place: 'position',
		}));
		const { error } = await run({
			...withRecipient({ phone: '={{ $json.none }}', widgets: { widget } }),
			options: {
				smsBody: 'x'.repeat(121),
				deliveryType: 'sms',
				expireTime: 400,
				replyTo: 'me',
				cc: { copy: [{ email: '' }] },
			},
		});
		expect(error?.description?.split('\n')).toEqual([
			'• Recipient 1, Widget 2: Page 0 must be a whole number, 1 or more',
			'• Recipient 1, Widget 2: Left 0 must be a number between 1 and 100',
			'• Recipient 1: Phone is needed when Delivery Type is SMS',
			'• SMS Body must contain [url] when Delivery Type is SMS: the link goes there',
			'• CC 1: Email is empty',
			'• Expires After (Days) 400 must be a number between 1 and 365',
			'• Reply To "me" is not an email address',
		]);
		expect(await bodies()).toEqual([]);
	});
});

describe('recipients as JSON', () => {
	const withJson = (recipientsJson: unknown): INodeParameters => ({
		options: { recipientsJson: recipientsJson as string },
	});

	it.each([
		[
			'text',
			JSON.stringify([{ ...ADA, widgets: [{ type: 'signature', page: 1, left: 1, top: 1 }] }]),
		],
		['a list from an expression', '={{ $json.people }}'],
	])('can be given as %s', async (_, json) => {
		const people = [{ ...ADA, widgets: [{ type: 'signature', page: 1, left: 1, top: 1 }] }];
		const body = await sent(withJson(json), { people });
		expect(body?.recipients).toEqual([
			{ ...ADA, widgets: [{ type: 'signature', page: '1', left: '1', top: '1' }] },
		]);
	});

	it.each([
		[
			'[{"email": "ada@example.com"',
			'Recipients (JSON) is not valid JSON: line 1, column 29, near ": "ada@example.com"',
		],
		[
			'[{ "email": "ada@example.com", "name": "Ada", "phnoe": "1" }]',
			'Recipient 1: A recipient has no field "phnoe": did you mean phone?',
		],
		['[]', 'Recipients: add at least one'],
	])('given as %s are rejected with "%s"', async (json, message) => {
		const { error } = await run(withJson(json));
		expect(error?.message).toBe(message);
		expect(await bodies()).toEqual([]);
	});

	it('are rejected when the field still has its default', async () => {
		const { error } = await run({
			options: { recipientsJson: recipientsJsonOption.default as string },
		});
		expect(error?.description?.split('\n')).toEqual([
			'• Recipient 1: Name is empty',
			'• Recipient 1: Email is empty',
		]);
	});

	it("may be those of the reference's example with all widget options", async () => {
		const widgets = referenceWidgets.map((widget) => ({ ...widget, page: Number(widget.page) }));
		const body = await sent(withJson([{ ...ADA, widgets }] as never));
		const [recipient] = body?.recipients as { widgets: IDataObject[] }[];
		expect(recipient?.widgets).toHaveLength(referenceWidgets.length);
		expect(recipient?.widgets).toEqual(referenceWidgets);
	});

	it('are accepted by the service when they pass the checks', async () => {
		await fc.assert(
			fc.asyncProperty(recipients, async (list) => {
				const { items, error } = await run(withJson(list as never));
				expect([error?.message, error?.description]).toEqual([undefined, undefined]);
				expect(items[0]?.json.signatureId).toEqual(expect.any(String));
			}),
			{ numRuns: 15 },
		);
	});
});
