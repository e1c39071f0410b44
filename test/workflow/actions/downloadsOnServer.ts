import { inspect } from 'node:util';
import { bytesOf, runNode } from '../engine/engine';
import type { Send } from '../engine/fileAnswers';
import { documentParameters, pdfOf } from '../engine/fixtures';
import { scriptedServer } from '../engine/scriptedServer';

export const NOT_A_PDF = "Signaturit's address answered with something other than a PDF file";

/** Registers the hooks of a server whose downloads are as a test says, and returns what downloads from it. */
export function downloadsOnServer() {
	/** Stands for a proxy between n8n and the service that spoils downloads; the local service never does. */
	const server = scriptedServer();
	/** A document, and the same one after a change, which is written behind its end. */
	const files: Record<'pdf' | 'revised', Buffer> = { pdf: Buffer.of(), revised: Buffer.of() };

	beforeAll(async () => {
		files.pdf = await pdfOf('A contract');
		const change = Buffer.from('\n% changed\nstartxref\n9\n%%EOF\n');
		files.revised = Buffer.concat([files.pdf, change]);
	});

	const download = async (operation = 'downloadSigned', options = {}) =>
		await runNode({
			parameters: documentParameters(operation, 's', 'd', { options }),
			credential: server.credential,
		});

	const serve = (...sends: Send[]) => {
		server.answers = sends.map((send) => (_, response) => send(response));
	};

	const expectFile = async (bytes: Buffer, field = 'data') => {
		const { items, error } = await download();
		expect(error).toBeUndefined();
		expect(items).toHaveLength(1);
		expect((await bytesOf(items[0]?.binary?.[field])).equals(bytes)).toBe(true);
	};

	const expectError = async (message: string, options = {}) => {
		const { items, error, record } = await download('downloadSigned', options);
		expect(error?.message).toBe(message);
		expect(items).toEqual([]);
		expect(inspect({ error, record }, { depth: Infinity })).not.toContain('a-token');
		return error;
	};

	return { server, files, download, serve, expectFile, expectError };
}
