import type { FastifyInstance } from 'fastify';
import { readFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';

const FOLDER = join(__dirname, 'assets');

/** Everything that pages load, by name. The PDF reader is unpdf's build of PDF.js. */
const ASSETS: Record<string, { path: string; type: string }> = {
	'style.css': { path: join(FOLDER, 'style.css'), type: 'text/css' },
	'signing.js': { path: join(FOLDER, 'signing.js'), type: 'text/javascript' },
	'inbox.js': { path: join(FOLDER, 'inbox.js'), type: 'text/javascript' },
	'description.js': { path: join(FOLDER, 'description.js'), type: 'text/javascript' },
	'description.css': { path: join(FOLDER, 'description.css'), type: 'text/css' },
	'swagger-ui.js': {
		path: require.resolve('swagger-ui-dist/swagger-ui-bundle.js'),
		type: 'text/javascript',
	},
	'swagger-ui.css': {
		path: require.resolve('swagger-ui-dist/swagger-ui.css'),
		type: 'text/css',
	},
	'pdfjs.mjs': {
		path: join(dirname(require.resolve('unpdf')), 'pdfjs.mjs'),
		type: 'text/javascript',
	},
};

export function assetRoutes(app: FastifyInstance): void {
	for (const [name, { path, type }] of Object.entries(ASSETS)) {
		app.get(`/assets/${name}`, async (_request, reply) =>
			reply.header('content-type', `${type}; charset=utf-8`).send(await readFile(path)),
		);
	}
}
