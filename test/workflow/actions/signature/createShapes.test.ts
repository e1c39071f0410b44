import type { IDataObject, INodeParameters } from 'n8n-workflow';
import { MARY } from '../../../people';
import { createOnService, withRecipient, withWidgets } from './createOnService';
import { storedFile } from '../../engine/engine';

const { run, bodies, sent, pdf } = createOnService();

const json = { copies: [MARY], pairs: { crm_id: 5, 'a[b]': 'x'.repeat(64) }, ids: ['#a'] };

/** What is refused must not be sent. */
const refused = async (parameters: INodeParameters) => {
	const { error } = await run(parameters, json);
	expect(await bodies()).toEqual([]);
	return [error?.message, error?.description?.split('\n')];
};

describe('options of Signature Request: Create', () => {
	it.each<[string, INodeParameters]>([
		[
			'text',
			{
				ccJson: '["max@example.com", { "email": "mary@example.com", "name": "Mary Somerville" }]',
				dataJson: '{ "crm_id": 5, "a[b]": "c" }',
			},
		],
		[
			'an expression',
			{
				ccJson: '={{ ["max@example.com", ...$json.copies] }}',
				dataJson: '={{ ({ crm_id: $json.pairs.crm_id, "a[b]": "c" }) }}',
			},
		],
	])('send copies and custom data that are given as JSON by %s', async (_, asJson) => {
		expect(await sent({ options: { json: asJson } }, json)).toMatchObject({
			cc: [{ email: 'max@example.com' }, MARY],
			data: { crm_id: '5', 'a[b]': 'c' },
		});
	});

	it('send the pairs of an object in a list, as an Aggregate node gives it, and all digits of a number', async () => {
		const asJson = { dataJson: '[{ "salary": "30000", "\ufeffid ": 12345678901234567890 }]' };
		expect(await sent({ options: { json: asJson } })).toMatchObject({
			data: { salary: '30000', id: '12345678901234567890' },
		});
	});

	it.each<[string, INodeParameters, string]>([
		[
			'custom data has several objects',
			{ dataJson: [{ salary: '30000' }, { salary: '60000' }] as never },
			'Custom Data 1: {"salary":"30000"} is not a pair',
		],
		[
			'a copy has a key twice',
			{ ccJson: '[{"email":"ada@example.com","email":"ben@example.com"}]' },
			'CC (JSON) has the key "email" twice: line 1, column 29',
		],
	])('are refused when %s', async (_, asJson, fault) => {
		const [message] = await refused({ options: { json: asJson } });
		expect(message).toContain(fault);
	});

	const DROPPED = (field: string) =>
		`${field} is empty: add an entry, or remove the field. An expression for all of it goes into ${field} (JSON)`;

	it.each<[string, INodeParameters, string[]]>([
		[
			'rows are given as a whole by an expression, which n8n drops',
			{ cc: '={{ $json.copies }}', data: '={{ $json.copies }}' },
			[DROPPED('CC'), DROPPED('Custom Data')],
		],
		[
			'rows are given as a list, which n8n drops',
			{ cc: [MARY] as never, data: [MARY] as never },
			[DROPPED('CC'), DROPPED('Custom Data')],
		],
		[
			'an expression for JSON has no value, or both forms are given',
			{ cc: { copy: [MARY] }, json: { ccJson: '[]', dataJson: '={{ $json.nothing }}' } },
			[
				'CC is given twice: remove CC or CC (JSON)',
				'Custom Data must be a JSON object such as { "crm_id": "2445" }',
			],
		],
	])('are refused when %s', async (_, options, faults) => {
		expect(await refused({ options })).toEqual([
			`${faults[0]}, and 1 more to correct`,
			['Nothing was sent.', ...faults.map((fault) => `• ${fault}`)],
		]);
	});

	it('send Additional Parameters as they are, beside what is promised', async () => {
		const additional = '{ "reminders": 3, "signing_mode": "parallel" }';
		const options = { json: { additionalParametersJson: additional } };
		expect(await sent({ options })).toMatchObject({
			reminders: '3',
			signing_mode: 'parallel',
			data: { n8n_reference: expect.any(String) },
		});
	});

	it('leave it to the service whether a value of custom data is too long', async () => {
		const { error } = await run({
			options: { json: { dataJson: { note: 'x'.repeat(65) } as never } },
		});
		expect(error).toMatchObject({
			httpCode: '400',
			message: 'Custom Data "note" must be at most 64 characters',
		});
	});
});

describe('what n8n makes of an expression for several rows', () => {
	it('is refused for widgets, which become many equal ones', async () => {
		expect(
			await refused(withRecipient({ widgets: { widget: '={{ $json.w }}' as never } })),
		).toEqual([
			'Recipient 1: Widgets are all the same. An expression for all of them goes into Recipients (JSON)',
			['Nothing was sent.'],
		]);
	});

	it('is refused for templates beside files', async () => {
		expect(await refused({ source: 'both', templates: '={{ $json.ids }}' })).toEqual([
			'Templates: add at least one',
			['Nothing was sent.'],
		]);
	});
});

