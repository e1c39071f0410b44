import type { INodeParameters } from 'n8n-workflow';
import { getTemplateFields } from '../../../nodes/Signaturit/methods/templateFields';
import { loadOptionsContext } from '../engine/engine';
import { byId } from '../engine/fixtures';
import { createOnService } from './signature/createOnService';

const chosen = (...ids: string[]): INodeParameters => ({
	source: 'templates',
	templates: { template: ids.map((id) => ({ id: byId(id) })) },
});

const { local, run, sent, bodies } = createOnService();

describe('the fields of the chosen templates', () => {
	const fieldsOf = async (...ids: string[]) =>
		await getTemplateFields.call(loadOptionsContext(chosen(...ids), local.credential));

	it('have the key, the name, the type and the default of each widget that can be filled', async () => {
		const field = { defaultMatch: false, display: true };
		expect(await fieldsOf('#NDA')).toEqual({
			fields: [
				{
					...field,
					id: 'company',
					displayName: 'Company (signer must fill)',
					type: 'string',
					required: true,
				},
				{
					...field,
					id: 'purpose',
					displayName: 'Purpose',
					type: 'string',
					required: false,
					defaultValue: 'Evaluation',
				},
			],
		});
	});

	it('leave out what only the signer can give, and offer a calendar for dates', async () => {
		const { fields } = await fieldsOf('#EmploymentContract');
		expect(fields.map(({ id, type }) => [id, type])).toEqual([
			['position', 'string'],
			['start_date', 'dateTime'],
		]);
	});

	it('are those of all chosen templates, by ID or hashtag, also far behind in the list', async () => {
		const [newest] = await local.control.seed({ kind: 'templates', count: 45 });
		const { fields } = await fieldsOf(String(newest), '#nda');
		expect(fields.map(({ id }) => id).sort()).toEqual(['company', 'day', 'note', 'purpose']);
	});

	it.each([
		['no template is chosen', [], 'Choose a template: its fields to fill in will show here.'],
		['the row is still empty', [''], 'Choose a template: its fields to fill in will show here.'],
		[
			'Signaturit does not list the template',
			['#Unknown'],
			'Signaturit does not tell the fields of this template. Fill them with the option Custom Data: the key is the name of the field.',
		],
		[
			'the template has none',
			['#Consent'],
			'This template has no fields that could be filled in here.',
		],
	])('are none, and the panel says why, when %s', async (_, ids, emptyFieldsNotice) => {
		expect(await fieldsOf(...ids)).toEqual({ fields: [], emptyFieldsNotice });
	});
});

describe('a request from a template with fields', () => {
	const mapped = (value: object, schema: object[] = []) => ({
		...chosen('#EmploymentContract'),
		templateFields: { mappingMode: 'defineBelow', value, schema } as never,
	});

	it('sends what is filled in beside custom data, dates as YYYY-MM-DD and boxes as 1 or 0', async () => {
		const fields = {
			position: '={{ $json.position }}',
			start_date: '2026-05-01T00:00:00',
			agreed: true,
			empty: '',
		};
		const schema = [
			{ id: 'position', type: 'string', displayName: 'Position', required: true },
			{ id: 'start_date', type: 'dateTime', displayName: 'First day', required: true },
			{ id: 'agreed', type: 'boolean', displayName: 'Agreed', required: false },
		];
		const options = { data: { pair: [{ key: 'crm_id', value: '7' }] } };
		const body = await sent({ ...mapped(fields, schema), options }, { position: 'Engineer' });
		expect(body?.data).toEqual({
			crm_id: '7',
			position: 'Engineer',
			Position: 'Engineer',
			start_date: '2026-05-01',
			'First day': '2026-05-01',
			agreed: '1',
			Agreed: '1',
			n8n_reference: expect.any(String),
			n8n_contents: expect.any(String),
		});
	});

	const namedPosition = [{ id: 'position', displayName: 'Position (signer must fill)' }];

	it.each(['key', 'name', 'either'] as const)(
		'fill the template when the service takes %s',
		async (widgetsFilledBy) => {
			await local.control.settings({ widgetsFilledBy });
			const body = await sent(mapped({ position: 'Engineer' }, namedPosition));
			expect(body?.data).toMatchObject({ position: 'Engineer', Position: 'Engineer' });
			const { baseUrl, accessToken } = local.credential;
			const answer = await fetch(`${String(baseUrl)}/v3/signatures.json`, {
				headers: { authorization: `Bearer ${String(accessToken)}` },
			});
			const [request] = (await answer.json()) as Array<{ data: Array<{ key: string }> }>;
			// The local service stores what fills nothing.
			const stored = request?.data.map(({ key }) => key.replace(/^n8n_.*/, '')).filter(Boolean);
			expect(stored).toEqual(
				{ key: ['Position'], name: ['position'], either: [] }[widgetsFilledBy],
			);
		},
	);

	it('go by their name alone when the value is too long to be stored', async () => {
		const text = 'x'.repeat(65);
		const body = await sent(mapped({ position: text }, namedPosition));
		expect(body?.data).toMatchObject({ Position: text });
		expect(body?.data).not.toHaveProperty('position');
	});

	it('go by their keys alone when two fields have one name, with a hint', async () => {
		const schema = [...namedPosition, { id: 'other', displayName: 'Position' }];
		const result = await run(mapped({ position: 'Engineer', other: 'Poet' }, schema));
		const [body] = await bodies();
		expect(body?.data).toMatchObject({ position: 'Engineer', other: 'Poet' });
		expect(body?.data).not.toHaveProperty('Position');
		expect(JSON.stringify(result.hints)).toContain('two fields are called \\"Position\\"');
	});

	it('leaves what is empty to the signer', async () => {
		const body = await sent(mapped({}, [{ id: 'position', type: 'string', required: true }]));
		expect(body?.data).not.toHaveProperty('position');
	});

	it('refuses a field whose name custom data fills', async () => {
		const { error } = await run({
			...mapped({ position: 'Engineer' }, namedPosition),
			options: { data: { pair: [{ key: 'Position', value: 'Other' }] } },
		});
		expect(error?.message).toBe('Template Fields: "Position" is given in Custom Data too');
		expect(await bodies()).toEqual([]);
	});

	it('refuses a field that custom data fills too, and one that is no text', async () => {
		const { error } = await run({
			...mapped({ position: 'Engineer', start_date: '={{ [1] }}' }),
			options: { data: { pair: [{ key: 'position', value: 'Other' }] } },
		});
		expect(error?.description?.split('\n')).toEqual([
			'Nothing was sent.',
			'• Template Fields: "start_date" [1] must be text, a number or a date',
			'• Template Fields: "position" is given in Custom Data too',
		]);
		expect(await bodies()).toEqual([]);
	});
});
