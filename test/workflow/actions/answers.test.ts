import type { ServerResponse } from 'node:http';
import type { INodeParameters } from 'n8n-workflow';
import { delays } from '../../../nodes/Signaturit/transport/deadline';
import { ADA } from '../../people';
import { runNode } from '../engine/engine';
import {
	byId,
	documentParameters,
	itemWithPdf,
	pdfOf,
	signatureParameters,
} from '../engine/fixtures';
import { answer, reset, scriptedServer } from '../engine/scriptedServer';

const server = scriptedServer();
const { refusalText } = delays;

afterEach(() => {
	delays.refusalText = refusalText;
});

const run = async (parameters: Parameters<typeof runNode>[0]['parameters']) =>
	await runNode({ parameters, credential: server.credential });
const get = async () => await run(signatureParameters('get', 's1', { simplify: false }));
const rename = async () => await run(signatureParameters('rename', 's1', { name: 'New name' }));
const download = async () => await run(documentParameters('downloadSigned', 's1', 'd1'));
const methods = () => server.received.map(({ method }) => method);

describe('an operation that gets an answer', () => {
	it.each([299, 200])('takes status %d for a success', async (status) => {
		server.answers = [answer(status, '{"id":"s1"}')];
		expect((await get()).items[0]?.json).toEqual({ id: 's1' });
	});

	it('takes no file for certified whose upload is not complete', async () => {
		server.answers = [answer(201, '{"id":"f1","md5":null,"completed":false}')];
		const { error, items } = await runNode({
			parameters: { resource: 'certifiedFile', operation: 'upload' },
			credential: server.credential,
			items: [await itemWithPdf('offer.pdf', await pdfOf('An offer'))],
		});
		expect(items).toEqual([]);
		expect(error?.message).toMatch(/^It is unknown whether the file was certified\. /);
		expect(error?.description).toContain('The answer says that parts of the file are missing.');
		expect(error?.context?.verdict).toBe('unknown');
		expect(methods()).toEqual(['POST']);
	});

	it.each([300, 304, 400, 599])('takes status %d for a failure', async (status) => {
		server.answers = [answer(status, status === 304 ? '' : '{"message":"Words"}')];
		const { error, items } = await rename();
		expect(error).toMatchObject({ httpCode: String(status) });
		expect(items).toEqual([]);
	});

	it('takes a status inside the answer for its status', async () => {
		server.answers = [answer(200, '{"status_code":404,"message":"Signature not found"}')];
		const { error } = await get();
		expect(error).toMatchObject({ message: 'Signature not found', httpCode: '404' });
	});

	it.each<[string, string, INodeParameters, string, string]>([
		['signature', 'rename', { name: 'New name' }, 'name', 'New Name'],
		['signature', 'cancel', { reason: 'A typo' }, 'reason', 'Reason'],
		['document', 'changeSigner', { email: ADA.email, name: '' }, 'email', 'Email'],
		['team', 'changeRole', { role: 'admin' }, 'role', 'Role'],
		['subscription', 'createSubscription', { events: ['*'] }, 'url', 'URL'],
		['subscription', 'createSubscription', { events: ['*'] }, 'events[1]', 'Number 2 of Events'],
		['photoId', 'validatePhotoId', {}, 'document_country', 'Country'],
		['branding', 'createBranding', { name: 'Sales' }, 'name', 'Name'],
		['branding', 'createBranding', { name: 'Sales' }, 'logo', 'Logo'],
		['branding', 'createBranding', {}, 'templates[pending_sign]', 'Email Templates: Reminder'],
	])(
		'of %s: %s (%j) names the field %s as the panel does: %s',
		async (resource, operation, parameters, parameter, name) => {
			const ids = ['signatureId', 'documentId', 'userId'].map((id) => [id, byId('s1')]);
			server.answers = [answer(400, JSON.stringify({ message: `Invalid ${parameter}` }))];
			const { error } = await runNode({
				parameters: {
					...Object.fromEntries(ids),
					...{ url: 'https://example.com', front: 'data', ...parameters },
					...{ resource, operation },
				},
				credential: server.credential,
				items: [await itemWithPdf('front.pdf', await pdfOf('A photo'))],
			});
			expect(error?.message).toBe(`${name} is invalid`);
		},
	);

	it('asks for JSON, and for any type when it downloads a file', async () => {
		server.answers = [answer(401, '{"message":"No"}')];
		await get();
		await download();
		expect(server.received.map(({ headers }) => headers.accept)).toEqual([
			'application/json',
			'*/*',
		]);
	});
});

