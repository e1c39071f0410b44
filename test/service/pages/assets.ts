// The files that pages load from this machine: scripts, styles, PDF.js and Swagger.

import type { FastifyInstance } from 'fastify';
import { readFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';

import { notFound } from '../domain/refusal';

const OWN = join(__dirname, 'assets');
const PDFJS = dirname(require.resolve('pdfjs-dist/package.json'));

/** The folders that pages load files of, by their address. The legacy build of PDF.js runs in older browsers, too. */
const FOLDERS: Record<string, string> = {
	'/assets': OWN,
	'/assets/pdfjs': join(PDFJS, 'legacy/build'),
	// What PDF.js loads when a document needs it.
	'/assets/pdfjs/cmaps': join(PDFJS, 'cmaps'),
	'/assets/pdfjs/fonts': join(PDFJS, 'standard_fonts'),
	'/assets/pdfjs/iccs': join(PDFJS, 'iccs'),
	'/assets/pdfjs/wasm': join(PDFJS, 'wasm'),
	'/assets/swagger': dirname(require.resolve('swagger-ui-dist/package.json')),
};

const TYPES: Record<string, string> = {
	css: 'text/css; charset=utf-8',
	js: 'text/javascript; charset=utf-8',
	mjs: 'text/javascript; charset=utf-8',
	wasm: 'application/wasm',
};

/** What the worker of PDF.js may do: only it compiles WebAssembly, for some images. */
const WORKER_POLICY =
	"default-src 'none'; script-src 'self' 'wasm-unsafe-eval'; connect-src 'self'";

/** Everything that pages load, from this machine alone. */
export function assetRoutes(app: FastifyInstance): void {
	for (const [address, folder] of Object.entries(FOLDERS)) {
		app.get(`${address}/:name`, async (request, reply) => {
			const { name } = request.params as { name: string };
			const [, ending] = /^[\w-]+(?:\.min|\.worker)*\.(\w+)$/.exec(name) ?? [];
			const bytes = ending && (await readFile(join(folder, name)).catch(() => undefined));
			if (!bytes) throw notFound('File');
			return reply
				.header('content-type', TYPES[ending] ?? 'application/octet-stream')
				.header('content-security-policy', WORKER_POLICY)
				.send(bytes);
		});
	}
}
