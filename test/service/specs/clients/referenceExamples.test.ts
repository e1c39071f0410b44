import { endpointsOf } from '../../../project/ledger/checks';
import { readLedger, rowsOf } from '../../../project/ledger/ledger';
import { Description } from '../../description/description';
import { pdfOf } from '../support/pdf';
import {
	referenceExamples,
	type ExampleForm,
	type ReferenceExample,
} from '../support/referenceExamples';
import { addressOf, referenceScene, type Ids } from '../support/referenceScene';
import { rigForEach } from '../support/rig';
import type { WireSignature } from '../support/wire';
import { multipart, STYLES, unescapedForm, type Pair } from './libraries';

const rig = rigForEach();

/** How many examples the reference has. */
const EXAMPLES = 78;

const withoutNames = (endpoint: string) => endpoint.replace(/\{\w+\}/g, '{}');

/** The endpoints that the ledger knows from elsewhere than the reference, e.g. from an SDK. */
const fromElsewhere = endpointsOf(
	rowsOf(readLedger()).filter(({ source }) => !source.includes('[API')),
).map(({ endpoint }) => withoutNames(endpoint));

/** Makes the request as curl does: multipart if there is a file. */
async function curl({ request }: ReferenceExample, ids: Ids, form: ExampleForm = {}) {
	const pdf = await pdfOf('NDA');
	const pairs = Object.entries(form).map(([name, value]): Pair => {
		if (!value.startsWith('@')) return [name, value];
		const bytes = value.endsWith('.pdf') ? pdf : Buffer.from('PK\u0005\u0006');
		return [name, { name: value.slice(1), bytes, type: 'application/pdf' }];
	});
	const hasFile = pairs.some(([, value]) => typeof value !== 'string');
	const { headers, body } = hasFile ? multipart(STYLES.curl, pairs) : unescapedForm(pairs);
	return await rig.http.request<unknown>({
		method: request.split(' ')[0],
		url: addressOf(request, ids),
		...(pairs.length > 0 && { data: body, headers }),
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
		const title = 'POST signature with all widget options';
		const example = referenceExamples.find((each) => each.title === title) as ReferenceExample;
		const { data } = await curl(example, {}, example.form);
		await rig.control.settled();
		const { id } = data as WireSignature;
		await rig.control.sign({ signatureId: id, email: 'john.doe@gmail.com' });
	});
});