describe('an operation whose connection breaks', () => {
	it('tries to read again twice, then says that the answer is not complete', async () => {
		server.answers = [reset];
		const { error } = await get();
		expect(error?.message).toBe(
			'The connection to Signaturit broke off before the answer was complete',
		);
		expect(error?.description).toContain('Try again');
		expect(methods()).toEqual(['GET', 'GET', 'GET']);
	});

	it('sends a change once and says that it is unknown whether it was carried out', async () => {
		server.answers = [reset];
		const { error } = await rename();
		expect(error?.message).toMatch(
			/^It is unknown whether the signature request was renamed\. Look /,
		);
		expect(error?.context?.verdict).toBe('unknown');
		expect(methods()).toEqual(['POST']);
	});

	it('downloads a file again after an answer that passes, and lets go of that answer', async () => {
		const pdf = await pdfOf('A contract');
		delays.refusalText = 20;
		let busy: ServerResponse | undefined;
		server.answers = [
			(_, response) => {
				busy = response;
				// A body without an end, which nobody reads.
				response.writeHead(503, { 'Content-Type': 'text/html' }).write('<html>');
			},
			(_, response) => void response.end(pdf),
		];
		const { items } = await download();
		expect(items).toHaveLength(1);
		if (!busy?.closed) await new Promise((resolve) => busy?.once('close', resolve));
		expect(busy?.writableFinished).toBe(false);
	});

	it('lets go of a download that is not a file', async () => {
		let page: ServerResponse | undefined;
		server.answers = [
			(_, response) => {
				page = response;
				response.writeHead(200, { 'Content-Type': 'text/html' }).write('<html>');
			},
		];
		const { error } = await download();
		expect(error?.message).toContain('something other than a PDF file');
		if (!page?.closed) await new Promise((resolve) => page?.once('close', resolve));
		expect(page?.writableFinished).toBe(false);
	});
});

/** What is read, as which error messages call it, and answers that are something else. */
const others: Array<[what: string, parameters: INodeParameters, bodies: string[]]> = [
	[
		'the signature request',
		signatureParameters('get', 's1'),
		[
			'',
			' \n',
			'{}',
			'[]',
			'null',
			'<html>Log in</html>',
			'"text"',
			'[1]',
			'{"id":',
			'{"id":"s2"}',
		],
	],
	[
		'a signature request with documents',
		signatureParameters('getEvidencePack', 's1', { include: ['signed'] }),
		[
			'{}',
			'{"id":"s1"}',
			'{"id":"s1","documents":[]}',
			'{"id":"s1","documents":[{"id":5}]}',
			'{"id":"s2","documents":[{"id":"d1"}]}',
			'[]',
		],
	],
	[
		'a list',
		{ resource: 'signature', operation: 'getMany', returnAll: true },
		['{}', '[{"id":""}]', '[{"id":7}]', '[{"name":"x"}]', '{"signatures":[]}'],
	],
	[
		'a list',
		{ resource: 'eventHook', operation: 'getManyHooks' },
		['{}', '{"total":1}', '{"web_hooks":[],"total":"many"}', '{"web_hooks":[{}],"total":1}', '[]'],
	],
	[
		'a count',
		{ resource: 'signature', operation: 'count' },
		['{}', '[]', '{"count":"many"}', '{"count":-1}'],
	],
	[
		'the credits of the account',
		{ resource: 'account', operation: 'getCredits' },
		['<html>Log in</html>', '{"error":"none"}', '7', ''],
	],
];

describe.each(others)('%s that is read by %j', (what, parameters, bodies) => {
	it.each(bodies)('is not what is answered with %j', async (body) => {
		server.answers = [answer(200, body)];
		const { error, items } = await run(parameters);
		expect(error?.message).toBe(`Signaturit's address answered with something other than ${what}`);
		expect(items).toEqual([]);
		expect(methods()).toEqual(['GET']);
	});
});

it('an evidence pack lists a file whose answer is empty as missing when Go On Without Missing Files is on', async () => {
	const document = { id: 'd1', status: 'completed', events: [] };
	const request = JSON.stringify({ id: 's1', documents: [document] });
	server.answers = [answer(200, request), answer(204)];
	const more = { include: ['signed'], options: { skipMissing: true } };
	const { items } = await run(signatureParameters('getEvidencePack', 's1', more));
	expect(items[0]?.json.filesMissing).toMatchObject([
		{ documentId: 'd1', reason: 'Signaturit answered without a PDF file' },
	]);
});

it('a list of templates with widgets is asked for no more entries than wanted', async () => {
	server.answers = [answer(200, '[{"id":"t1"},{"id":"t2"}]')];
	const operation = { resource: 'template', operation: 'getManyWithWidgets', returnAll: false };
	await run({ ...operation, limit: 2 });
	await run({ ...operation, limit: 25 });
	expect(server.received.map(({ url }) => url)).toEqual([
		'/v4/templates?limit=2&page=1',
		'/v4/templates?limit=10&page=1',
	]);
});
