// Starts a local service with its options, and gives its addresses and tokens.

import type { AddressInfo } from 'node:net';

import { buildApp } from './app';
import { builtInTemplates } from './domain/files/templates';
import { newToken } from './domain/ids';
import { tell } from './domain/observers';
import { serviceSettings, World, type ServiceSettings } from './world/world';

export interface ServiceOptions extends Partial<
	Pick<ServiceSettings, 'allowUnknownParameters' | 'includeSignatureId' | 'creationsAnswer200'>
> {
	/** Default 0: any free port. */
	port?: number;
	token?: string;
	controlToken?: string;
	/** Gets a line per request and per event post, without any token. */
	log?: (line: string) => void;
	/**
	 * The address that signers and programs reach it at, e.g. of a proxy in front: links begin with it. Without
	 * it, `url`.
	 */
	publicUrl?: string;
}

export interface RunningService {
	/** `http://127.0.0.1:PORT`, without `/v3` and without a slash at the end. */
	url: string;
	/** What links begin with, without a slash at the end. */
	publicUrl: string;
	token: string;
	controlToken: string;
	close(): Promise<void>;
}

/**
 * Starts a new service with an empty memory on the loopback address.
 *
 * @throws Error when the port is in use, the public URL is not an http address, or an option is unknown
 */
export async function startService(options: ServiceOptions = {}): Promise<RunningService> {
	const {
		port = 0,
		token = newToken(),
		controlToken = newToken(),
		log = () => undefined,
		publicUrl,
		...settings
	} = options;
	const given = publicUrl === undefined ? undefined : webAddress(publicUrl);
	const world = new World(token, serviceSettings.parse(settings), log);
	for (const template of await builtInTemplates(world.clock.now())) {
		world.templates.add(template);
	}
	let url = '';
	const app = buildApp(world, controlToken, () => given ?? url);
	tell.server(app.server);
	await app.listen({ host: '127.0.0.1', port });
	url = `http://127.0.0.1:${(app.server.address() as AddressInfo).port}`;
	return {
		url,
		publicUrl: given ?? url,
		token,
		controlToken,
		close: async () => {
			world.stop();
			await app.close();
		},
	};
}

/** An http address without slashes at its end. */
function webAddress(text: string): string {
	const isWeb = /^https?:$/.test(URL.canParse(text) ? new URL(text).protocol : '');
	if (!isWeb) throw new Error(`"${text}" is not an address such as https://sign.example.com`);
	return text.replace(/\/+$/, '');
}
