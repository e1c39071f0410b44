// Faults of connections that break, stall or never come about, and of wrong addresses.

import { setInterval } from 'node:timers';
import { bothMoments, type Exchange, type Fault } from './fault';
import { closeAbruptly, half, head, withBody } from './give';

const connection = (name: string, give: Fault['give'], fields: Partial<Fault> = {}): Fault => ({
	name,
	kind: 'broken connection',
	verdict: 'unknown',
	moments: bothMoments,
	give,
	...fields,
});

/** Sends the first half of the success, then closes. */
function cut(exchange: Exchange, hasLength: boolean): void {
	const { request, response } = exchange;
	const success = withBody(exchange.success);
	head(exchange, success, hasLength ? success.body.length : undefined);
	response.write(half(success.body), () => request.socket.destroy());
}

/** Sends a space every now and then, and never the answer. */
function drip(exchange: Exchange): void {
	const { response, success } = exchange;
	head(exchange, withBody(success), 1_000_000);
	const timer = setInterval(() => response.write(' '), 100);
	response.once('close', () => clearInterval(timer));
}

/** Connections that end too early, or not at all. */
export const connections: Fault[] = [
	connection('the connection breaks while the request is sent', closeAbruptly, {
		moments: ['before'],
		early: true,
	}),
	connection('the connection breaks before the answer', closeAbruptly),
	connection('the connection breaks in the head of the answer', (exchange) => {
		exchange.request.socket.write('HTTP/1.1 200 OK\r\nContent-Ty', () => closeAbruptly(exchange));
	}),
	connection('the connection ends without an answer', ({ request }) => void request.socket.end()),
	connection('something other than HTTP', ({ request }) => {
		request.socket.end('SSH-2.0-OpenSSH_9.6\r\n');
	}),
	connection('the body ends before its length', (exchange) => cut(exchange, true), { kind: 'cut' }),
	connection('the chunks of the body end too early', (exchange) => cut(exchange, false), {
		kind: 'cut',
	}),
	connection('silence', () => undefined, { kind: 'silence', isSilent: true }),
	connection(
		'the head of an answer, then silence',
		(exchange) => {
			const success = withBody(exchange.success);
			head(exchange, success, success.body.length);
		},
		{ kind: 'silence', isSilent: true },
	),
	connection('a body that drips and never ends', drip, { kind: 'silence', isSilent: true }),
];

const address = (name: string, kind: Fault['address']): Fault =>
	connection(name, () => undefined, {
		kind: 'address',
		verdict: 'refused',
		moments: ['before'],
		address: kind,
	});

/** Addresses at which no request can arrive. */
export const addresses: Fault[] = [
	address('the port is closed', 'closed port'),
	address('https at a port that speaks http', 'https'),
];
