import type { INodeParameters } from 'n8n-workflow';
import { apiClient } from '../../service/specs/support/rig';
import {
	referenceExamples,
	type ReferenceExample,
} from '../../service/specs/support/referenceExamples';
import { referenceScene } from '../../service/specs/support/referenceScene';
import { referenceWidgets } from '../../service/specs/support/referenceWidgets';
import { runNode, storedFile } from '../engine/engine';
import { byId, pdfOf } from '../engine/fixtures';
import { localService } from '../engine/localService';
import { accountRows } from './resources/endpointRows';
import { idParameters } from './declared';
import { sendingRows, type Row } from './endpointRows';

const local = localService();

const rows = [...sendingRows, ...accountRows];

/** The endpoints that the node asks for in place of those in the examples, which their headings name too. */
const headings: Record<string, string> = {
	'POST generation of the audit trail': 'POST /v3/signatures/{signatureId}/generate/audit_trail',
	'DELETE team seat': 'DELETE /v3/team/seats/{seatId}.json',
};

const john = { email: 'john.doe@gmail.com', name: 'John' };

/** A signature request to John. */
const request = (more: INodeParameters, recipient: INodeParameters = john): INodeParameters => ({
	source: 'files',
	binaryPropertyNames: 'pdf',
	recipients: { recipient: [recipient] },
	...more,
	options: { events: 'none', ...(more.options as INodeParameters) },
});
const withTemplate = (options: INodeParameters = {}) =>
	request({ source: 'templates', templates: { template: [{ id: byId('#NDA') }] }, options });
const pair = (key: string, value: string) => ({ data: { pair: [{ key, value }] } });
const certified = {
	recipients: { recipient: [john] },
	binaryPropertyNames: 'pdf',
	options: { events: 'none' },
};

/** n8n itself refuses a required field that is empty, but not an expression without a value. */
const NOTHING = '={{ undefined }}';

/** What is entered in the panel to make the requests of the examples. The others need their ids only. */
const entered: Record<string, INodeParameters> = {
	// n8n itself refuses an email that is left empty.
	'Error Handling': request({ binaryPropertyNames: NOTHING }, { email: '={{ "" }}', name: '' }),
	'GET signatures by a custom key': { filters: pair('crm_id', '2445') },
	'POST signature': request({}),
	'POST signature with a template': withTemplate(),
	'POST signature with a template whose fields are filled': withTemplate(
		pair('widget_id', 'DEFAULT_VALUE'),
	),
	'POST signature with custom data': withTemplate(pair('crm_id', '2445')),
	'POST signature with all widget options': request({
		options: { json: { recipientsJson: [{ ...john, widgets: referenceWidgets }] as never } },
	}),
	'POST signature with a wrong email address': request({}, { ...john, email: 'nonvalidemail' }),
	'POST signature with a wrong file': request({ binaryPropertyNames: 'zip' }),
	'POST signer': { email: NOTHING },
	'POST name': { name: NOTHING },
	'POST file': { binaryPropertyName: 'pdf' },
	'GET event hooks': {
		limit: 2,
		filters: { method: ['POST'], search: 'email_', status: '200' },
		options: { page: 4 },
	},
	'POST email': { ...certified, subject: '', body: '' },
	'POST SMS': {
		...certified,
		recipients: { recipient: [{ name: 'John', phone: '34123445566' }] },
		type: 'open_document',
		body: '',
	},
	'POST branding': {
		appearance: { layout_color: '#FAAC58', text_color: '#B43104', show_welcome_page: true },
		texts: { send_button: 'Sign' },
	},
	'PATCH branding': { texts: { send_button: 'Sign again!' } },
	'POST branding with a template': {
		emailTemplates: {
			signatures_request:
				'<html><body><div>Sign the document</div><div>[sign_button]</div></body></html>',
		},
	},
	'POST photo ID': { front: 'front', back: 'back', document_type: 'PA', document_country: 'FRA' },
	'POST subscription to all events': { url: 'https://httpbin.org/post', events: ['*'] },
	'POST subscription to events of emails': {
		url: 'https://httpbin.org/post',
		events: ['email_processed', 'email_delivered'],
	},
	'PATCH subscription': { url: 'new_url.json' },
	'POST team user': { email: 'bob.soap@signaturit.com', role: 'admin' },
	'PATCH team user': { role: 'member' },
	'POST team group': { name: 'Founders' },
	'PATCH team group': { name: 'Members' },
	'POST contact': { email: 'john.doe@signaturit.com', name: 'John Doe' },
	'PATCH contact': { email: 'john.smith@signaturit.com' },
};

/** The row of the table of endpoints that an example is about. */
function rowOf({ title, request: asked }: ReferenceExample): Row {
	const endpoint = headings[title] ?? asked.replace(/\?.*/, '');
	const row = rows.find((each) => each.endpoint === endpoint);
	if (!row) throw new Error(`No operation calls ${endpoint}`);
	return row;
}

/** Values by their names in a form, e.g. `a[b][0]`, as text. */
function pairsOf(name: string, value: unknown): [string, string][] {
	if (typeof value !== 'object' || value === null) return [[name, String(value)]];
	return Object.entries(value).flatMap(([key, inner]) =>
		pairsOf(name ? `${name}[${key}]` : key, inner),
	);
}

async function run(example: ReferenceExample, changes: INodeParameters = {}) {
	const { endpoint, besides = '', operation } = rowOf(example);
	const { service, control } = local;
	const http = apiClient(service, service.token);
	const ids = await referenceScene({ service, control, http }, example);
	await local.control.clearRequests();
	const [resource = '', name = ''] = operation.split(':');
	const image = await storedFile(Buffer.from('an image'), 'photo.jpg', 'image/jpeg');
	const zip = await storedFile(Buffer.from('PK\u0005\u0006'), 'non_valid_file.zip');
	const pdf = await storedFile(await pdfOf('NDA'), 'document.pdf');
	return await runNode({
		parameters: {
			...{ returnAll: false, limit: 20, binaryPropertyName: 'data' },
			...idParameters(endpoint + besides, ids),
			...entered[example.title],
			...changes,
			...{ resource, operation: name },
		},
		credential: local.credential,
		items: [{ json: {}, binary: { pdf, zip, front: image, back: image } }],
	});
}

describe('the examples of the reference, through the node', () => {
	it('are all made by an operation', () => {
		expect(referenceExamples.map(rowOf)).toHaveLength(78);
		const titles = referenceExamples.map(({ title }) => title);
		expect(
			Object.keys({ ...entered, ...headings }).filter((title) => !titles.includes(title)),
		).toEqual([]);
	});

	it.each(referenceExamples)('$title is accepted, or refused as shown', async (example) => {
		const { form = {}, isRefused, leftOut } = example;
		const { error } = await run(example);
		const requests = await local.control.requests();
		if (isRefused ?? leftOut) {
			expect(error?.message).toEqual(expect.any(String));
			expect(requests).toEqual([]);
		} else {
			expect(error).toBeUndefined();
			const [method] = rowOf(example).endpoint.split(' ');
			const made = requests.find((each) => each.method === method);
			const texts = Object.entries(form).filter(([, value]) => !value.startsWith('@'));
			expect(pairsOf('', made?.body ?? {})).toEqual(expect.arrayContaining(texts));
		}
		if (leftOut) expect((await run(example, leftOut)).error).toBeUndefined();
	});
});
