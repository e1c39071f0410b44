import fc from 'fast-check';
import qs from 'qs';
import { decodeBody } from '../../../../nodes/Signaturit/trigger/receive/decodeBody';
import { parseEvent } from '../../../../nodes/Signaturit/trigger/receive/parseEvent';

const post = {
	created_at: '2026-03-01T10:00:05+0000',
	type: 'document_completed',
	document: {
		id: '2910a0e8',
		email: 'ada@example.com',
		name: 'Ada',
		status: 'completed',
		created_at: '2026-03-01T10:00:00+0000',
		file: { name: 'contract.pdf', pages: 3, size: 41230 },
		events: [{ type: 'document_opened', created_at: '2026-03-01T10:00:02+0000' }],
		signature: { id: '29109781' },
	},
};
const form =
	'type=document_completed&created_at=2026-03-01T10%3A00%3A05%2B0000&document%5Bid%5D=2910a0e8' +
	'&document[email]=ada%40example.com&document[name]=Ada&document[status]=completed' +
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
		email: 'ada@example.com',
		name: 'Ada',
		status: 'completed',
		createdAt: '2026-03-01T10:00:00+0000',
		file: { name: 'contract.pdf', pages: 3, size: 41230 },
		events: [{ type: 'document_opened', createdAt: '2026-03-01T10:00:02+0000' }],
		deliveryId: '29109781',
	},
};

const read = (contentType: string, text: string | Buffer) =>
	parseEvent(decodeBody(contentType, Buffer.from(text)));

describe('a posted event', () => {
	it.each([
		['application/json', JSON.stringify(post)],
		['application/json; charset=utf-8', JSON.stringify(post)],
		['application/vnd.signaturit+json', JSON.stringify(post)],
		['application/x-www-form-urlencoded', form],
		['Application/X-WWW-Form-UrlEncoded; charset=UTF-8', form],
	])('is the same whether it comes as %s', (contentType, text) => {
		expect(read(contentType, text)).toEqual(expected);
	});

	it('is the same as a form in any order of its pairs, with its brackets encoded or not', () => {
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
		['certifiedEmail', { email: 'ada@example.com', attachments: [{ name: 'a.pdf', size: '7' }] }],
		['certifiedSms', { phone: '34600000000' }],
	])('about a certificate belongs to %s', (resource, more) => {
		const certificate = { id: 'c1', name: 'Ada', status: 'sent', events: [], ...more };
		const body = JSON.stringify({ type: 'document_opened', created_at: 'x', certificate });
		expect(read('application/json', body)).toMatchObject({
			resource,
			record: {
				id: 'c1',
				status: 'sent',
				...('attachments' in more && { attachments: [{ name: 'a.pdf', size: 7 }] }),
			},
		});
	});

	it('may be of an unknown type, and lack all but its document', () => {
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

	it('keeps why a signer declined and why an email bounced', () => {
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
		['application/json', ''],
		['application/json', 'null'],
		['application/json', '[]'],
		['application/json', '"document_completed"'],
		['application/json', '{"type":"x"'],
		['application/json', JSON.stringify({ ...post, document: undefined })],
		['application/json', JSON.stringify({ ...post, type: '' })],
		['application/json', JSON.stringify({ ...post, type: ['document_completed'] })],
		['application/json', JSON.stringify({ ...post, created_at: undefined })],
		['application/json', JSON.stringify({ ...post, document: [post.document] })],
		['application/json', JSON.stringify({ ...post, document: { ...post.document, id: {} } })],
		['application/json', `{"__proto__": ${JSON.stringify(post)}}`],
		['application/json', '['.repeat(100_000)],
		['application/json', Buffer.from([0x22, 0xff, 0xfe, 0x22])],
		['application/x-www-form-urlencoded', ''],
		['application/x-www-form-urlencoded', JSON.stringify(post)],
		['application/xml', '<event><type>document_completed</type></event>'],
		['text/plain', JSON.stringify(post)],
		['multipart/form-data; boundary=x', form],
		['', JSON.stringify(post)],
	])('is not what comes as %s: %.40s', (contentType, text) => {
		expect(read(contentType, text)).toBeUndefined();
	});

	it.each([
		['a history of a million entries', { events: Array(1_000_000).fill({ type: 'x' }) }],
		['a history that is no list', { events: { length: 1 } }],
	])('does not have %s', (_, more) => {
		const body = { ...post, document: { ...post.document, ...more } };
		expect(parseEvent(body)).toBeUndefined();
	});
});
