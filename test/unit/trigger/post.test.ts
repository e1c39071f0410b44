import fc from 'fast-check';
import qs from 'qs';
import { decodeBody } from '../../../nodes/Signaturit/transport/form';
import { parseEvent } from '../../../nodes/Signaturit/trigger/post';
import { ADA } from '../../people';

const post = {
	created_at: '2026-03-01T10:00:05+0000',
	type: 'document_completed',
	document: {
		id: '2910a0e8',
		...ADA,
		status: 'completed',
		created_at: '2026-03-01T10:00:00+0000',
		file: { name: 'contract.pdf', pages: 3, size: 41230 },
		events: [{ type: 'document_opened', created_at: '2026-03-01T10:00:02+0000' }],
		signature: { id: '29109781' },
	},
};
const form =
	'type=document_completed&created_at=2026-03-01T10%3A00%3A05%2B0000&document%5Bid%5D=2910a0e8' +
	'&document[email]=ada%40example.com&document[name]=Ada+Lovelace&document[status]=completed' +
	'&document[created_at]=2026-03-01T10:00:00%2B0000&document[file][size]=41230' +
	'&document[file][name]=contract.pdf&document[file][pages]=3' +
	'&document[events][4][created_at]=2026-03-01T10%3A00%3A02%2B0000' +
	'&document[events][4][type]=document_opened&document[signature][id]=29109781';

const expected = {
	resource: 'signature',
	type: 'document_completed',
	createdAt: '2026-03-01T10:00:05+0000',
	record: {
		id: '2910a0e8',
		...ADA,
		status: 'completed',
		createdAt: '2026-03-01T10:00:00+0000',
		file: { name: 'contract.pdf', pages: 3, size: 41230 },
		events: [{ type: 'document_opened', createdAt: '2026-03-01T10:00:02+0000' }],
		deliveryId: '29109781',
	},
};

const read = (contentType: string, text: string | Buffer) =>
	parseEvent(decodeBody(contentType, Buffer.from(text)), 'signature');

