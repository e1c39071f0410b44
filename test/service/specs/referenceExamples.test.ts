import { endpointsOf } from '../../project/ledger/checks';
import { readLedger, rowsOf } from '../../project/ledger/ledger';
import { Description } from '../description/description';
import { curlForm, curlMultipart, type CurlForm } from './support/curl';
import type { ExampleForm, ReferenceExample } from './support/referenceExample';
import { referenceExamples } from './support/referenceExamples';
import { pdfOf } from './support/pdf';
import { addressOf, referenceScene, type Ids } from './support/referenceScene';
import { rigForEach } from './support/rig';
import type { WireSignature } from './support/wire';

const rig = rigForEach();

/** How many examples the reference has. */
const EXAMPLES = 78;

const withoutNames = (endpoint: string) => endpoint.replace(/\{\w+\}/g, '{}');

/** The endpoints that the ledger knows from elsewhere than the reference, e.g. from an SDK. */
const fromElsewhere = endpointsOf(
	rowsOf(readLedger()).filter(({ source }) => !source.includes('[API')),
).map(({ endpoint }) => withoutNames(endpoint));

/** The bytes of a file of the examples; what else is sent is text. */
async function valueOf(value: string): Promise<string | Buffer> {
	if (value === '@document.pdf') return await pdfOf('NDA');
	return value.startsWith('@') ? Buffer.from('PK\u0005\u0006') : value;
}

/** Makes the request as curl does: multipart if there is a file. */
async function curl({ request }: ReferenceExample, ids: Ids, form?: ExampleForm) {
	const [method = ''] = request.split(' ');
	const values = form?.map(async ([name, value]) => [name, await valueOf(value)] as const);
	const pairs: CurlForm = await Promise.all(values ?? []);
	const hasFile = pairs.some(([, value]) => typeof value !== 'string');
	const content = form && (hasFile ? curlMultipart : curlForm)(pairs);
	return await rig.http.request<unknown>({
		method,
		url: addressOf(request, ids),
		data: content?.body,
		headers: content && { 'content-type': content.type },
	});
}

describe('the examples of the reference, as curl sends them', () => {
	it(`are ${EXAMPLES}, each in a row of its own`, () => {
		const titles = referenceExamples.map(({ title }) => title);
		expect(new Set(titles).size).toBe(EXAMPLES);
		expect(titles).toHaveLength(EXAMPLES);
	});

	it('show every endpoint that is described, but for those that the reference does not have', () => {
		const shown = referenceExamples.map(({ request }) => withoutNames(request.replace(/\?.*/, '')));
		const described = new Description().operations.map(({ method, path }) =>
			withoutNames(`${method.toUpperCase()} ${path}`),
		);
		expect(fromElsewhere).toEqual(
			expect.arrayContaining(['GET /v3/contacts/count.json', 'GET /v3/subscriptions/count.json']),
		);
		expect(shown.filter((endpoint) => fromElsewhere.includes(endpoint))).toEqual([]);
		const withoutExample = described.filter(
			(endpoint) => !shown.includes(endpoint) && !fromElsewhere.includes(endpoint),
		);
		expect(withoutExample.sort()).toEqual([
			'DELETE /v3/team/seats/{}.json',
			'GET /v3/event-hooks/{}/retry',
			'POST /v3/signatures/{}/generate/audit_trail',
		]);
		expect(shown.filter((endpoint) => !described.includes(endpoint))).toEqual([]);
	});

	it.each(referenceExamples)('$title is answered as the reference shows it', async (example) => {
		const { form, leftOut, isRefused = false, answer } = example;
		const ids = await referenceScene(rig, example);
		const literal = await curl(example, ids, form);
		const isDone = literal.status >= 200 && literal.status < 300;
		expect({ isDone, data: literal.data }).toMatchObject({
			isDone: !isRefused && !leftOut,
			...(answer && { data: answer }),
		});
		if (!isDone) expect(literal.status).toBe(400);
		if (leftOut) expect((await curl(example, ids, leftOut)).status).toBe(200);
	});

	it('with all widget options can be signed', async () => {
		const example = referenceExamples.find(
			({ title }) => title === 'POST signature with all widget options',
		);
		if (!example) throw new Error('There is no such example');
		const { data } = await curl(example, {}, example.form);
		await rig.control.settled();
		const { id } = data as WireSignature;
		await rig.control.sign({ signatureId: id, email: 'john.doe@gmail.com' });
	});

	it('that change a branding and a contact keep what is not given', async () => {
		const branding = await rig.http.post<{ id: string }>('/v3/brandings.json', {
			layout_color: '#FAAC58',
		});
		const text = curlForm([['application_texts[send_button]', 'Sign again!']]);
		const path = `/v3/brandings/${branding.data.id}.json`;
		const headers = { 'content-type': text.type };
		expect((await rig.http.patch<object>(path, text.body, { headers })).data).toMatchObject({
			layout_color: '#FAAC58',
			application_texts: { send_button: 'Sign again!' },
		});
		const [id] = await rig.control.seed({ kind: 'contacts', count: 1 });
		const contact = (await rig.http.get<object>(`/v3/contacts/${id}.json`)).data;
		const email = curlForm([['email', 'john.smith@signaturit.com']]);
		const changed = await rig.http.patch<object>(`/v3/contacts/${id}.json`, email.body, {
			headers,
		});
		expect(changed.data).toEqual({ ...contact, email: 'john.smith@signaturit.com' });
	});
});
