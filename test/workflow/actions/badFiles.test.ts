import { runNode } from '../engine/engine';
import { documentParameters } from '../engine/fixtures';
import { answer, scriptedServer } from '../engine/scriptedServer';

/** Stands for a proxy between n8n and the service that spoils downloads; the local service never does. */
const server = scriptedServer();

const download = async () =>
	await runNode({
		parameters: documentParameters('downloadSigned', 's', 'd'),
		credential: server.credential,
	});

it('a download fails when only half of the PDF arrives and the connection ends without an error', async () => {
	server.answers = [
		(_, response) => {
			response.writeHead(200, { 'Content-Type': 'application/pdf', Connection: 'close' });
			response.end(`%PDF-1.7\n${'x'.repeat(5000)}`);
		},
	];
	const { error, items } = await download();
	expect(error?.message).toBe('The file that arrived is not a whole PDF');
	expect(items).toEqual([]);
});

it('a download fails when a login page is answered with status 200', async () => {
	server.answers = [answer(200, '<html>Log in</html>', 'text/html')];
	const { error, items } = await download();
	expect(error?.message).toBe("Signaturit's address answered with something other than a PDF file");
	expect(items).toEqual([]);
});
