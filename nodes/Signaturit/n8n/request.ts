// A context of n8n that lets a request end by its own signal.

/**
 * n8n's context, for a request with authentication that ends when this signal is aborted.
 *
 * n8n: `httpRequestWithAuthentication` puts the cancel signal of the context on which it is called in the place of the
 * request's own `abortSignal` (2.8, n8n-core, `node-execution-context/utils/request-helper-functions.js`; 2.41,
 * `request-helpers/authentication.js` there). That of an execution is aborted only when somebody stops it.
 *
 * Without it: loud. The request's own signal counts, if n8n takes that. Else the request fails a second later than it
 * should, with the same error and verdict, and n8n's log names it. Its connection then stays open until the other side
 * closes it, and its answer is not read.
 */
export function endingWith<Context extends object>(n8n: Context, signal: AbortSignal): Context {
	return Object.create(n8n, { getExecutionCancelSignal: { value: () => signal } }) as Context;
}
