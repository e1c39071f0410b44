import type { Exchange } from '../../tape';

export const isSuccess = ({ answer }: Exchange): boolean => answer.status < 300;
export const isError = ({ answer }: Exchange): boolean => answer.status >= 400;
export const isCreation = ({ call }: Exchange): boolean =>
	call.method === 'POST' && call.path === '/v3/signatures.json';
/** A list of requests, or one of them. */
export const hasRequests = (exchange: Exchange): boolean =>
	isSuccess(exchange) &&
	/^\/v3\/signatures(\/|\.json)/.test(exchange.call.path) &&
	typeof exchange.answer.body === 'object';
export const isList =
	(path: string) =>
	(exchange: Exchange): boolean =>
		exchange.call.method === 'GET' && exchange.call.path === path && isSuccess(exchange);
export const isOfKind =
	(...kinds: string[]) =>
	({ call }: Exchange): boolean =>
		kinds.some((kind) => call.path.startsWith(`/v3/${kind}`));
export const isFile = ({ answer }: Exchange): boolean => answer.file !== undefined;
