import type { INodeParameters } from 'n8n-workflow';
import { ADA, BEN } from '../../people';
import { runNode } from '../engine/engine';
import { createParameters, itemWithPdf, pdfOf } from '../engine/fixtures';
import { localService } from '../engine/localService';
import { createEmail, createSms } from './certified/parameters';

const local = localService();

/** What was left empty, as spreadsheets, expressions and panels give it. */
const EMPTY = { nothing: null, blank: '  ', text: '' };

type People = Array<{ email?: string }>;

const emailsOf = (people: People = []) => people.map(({ email }) => email);

/** Runs the operation. Gives the addresses and the number of files that were posted, or the error. */
async function run(parameters: INodeParameters) {
	const { error } = await runNode({
		parameters,
		credential: local.credential,
		items: [await itemWithPdf('contract.pdf', await pdfOf('Contract'), EMPTY)],
	});
	const requests = await local.control.requests();
	const posts = requests.filter(({ method }) => method === 'POST');
	const body = (posts[0]?.body ?? {}) as Record<string, unknown>;
	// A certified email has copies among its recipients.
	const people = Array.isArray(body.recipients)
		? { ...body, to: body.recipients }
		: (body.recipients as object);
	const { to, cc, bcc } = (people ?? {}) as Partial<Record<'to' | 'cc' | 'bcc', People>>;
	const files = [body.files ?? body.attachments ?? []].flat();
	return { error, posts, to: emailsOf(to), cc: emailsOf(cc), bcc: emailsOf(bcc), files };
}

const skipEmpty = { skipIfMissing: ['recipients'] };
const nobody = { email: '={{ $json.nothing }}', name: '={{ $json.blank }}' };

const kinds: Array<[string, (changes: INodeParameters) => INodeParameters]> = [
	['Signature Request', createParameters],
	['Certified Email', createEmail],
];

describe.each(kinds)('recipients that are skipped if missing, of a %s', (_, creation) => {
	const recipients = { recipient: [nobody, BEN, { email: '={{ $json.text }}', name: '' }] };

	it('leaves out rows of which nothing is entered', async () => {
		const { error, to } = await run(creation({ recipients, options: skipEmpty }));
		expect(error).toBeUndefined();
		expect(to).toEqual([BEN.email]);
	});

	it('leaves out copies, too', async () => {
		const copies = { cc: { copy: [nobody, ADA] }, bcc: { copy: [nobody] } };
		const options = creation === createParameters ? { cc: copies.cc } : copies;
		const { error, cc, bcc } = await run(
			creation({ recipients, options: { ...skipEmpty, ...options } }),
		);
		expect(error).toBeUndefined();
		expect(cc).toEqual([ADA.email]);
		expect(bcc).toEqual([]);
	});

	it('still refuses a row of which something is entered, by its number', async () => {
		const half = { recipient: [nobody, { email: '', name: ADA.name }, BEN] };
		const { error, posts } = await run(creation({ recipients: half, options: skipEmpty }));
		expect(error?.message).toBe('Recipient 2: Email is empty');
		expect(posts).toEqual([]);
	});

	it('still refuses when nobody is left', async () => {
		const { error, posts } = await run(
			creation({ recipients: { recipient: [nobody, nobody] }, options: skipEmpty }),
		);
		expect(error?.message).toBe('Recipients: add at least one');
		expect(posts).toEqual([]);
	});

	it('refuses empty rows when only files may be missing', async () => {
		const options = { skipIfMissing: ['files'], cc: { copy: [nobody] } };
		const { error, posts } = await run(creation({ recipients, options }));
		expect(error?.description).toContain('CC 1: Email is empty');
		expect(error?.description).toContain('Recipient 1: Email is empty');
		expect(error?.description).toContain('Recipient 3: Email is empty');
		expect(posts).toEqual([]);
	});
});

it('leaves out the row of a certified SMS that has no phone and no name', async () => {
	const recipient = [{ phone: '={{ $json.nothing }}', name: '' }, { phone: '34600000000' }];
	const { error, to } = await run(createSms({ recipients: { recipient }, options: skipEmpty }));
	expect(error).toBeUndefined();
	expect(to).toHaveLength(1);
});

it('leaves out empty entries of Recipients (JSON)', async () => {
	const options = {
		...skipEmpty,
		json: {
			recipientsJson:
				'={{ [{ email: $json.nothing }, null, { email: "ben@example.com", name: "Ben" }] }}',
		},
	};
	const { error, to } = await run(createParameters({ options }));
	expect(error).toBeUndefined();
	expect(to).toEqual([BEN.email]);
});

describe.each(kinds)('files that are skipped if missing, of a %s', (_, creation) => {
	const skipMissingFiles = { skipIfMissing: 'files, recipients' };

	it('leaves out fields in which the item has no file', async () => {
		const { error, files } = await run(
			creation({ binaryPropertyNames: 'annex,data,other', options: skipMissingFiles }),
		);
		expect(error).toBeUndefined();
		expect(files).toHaveLength(1);
	});

	it('refuses a field without a file when only recipients may be missing', async () => {
		const { error, posts } = await run(
			creation({ binaryPropertyNames: 'annex,data', options: skipEmpty }),
		);
		expect(error?.message).toContain('the item has no file "annex". This item has: data');
		expect(posts).toEqual([]);
	});
});

it('sends the only file of an item whose field was left empty', async () => {
	const { error, files } = await run(createParameters({ binaryPropertyNames: '' }));
	expect(error).toBeUndefined();
	expect(files).toHaveLength(1);
});

it.each([
	['an expression without a value', { binaryPropertyNames: '={{ $json.nothing }}' }],
	[
		'fields of which none has a file',
		{ binaryPropertyNames: 'annex,other', options: { skipIfMissing: ['files'] } },
	],
])('refuses a request whose files are %s', async (_, changes) => {
	const { error, posts } = await run(createParameters(changes));
	expect(error?.message).toBe(
		'Input Binary Field(s): there is no file to send. Name a field of the item that holds one',
	);
	expect(posts).toEqual([]);
});
