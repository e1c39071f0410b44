// A package registry on this machine, which n8n takes for that of npm.

import { execFile } from 'node:child_process';
import { createHash } from 'node:crypto';
import { once } from 'node:events';
import { readFile } from 'node:fs/promises';
import { createServer as createProxy, type IncomingMessage, type ServerResponse } from 'node:http';
import { createServer as createRegistry } from 'node:https';
import type { AddressInfo } from 'node:net';
import { basename, join } from 'node:path';
import type { Duplex } from 'node:stream';
import { promisify } from 'node:util';

const HOST = 'registry.npmjs.org';
const run = promisify(execFile);

/** A registry on this machine, which n8n and its npm take for that of npm. */
export interface Registry {
	/** n8n's environment: a proxy that leads nowhere else, as in a company, and its authority for certificates. */
	settings: Readonly<Record<string, string>>;
	/** Publishes a tarball as the newest version. */
	publish(tarball: string): Promise<void>;
	close(): Promise<void>;
}

interface Published {
	manifest: { name: string; version: string };
	content: Buffer;
}

/**
 * Starts a registry. n8n always names npm's own registry to npm unless it has a licence for others, so a proxy answers in
 * its place.
 *
 * @param folder for its certificate, which is made by openssl
 */
export async function startRegistry(folder: string): Promise<Registry> {
	const published: Published[] = [];
	const connections = new Set<Duplex>();
	const certificate = await makeCertificate(folder);
	const registry = createRegistry(certificate, (request, response) => {
		answer(published, request, response);
	});
	const proxy = createProxy((_, response) => response.writeHead(502).end());
	proxy.on('connect', ({ url }, socket) => {
		if (url !== `${HOST}:443`) {
			socket.end('HTTP/1.1 502 Bad Gateway\r\n\r\n');
			return;
		}
		connections.add(socket);
		socket.write('HTTP/1.1 200 Connection Established\r\n\r\n');
		registry.emit('connection', socket);
	});
	proxy.listen(0, '127.0.0.1');
	await once(proxy, 'listening');
	const { port } = proxy.address() as AddressInfo;
	return {
		settings: {
			HTTPS_PROXY: `http://127.0.0.1:${port}`,
			NO_PROXY: '127.0.0.1,localhost',
			NODE_EXTRA_CA_CERTS: join(folder, 'cert.pem'),
			npm_config_cafile: join(folder, 'cert.pem'),
		},
		async publish(tarball) {
			const { stdout } = await run('tar', ['-xzOf', tarball, 'package/package.json']);
			const manifest = JSON.parse(stdout) as Published['manifest'];
			published.push({ manifest, content: await readFile(tarball) });
		},
		async close() {
			proxy.close();
			proxy.closeAllConnections();
			connections.forEach((socket) => socket.destroy());
			await once(proxy, 'close');
		},
	};
}

async function makeCertificate(folder: string): Promise<{ key: Buffer; cert: Buffer }> {
	const [key, cert] = [join(folder, 'key.pem'), join(folder, 'cert.pem')];
	const name = ['-subj', `/CN=${HOST}`, '-addext', `subjectAltName=DNS:${HOST}`];
	const files = ['-keyout', key, '-out', cert];
	await run('openssl', ['req', '-x509', '-newkey', 'rsa:2048', '-nodes', ...name, ...files]);
	return { key: await readFile(key), cert: await readFile(cert) };
}

/** Answers `/<name>`, `/<name>/<version>` and the address of a tarball, as npm's registry does. */
function answer(
	published: readonly Published[],
	{ url = '' }: IncomingMessage,
	response: ServerResponse,
): void {
	const wanted = basename(url);
	const latest = published.at(-1);
	const tarball = published.find((each) => fileOf(each) === wanted);
	const one = published.find(({ manifest }) => manifest.version === wanted);
	const json = (body: object) => {
		response.writeHead(200, { 'content-type': 'application/json' }).end(JSON.stringify(body));
	};
	if (tarball) response.writeHead(200).end(tarball.content);
	else if (one) json(manifestOf(one));
	else if (latest && wanted === 'latest') json(manifestOf(latest));
	else if (latest && wanted === latest.manifest.name) json(packument(published, latest));
	else response.writeHead(404).end('{}');
}

const packument = (published: readonly Published[], { manifest }: Published) => ({
	name: manifest.name,
	'dist-tags': { latest: manifest.version },
	versions: Object.fromEntries(published.map((each) => [each.manifest.version, manifestOf(each)])),
});

const manifestOf = (each: Published) => ({
	...each.manifest,
	dist: {
		tarball: `https://${HOST}/${each.manifest.name}/-/${fileOf(each)}`,
		integrity: `sha512-${createHash('sha512').update(each.content).digest('base64')}`,
	},
});

const fileOf = ({ manifest: { name, version } }: Published) => `${name}-${version}.tgz`;
