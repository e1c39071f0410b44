import { createServer, type Server, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { runNode, startEngine, stopEngine } from '../engine/engine';
import { documentParameters } from '../engine/fixtures';

/** What something between n8n and the service may do to a download; the service itself does none of it. */
let server: Server;
let answer: (response: ServerResponse) => void;

beforeAll(async () => {
	await startEngine();
	server = createServer((_, response) => answer(response));
	await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
});
afterAll(async () => {
	await new Promise((resolve) => server.close(resolve));
	stopEngine();
});

const download = async () =>
	await runNode({
		parameters: documentParameters('downloadSigned', 's', 'd'),
		credential: {
			environment: 'custom',
			accessToken: 'a-token',
			baseUrl: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
		},
	});

it('half a PDF that ends without any error is not kept', async () => {
	answer = (response) => {
		response.writeHead(200, { 'Content-Type': 'application/pdf', Connection: 'close' });
		response.end(`%PDF-1.7\n${'x'.repeat(5000)}`);
	};
	const { error, items } = await download();
	expect(error?.message).toBe('The file that arrived is not a whole PDF');
	expect(items).toEqual([]);
});

it('a login page with status 200 is not taken for a PDF', async () => {
	answer = (response) => {
		response.writeHead(200, { 'Content-Type': 'text/html' }).end('<html>Log in</html>');
	};
	const { error, items } = await download();
	expect(error?.message).toBe("Signaturit's address answered with something other than a PDF file");
	expect(items).toEqual([]);
});
