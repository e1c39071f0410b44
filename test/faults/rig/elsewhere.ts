// A second host to which redirects lead; it notes which requests and tokens arrive.

import { createServer, type IncomingMessage } from 'node:http';
import { listening, type Listening } from '../../listening';
import { EMPTY_ZIP } from '../table/files';

const DATE = '2020-01-01T00:00:00+0000';
const PDF = '%PDF-1.7\n1 0 obj\n<<>>\nendobj\nxref\n0 0\ntrailer\n<<>>\nstartxref\n9\n%%EOF\n';

/** A request that a redirect has led to the other host. */
export interface Stray {
	method: string;
	url: string;
	/** Whether the access token came along. */
	hasToken: boolean;
}

/** Another host: it believes any token, and answers what would pass for the service's answer. */
export class Elsewhere {
	private readonly strays: Stray[] = [];
	private readonly server = createServer((request, response) => {
		const { method = '', url = '', headers } = request;
		this.strays.push({ method, url, hasToken: headers.authorization !== undefined });
		request.resume().once('end', () => {
			const [type, body] = convincing(request);
			response.writeHead(200, { 'Content-Type': type, Connection: 'close' }).end(body);
		});
	});

	private listens?: Listening;

	async start(): Promise<void> {
		this.listens = await listening(this.server);
	}

	async stop(): Promise<void> {
		await this.listens?.close();
	}

	/** A base URL of its own for each run. */
	url(run: string): string {
		return `http://localhost:${this.listens?.port}/${run}`;
	}

	/** The requests that have come to a run's base URL. */
	straysOf(run: string): Stray[] {
		return this.strays.filter(({ url }) => url.startsWith(`/${run}/`));
	}
}

function convincing({ url = '' }: IncomingMessage): [type: string, body: string | Buffer] {
	if (url.includes('/download/attachments')) return ['application/zip', EMPTY_ZIP];
	if (url.includes('/download/')) return ['application/pdf', PDF];
	return ['application/json', JSON.stringify(jsonFor(url))];
}

function jsonFor(url: string): unknown {
	const [id = 'stranger'] = /[\w-]{20,}/.exec(url.replace(/^\/[^/]*/, '')) ?? [];
	const document = {
		id,
		created_at: DATE,
		email: 'eve@example.com',
		status: 'completed',
		events: [],
	};
	const delivery = {
		id,
		created_at: DATE,
		name: 'Stranger',
		documents: [document],
		certificates: [document],
	};
	if (url.includes('count.json')) return { count: 7_777 };
	if (url.includes('sms_status')) return { sms_status: 'delivered', phone_number: '1' };
	if (url.includes('/event-hooks?')) return { web_hooks: [{ id }], total: 1 };
	if (/\/v\d\/\w+(\.json)?\?/.test(url)) return [delivery];
	return delivery;
}