describe('templates as JSON', () => {
	const templates = (templatesJson: unknown) => ({
		source: 'both',
		options: { json: { templatesJson: templatesJson as string } },
	});

	it.each(['["#nda"]', '={{ ["#nda"] }}'])('given as %s reach the service', async (value) => {
		const { error } = await run(templates(value), json);
		expect(error).toMatchObject({ httpCode: expect.any(String) });
		expect(await bodies()).toMatchObject([{ templates: ['#nda'] }]);
	});

	it('may be none beside files', async () => {
		expect(await sent(templates('[]'))).not.toHaveProperty('templates');
	});

	it('are refused when they are no list', async () => {
		expect(await refused(templates('#nda'))).toEqual([
			'Templates (JSON) is not valid JSON: line 1, column 1, near #nda. It takes a JSON list such as ["#nda"]',
			[
				'Nothing was sent. In an expression, valid JSON is written with {{ JSON.stringify(…) }}, e.g. {{ JSON.stringify($json.list) }}',
			],
		]);
	});
});

describe('the files of Signature Request: Create', () => {
	const runWith = async (binary: Record<string, IDataObject>, parameters: INodeParameters) =>
		await run(parameters, {}, { items: [{ json: {}, binary: binary as never }] });
	const unnamed = async () => {
		const file = await storedFile(pdf(), 'x');
		return { ...file, fileName: undefined, mimeType: undefined };
	};

	it.each(['={{ Object.keys($binary) }}', '={{ Object.keys($binary).join(",") }}'])(
		'can be named by %s, and need neither a file name nor a media type',
		async (names) => {
			const { error } = await runWith(
				{ contract: await unnamed(), annex: await unnamed() },
				{ binaryPropertyNames: names },
			);
			expect(error).toBeUndefined();
			expect((await bodies())[0]).toMatchObject({
				files: ['contract', 'annex'].map((name) => ({
					name: `${name}.pdf`,
					type: 'application/pdf',
				})),
			});
		},
	);

	it('can have any names when a list gives them', async () => {
		const names = ['Deed, signed', 'a;b', ' Annex'];
		const fields = await Promise.all(names.map(async (name) => [name, await unnamed()] as const));
		const { error } = await runWith(Object.fromEntries(fields), {
			binaryPropertyNames: '={{ Object.keys($binary) }}',
		});
		expect(error).toBeUndefined();
		expect((await bodies())[0]).toMatchObject({
			files: names.map((name) => ({ name: `${name}.pdf` })),
		});
	});

	it('can be given themselves', async () => {
		const contract = { ...(await unnamed()), mimeType: 'application/pdf' };
		const { error } = await runWith(
			{ contract },
			{ binaryPropertyNames: '={{ $binary.contract }}' },
		);
		expect(error).toBeUndefined();
		expect((await bodies())[0]).toMatchObject({ files: [{ name: 'file.pdf' }] });
	});

	it('are reported together with all other faults: the trigger, fields and widgets', async () => {
		const { error } = await runWith(
			{
				text: await storedFile(Buffer.from('text'), 'a.txt', 'text/plain'),
				none: await storedFile(Buffer.alloc(0), 'b.pdf'),
				large: await storedFile(Buffer.alloc(15 * 1024 * 1024 + 1), 'c.pdf'),
			},
			{
				binaryPropertyNames: 'text,none,large,annex',
				...withWidgets({ type: 'text', left: 101 }),
				options: { events: 'trigger', expireTime: 0, replyTo: 'me' },
			},
		);
		expect(error?.message).toBe(
			'Input Binary Field(s): "a.txt" is not a PDF, DOC or DOCX file, and 7 more to correct',
		);
		expect(error?.description?.split('\n')).toEqual([
			'Nothing was sent.',
			'• Input Binary Field(s): "a.txt" is not a PDF, DOC or DOCX file',
			'• Input Binary Field(s): "b.pdf" is empty',
			'• Input Binary Field(s): "c.pdf" is larger than 15 MB',
			'• Input Binary Field(s): the item has no file "annex". Write here which of its files to send: text, none, large',
			'• Recipient 1, Widget 2: Left 101 must be a number between 1 and 100',
			expect.stringMatching(
				/^• This workflow has no published Signaturit Trigger for signature requests. Add a/,
			),
			'• Expires After (Days) 0 must be a number between 1 and 365',
			'• Reply To "me" is not an email address',
		]);
		expect(await bodies()).toEqual([]);
	});

	it('decide on which pages a widget can be', async () => {
		expect(await refused(withWidgets({ type: 'text', page: 2 }))).toEqual([
			'Recipient 1, Widget 2: Page 2 does not exist: the longest file has 1 page',
			['Nothing was sent.'],
		]);
	});
});
