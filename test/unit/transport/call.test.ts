import type { IExecuteFunctions, IHookFunctions } from 'n8n-workflow';
import { Call, itemCall } from '../../../nodes/Signaturit/transport/call';

const data = (accessToken: string) => ({ environment: 'sandbox', accessToken });

/** A context of n8n whose credential is another one each time that it is read, and for each item. */
function executeContext() {
	const stop = new AbortController();
	let reads = 0;
	const n8n = {
		getExecutionCancelSignal: () => stop.signal,
		getCredentials: async (_: string, item?: number) => data(`${item ?? 'node'}-${++reads}`),
	} as unknown as IExecuteFunctions;
	return { n8n, stop };
}

describe('a call', () => {
	it('waits a minute for answers, stops with the execution, and reads the credential each time', async () => {
		const { n8n, stop } = executeContext();
		const call = new Call(n8n);
		expect([call.timeout, call.stop]).toEqual([60_000, stop.signal]);
		expect((await call.credential()).accessToken).toBe('node-1');
		expect((await call.credential()).accessToken).toBe('node-2');
	});

	it('outside an execution has nothing that could stop it', () => {
		expect(new Call({} as IHookFunctions).stop).toBeUndefined();
	});

	it('changes only the settings that are named, and not the call that it is made of', async () => {
		const { n8n, stop } = executeContext();
		const decrypted = async () => data('own');
		const call = new Call(n8n).with({ timeout: 7, decrypted });
		const derived = call.with({ stop: undefined });
		expect([derived.timeout, derived.stop, derived.n8n]).toEqual([7, undefined, n8n]);
		expect((await derived.target('/v3/signatures.json')).credential).toEqual(data('own'));
		expect([call.timeout, call.stop]).toEqual([7, stop.signal]);
	});

	it('pauses until its execution is stopped', async () => {
		const { n8n, stop } = executeContext();
		const waiting = new Call(n8n).pause(3_600_000);
		stop.abort();
		await expect(waiting).rejects.toThrow('The execution was stopped');
	});

	it('names the same account for the same token, and none when the credential cannot be read', async () => {
		const withToken = (token: string) =>
			new Call(executeContext().n8n, { decrypted: async () => data(token) });
		expect(await withToken('a').account()).toBe(await withToken('a').account());
		expect(await withToken('a').account()).not.toBe(await withToken('b').account());
		expect(await withToken('').account()).toBeUndefined();
	});
});

describe('the call of an item', () => {
	it("reads the item's credential once, and only when it is needed", async () => {
		const seen: unknown[] = [];
		const call = itemCall(new Call(executeContext().n8n), 3, (credential) => seen.push(credential));
		expect(seen).toEqual([]);
		const read = await Promise.all([call.decrypted(), call.decrypted(), call.decrypted()]);
		expect(read).toEqual(Array(3).fill(data('3-1')));
		expect(seen).toEqual([data('3-1')]);
	});

	it('takes every access token of its run out of hints and lines for the log, also a short one', async () => {
		const lines: string[] = [];
		const logger = { warn: (line: string) => lines.push(line) };
		const getCredentials = async (_: string, item: number) =>
			data(['long-token', 'abc'][item] ?? '');
		const run = new Call({ logger, getCredentials } as unknown as IExecuteFunctions);
		const [first, second] = [itemCall(run, 0), itemCall(run, 1)];
		first.hint('warning', 'A template has the name long-token');
		second.hint('info', 'abc is not "abcd"');
		await Promise.all([first.decrypted(), second.with({ timeout: 5 }).credential()]);
		expect([...run.hints.warning, ...run.hints.info]).toEqual([
			'A template has the name [access token]',
			'[access token] is not "abcd"',
		]);
		second.log('warn', 'n8n says LONG-TOKEN and (abc)');
		expect(lines).toEqual(['n8n says [access token] and ([access token])']);
	});

	it('shares hints and what was made once with the other items of its run', () => {
		const run = new Call(executeContext().n8n);
		const [first, second] = [itemCall(run, 0), itemCall(run, 1).with({ timeout: 5 })];
		first.hint('info', 'one', 'two');
		second.hint('info', 'one');
		second.hint('warning', 'three');
		expect([...run.hints.info, ...run.hints.warning]).toEqual(['one', 'two', 'three']);
		const made = jest.fn(() => ({}));
		expect(first.once('contact', made)).toBe(second.once('contact', made));
		expect(made).toHaveBeenCalledTimes(1);
		expect(new Call(executeContext().n8n).once('contact', made)).not.toBe(
			first.once('contact', made),
		);
	});
});
