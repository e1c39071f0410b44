import type { IExecuteFunctions } from 'n8n-workflow';
import {
	basePath,
	meaningOf,
	waitingAddresses,
} from '../../../nodes/Signaturit/n8n/waitingAddress';

/** n8n's context, as far as it says where n8n's API is. */
const n8nAt = (api: string) => ({ getRestApiUrl: () => api }) as IExecuteFunctions;

describe('the answer to a post at the address of an execution', () => {
	it.each([
		[409, '', 'awake'],
		[404, '', 'gone'],
		[401, { error: 'Invalid token' }, 'refused'],
		[401, '<title>Invalid Form Link</title>', 'refused'],
		[401, 'Please log in', undefined],
		[401, undefined, undefined],
		[403, 'Invalid token', undefined],
		[200, '', undefined],
	])('with the status %d and the body %j means %s', (status, body, meaning) => {
		expect(meaningOf(status, body)).toBe(meaning);
	});
});

describe('the path in WEBHOOK_URL', () => {
	it.each([
		['https://n8n.example.com', 'https://n8n.example.com/rest', ''],
		['https://n8n.example.com/n8n', 'https://n8n.example.com/n8n/rest', '/n8n'],
		['https://n8n.example.com/a/b', 'https://n8n.example.com/a/b/rest', '/a/b'],
		['https://n8n.example.com/n8n', 'https://n8n.example.com/rest', ''],
		['https://n8n.example.com/n8n', 'https://api.example.com/n8n/rest', ''],
		['https://n8n.example.com/n8n', 'nowhere', ''],
	])('of webhooks at %s, with the API at %s, is "%s"', (base, api, path) => {
		expect(basePath(n8nAt(api), `${base}/webhook-waiting/1/node?signature=x`)).toBe(path);
	});
});

describe('the addresses at which executions sleep', () => {
	it.each([
		['https://n8n.example.com/webhook-waiting/12/ab-1?signature=x', true],
		['https://n8n.example.com/n8n/wait/12/ab-1?a=1&signature=x', true],
		['https://n8n.example.com/webhook-waiting/12/node%201?signature=x', true],
		['https://n8n.example.com/webhook-waiting/12/ab-1', false],
		['https://n8n.example.com/webhook/ab-1/events?signature=x', false],
		['https://example.com/webhook-waiting/12/ab-1?signature=x', false],
	])('have %s: %j', (url, expected) => {
		const addresses = waitingAddresses(n8nAt('https://n8n.example.com/rest'));
		expect(addresses?.has(new URL(url))).toBe(expected);
	});

	it('are not known when n8n does not say where it is', () => {
		expect(waitingAddresses(n8nAt(''))).toBeUndefined();
	});
});
