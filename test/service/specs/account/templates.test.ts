import { ADA } from '../../../people';
import { rigForEach } from '../support/rig';
import {
	answer,
	createSignature,
	downloadedText,
	getSignature,
	notFound,
	recipients,
	refusal,
	sign,
} from '../support/wire';

const rig = rigForEach();

interface Template {
	id: string;
	name: string;
	created_at: string;
	widgets?: Record<string, unknown>[];
}
const list = async (path: string) => (await rig.http.get<Template[]>(path)).data;

describe('templates', () => {
	test('the v3 list shows the id, name and date of each template', async () => {
		const templates = await list('/v3/templates.json');
		const names = templates.map(({ name }) => name);
		expect(names).toEqual(['#Consent', '#Offer', '#EmploymentContract', '#NDA']);
		expect(templates[0]).toEqual({
			id: expect.any(String),
			name: '#Consent',
			created_at: expect.stringMatching(/\+0000$/),
		});
	});

	test('the v4 list shows every documented field of a template widget', async () => {
		const templates = await list('/v4/templates');
		const nda = templates.find(({ name }) => name === '#NDA');
		expect(nda?.widgets?.[0]).toEqual({
			id: expect.any(String),
			created_at: expect.stringMatching(/\+0000$/),
			key: 'company',
			name: 'Company',
			default_value: '',
			editable: true,
			required: true,
			page: 0,
			left: 10,
			top: 20,
			type: 'text',
		});
	});

	test('every service comes with three templates with widgets, and one without', async () => {
		const templates = await list('/v4/templates');
		const types = templates.map(({ widgets = [] }) => widgets.map(({ type }) => type));
		expect(types).toEqual([
			[],
			['text', 'date', 'check'],
			['text', 'date', 'image'],
			['text', 'text'],
		]);
	});

	test('templates are paged by offset up to 100 in v3 and by page up to 10 in v4', async () => {
		await rig.control.seed({ kind: 'templates', count: 21 });
		expect(await list('/v3/templates.json')).toHaveLength(25);
		expect(await list('/v3/templates.json?limit=10&offset=20')).toHaveLength(5);
		expect(await list('/v4/templates')).toHaveLength(10);
		expect(await list('/v4/templates?limit=10&page=3')).toHaveLength(5);
		expect(await list('/v4/templates?page=4')).toEqual([]);
	});

	test.each([
		['/v3/templates.json?limit=101', 'Invalid limit'],
		['/v3/templates.json?page=1', 'Unknown parameter page'],
		['/v4/templates?limit=11', 'Invalid limit'],
		['/v4/templates?page=0', 'Invalid page'],
		['/v4/templates?offset=1', 'Unknown parameter offset'],
	])('GET %s answers 400 "%s"', async (path, message) => {
		expect(answer(await rig.http.get(path))).toMatchObject(refusal(message));
	});

	test('a request can use templates by hashtag or id, and custom data fills their widgets', async () => {
		const [consent] = await list('/v3/templates.json');
		const templates = { 'templates[0]': '#NDA', 'templates[1]': consent?.id ?? '' };
		const data = { 'data[company]': 'Acme', 'data[crm]': '7' };
		const signature = await createSignature(rig, { ...templates, ...data }, []);
		const { documents, data: kept } = await getSignature(rig, signature.id);
		expect(documents.map((item) => item.file.name)).toEqual(['NDA.pdf', 'Consent.pdf']);
		expect(kept).toEqual([{ key: 'crm', value: '7' }]);

		await sign(rig, signature.id, ADA, { 'template-purpose': 'Testing' });
		const words = (await downloadedText(rig, signature, 'signed')).split(' ');
		expect(words).toEqual(expect.arrayContaining(['Acme', 'Testing']));
	});

	test.each([
		['key', { company: 'By key' }],
		['name', { Company: 'By name' }],
		['either', { company: 'By key' }],
		['either', { Company: 'By name' }],
	] as const)(
		'custom data fills a widget by its %s (%j), and nothing else does',
		async (by, pair) => {
			await rig.control.settings({ widgetsFilledBy: by });
			const data = { company: 'stored', Company: 'stored', ...pair };
			const fields = Object.entries<string>(by === 'either' ? pair : data);
			const filled = fields.map(([key, value]) => [`data[${key}]`, value] as const);
			const signature = await createSignature(
				rig,
				{ 'templates[0]': '#NDA', ...Object.fromEntries(filled) },
				[],
			);
			const stored = fields.filter(([, value]) => value === 'stored');
			const { data: kept } = await getSignature(rig, signature.id);
			expect(kept).toEqual(stored.map(([key, value]) => ({ key, value })));
			await sign(rig, signature.id);
			const words = await downloadedText(rig, signature, 'signed');
			expect(words).toContain(Object.values(pair)[0]);
			expect(words).not.toContain('stored');
		},
	);

	test.each(['15-12-2018', '2018-12-15'])(
		'the date of a template may be filled as %s',
		async (day) => {
			const fields = { 'templates[0]': '#Offer', 'data[valid_until]': day };
			const signature = await createSignature(rig, fields, []);
			await sign(rig, signature.id);
			expect(await downloadedText(rig, signature, 'signed')).toContain('Valid until 2018 12 15');
		},
	);

	test('a request with an unknown template answers 404', async () => {
		const fields = { ...recipients(ADA), 'templates[0]': '#Nothing' };
		const response = await rig.http.post('/v3/signatures.json', new URLSearchParams(fields));
		expect(answer(response)).toEqual(notFound('Template #Nothing'));
	});
});