describe('a posted event', () => {
	it.each([
		['application/json', JSON.stringify(post)],
		['application/json; charset=utf-8', JSON.stringify(post)],
		['application/vnd.signaturit+json', JSON.stringify(post)],
		['application/x-www-form-urlencoded', form],
		['Application/X-WWW-Form-UrlEncoded; charset=UTF-8', form],
	])('is read the same from a body of type %s', (contentType, text) => {
		expect(read(contentType, text)).toEqual(expected);
	});

	it('is read the same from a form with its pairs in any order and its brackets encoded or not', () => {
		fc.assert(
			fc.property(fc.boolean(), fc.infiniteStream(fc.nat()), (encodeBrackets, order) => {
				const pairs = qs
					.stringify(post, { encodeValuesOnly: !encodeBrackets, format: 'RFC1738' })
					.split('&')
					.map((pair) => ({ pair, rank: order.next().value as number }))
					.sort((a, b) => a.rank - b.rank)
					.map(({ pair }) => pair);
				expect(read('application/x-www-form-urlencoded', pairs.join('&'))).toEqual(expected);
			}),
		);
	});

	it.each([
		['certifiedEmail', { email: ADA.email, attachments: [{ name: 'a.pdf', size: '7' }] }],
		['certifiedSms', { phone: '34600000000' }],
	])('about a certificate is read as an event of the resource %s', (resource, more) => {
		const certificate = { id: 'c1', name: ADA.name, status: 'sent', events: [], ...more };
		const { created_at } = post;
		const body = JSON.stringify({ type: 'document_opened', created_at, certificate });
		expect(read('application/json', body)).toMatchObject({
			resource,
			record: {
				id: 'c1',
				status: 'sent',
				...('attachments' in more && { attachments: [{ name: 'a.pdf', size: 7 }] }),
			},
		});
	});

	it('is read when its type is unknown and only the id of its document is given', () => {
		const bare = {
			type: 'contract_framed',
			created_at: '2026-03-01T10:00:05+0000',
			document: { id: '1', email: null, file: null, events: null, signature: null },
		};
		expect(read('application/json', JSON.stringify(bare))).toEqual({
			resource: 'signature',
			type: 'contract_framed',
			createdAt: '2026-03-01T10:00:05+0000',
			record: { id: '1', events: [] },
		});
	});

	it('keeps the reason of a decline and the reason of a bounce', () => {
		const declined = {
			...post,
			reason: 'unknown user',
			document: { ...post.document, decline_reason: 'No' },
		};
		expect(read('application/json', JSON.stringify(declined))).toMatchObject({
			reason: 'unknown user',
			record: { declineReason: 'No' },
		});
	});

	it.each([
		['an empty JSON body', 'application/json', ''],
		['the JSON value null', 'application/json', 'null'],
		['an empty JSON list', 'application/json', '[]'],
		['a JSON string', 'application/json', '"document_completed"'],
		['broken JSON', 'application/json', '{"type":"x"'],
		[
			'JSON without a document',
			'application/json',
			JSON.stringify({ ...post, document: undefined }),
		],
		['JSON with an empty type', 'application/json', JSON.stringify({ ...post, type: '' })],
		[
			'JSON with a list as the type',
			'application/json',
			JSON.stringify({ ...post, type: ['document_completed'] }),
		],
		['JSON without a time', 'application/json', JSON.stringify({ ...post, created_at: undefined })],
		[
			'JSON with a list as the document',
			'application/json',
			JSON.stringify({ ...post, document: [post.document] }),
		],
		[
			'JSON with an object as the id',
			'application/json',
			JSON.stringify({ ...post, document: { ...post.document, id: {} } }),
		],
		[
			'JSON with the event in __proto__',
			'application/json',
			`{"__proto__": ${JSON.stringify(post)}}`,
		],
		['JSON with 100,000 open brackets', 'application/json', '['.repeat(100_000)],
		['JSON that is not UTF-8', 'application/json', Buffer.from([0x22, 0xff, 0xfe, 0x22])],
		['an empty form', 'application/x-www-form-urlencoded', ''],
		['JSON sent as a form', 'application/x-www-form-urlencoded', JSON.stringify(post)],
		['XML', 'application/xml', '<event><type>document_completed</type></event>'],
		['JSON sent as plain text', 'text/plain', JSON.stringify(post)],
		['a form sent as multipart', 'multipart/form-data; boundary=x', form],
		['JSON sent without a type', '', JSON.stringify(post)],
	])('is not read from %s', (_, contentType, text) => {
		expect(read(contentType, text)).toBeUndefined();
	});

	it.each(['', 'x', '2026-13-01T10:00:05+0000', 7, null, {}, ['2026-03-01T10:00:05+0000']])(
		'is not read when its time is %j',
		(created_at) => {
			expect(parseEvent({ ...post, created_at }, 'signature')).toBeUndefined();
		},
	);

	it.each([{ document: {} }, { document: [] }, { document: { id: '' } }, { document: '' }])(
		'is read from its certificate when it also has %j',
		(fields) => {
			const { document: _, ...rest } = post;
			const body = { ...rest, certificate: { id: 'c1', email: ADA.email }, ...fields };
			expect(parseEvent(body, 'certifiedSms')).toMatchObject({
				resource: 'certifiedEmail',
				record: { id: 'c1' },
			});
		},
	);

	it.each([
		['certifiedSms', 'certifiedSms', { email: '', phone: null }],
		['certifiedEmail', 'certifiedEmail', { email: '', phone: null }],
		['certifiedEmail', 'signature', {}],
		['certifiedEmail', 'certifiedSms', { email: ADA.email, phone: '' }],
		['certifiedSms', 'certifiedEmail', { email: '', phone: '34600000000' }],
	] as const)(
		'is about a %s for a trigger of the resource %s when its certificate has %j',
		(resource, expectedResource, contact) => {
			const { document: _, ...rest } = post;
			const body = { ...rest, certificate: { id: 'c1', ...contact } };
			expect(parseEvent(body, expectedResource)?.resource).toBe(resource);
		},
	);

	it('is read without a history of a million entries', () => {
		const events = Array(1_000_000).fill({ type: 'x' });
		const body = { ...post, document: { ...post.document, events } };
		expect(parseEvent(body, 'signature')?.record).toMatchObject({ id: '2910a0e8', events: [] });
	});

	it('keeps its id, type and time whatever the other fields hold', () => {
		const fields = ['email', 'phone', 'name', 'status', 'created_at', 'decline_reason'];
		const more = ['file', 'attachments', 'events', 'signature'];
		const odd = fc.oneof(fc.anything(), fc.constantFrom('', [], {}, null, 0, '0'));
		const decorated = fc.dictionary(fc.constantFrom(...fields, ...more), odd);
		const name = fc.constantFrom('document', 'certificate');
		fc.assert(
			fc.property(name, decorated, odd, odd, (key, decoration, reason, other) => {
				const rest = { type: post.type, created_at: post.created_at, reason };
				const otherKey = key === 'document' ? 'certificate' : 'document';
				const blank = typeof other === 'object' ? null : other;
				const body = { ...rest, [otherKey]: blank, [key]: { ...decoration, id: 'r1' } };
				const read = parseEvent(body, 'certifiedEmail');
				expect(read).toMatchObject({ type: post.type, createdAt: post.created_at });
				expect(read?.record.id).toBe('r1');
				expect(Array.isArray(read?.record.events)).toBe(true);
			}),
		);
	});
});
