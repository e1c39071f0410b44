import type { IDataObject } from 'n8n-workflow';
import { gatewayTo } from '../../engine/gateway';
import { until } from '../../engine/until';
import { creations, dataOf, stopping } from './creations';
import { ADA, BEN } from '../../../people';

describe.each([
	['signature request', 'signature'],
	['certified email', 'certifiedEmail'],
] as const)('a %s that is created', (_, resource) => {
	const { local, run, created, requests } = creations(resource);
	const toAda = [{ email: ADA.email }];
	/** `shortDelays` has so many. */
	const looks = 3;

	const { gateway, gatewayCredential } = gatewayTo(local);

	const fail = async (fault: Parameters<typeof local.control.faults.add>[0]) =>
		await local.control.faults.add({ method: 'POST', ...fault });

	it('carries a reference that nothing else has', async () => {
		const { items } = await run([...toAda, ...toAda]);
		const references = (await created()).map((each) => dataOf(each, 'n8n_reference'));
		expect(references).toEqual([expect.stringMatching(/^[\da-f-]{36}$/), expect.any(String)]);
		expect(new Set(references).size).toBe(2);
		expect(items.map(({ json }) => json.reused)).toEqual([false, false]);
		expect((await requests()).slice(0, 2)).toEqual(['POST', 'POST']);
	});

	it.each([{ kind: 'reset_after' }, { kind: 'truncate' }] as const)(
		'whose answer was lost is found and returned (%j)',
		async (fault) => {
			await fail(fault);
			const { items, error } = await run(toAda);
			expect(error).toBeUndefined();
			const all = await created();
			expect(all).toHaveLength(1);
			expect(items[0]?.json).toMatchObject({ [`${resource}Id`]: all[0]?.id, reused: true });
			expect(items[0]?.pairedItem).toEqual({ item: 0 });
		},
	);

	it.each([1, 99, undefined])(
		'is found after a 429 that a gateway gave when it had passed it on, Retry-After %s',
		async (seconds) => {
			gateway((_, response) => {
				const wait = seconds === undefined ? {} : { 'Retry-After': seconds };
				response.writeHead(429, wait).end('{"message":"Too many"}');
			});
			const { items, error } = await run(toAda, {}, { credential: gatewayCredential() });
			expect(error).toBeUndefined();
			expect(items[0]?.json.reused).toBe(true);
			expect(await created()).toHaveLength(1);
		},
	);

	it.each([
		['once more after a 429 when it is not there', 1, ['POST', 'GET', 'POST', 'GET']],
		['once when a 429 asks to wait for more than a minute', 61, ['POST', 'GET']],
	])('is sent %s, and then refused', async (_, retryAfterSeconds, sent) => {
		await fail({ kind: 'status', status: 429, retryAfterSeconds, times: 0 });
		const { error } = await run(toAda);
		expect(error?.context?.verdict).toBe('refused');
		expect(await requests()).toEqual(sent);
	});

	it('is sent after a 429 with Retry-After', async () => {
		await fail({ kind: 'status', status: 429, retryAfterSeconds: 1 });
		const { items } = await run(toAda);
		expect(items[0]?.json.reused).toBe(false);
		expect(await created()).toHaveLength(1);
	});

	it('is found when the service lists it late', async () => {
		await local.control.settings({ hideNew: 2 });
		await fail({ kind: 'reset_after' });
		const { items } = await run(toAda);
		expect(items[0]?.json.reused).toBe(true);
		expect(await created()).toHaveLength(1);
	});

	it('that is not found is unknown, with what was asked for, and is sent once', async () => {
		await fail({ kind: 'reset_before' });
		const { error } = await run(toAda);
		expect(error?.message).toMatch(/^It is unknown whether the .* was .*\. Look for it/);
		expect(error?.description).toMatch(/The connection broke off.*\n.*does not list it so far/);
		expect(error?.context?.verdict).toBe('unknown');
		expect(await requests()).toEqual(['POST', ...Array.from({ length: looks }, () => 'GET')]);
		expect(await created()).toEqual([]);
	});

	it('is unknown when the service cannot be asked, with its reason', async () => {
		await fail({ kind: 'reset_after' });
		await fail({ kind: 'status', method: 'GET', status: 500, times: 0, message: 'Out of order' });
		const { error } = await run(toAda);
		expect(error?.context?.verdict).toBe('unknown');
		expect(error?.description).toContain(
			'could not be checked whether Signaturit has it: Out of order',
		);
	});

	it('is looked for once when the service refuses to be asked', async () => {
		await fail({ kind: 'reset_before' });
		await fail({ kind: 'status', method: 'GET', status: 403, times: 0, message: 'Banned' });
		const { error } = await run(toAda);
		expect(error?.context?.verdict).toBe('unknown');
		expect(await requests()).toEqual(['POST', 'GET']);
	});

	it('is never taken for another one, although the service ignores the filter', async () => {
		await run(toAda);
		await local.control.settings({ ignoreCustomData: true });
		await fail({ kind: 'reset_before' });
		const { error } = await run([{ email: BEN.email }]);
		expect(error?.context?.verdict).toBe('unknown');
		expect(error?.description).toContain('does not list it so far');
	});

	it('is found among others when the service ignores the filter', async () => {
		await run(toAda);
		await local.control.settings({ ignoreCustomData: true });
		await fail({ kind: 'reset_after' });
		const { items } = await run([{ email: BEN.email }]);
		const [, second] = await created();
		expect(items[0]?.json).toMatchObject({ [`${resource}Id`]: second?.id, reused: true });
	});

	it('is not sent again after more strangers than can be looked through', async () => {
		await local.control.seed({
			kind: resource === 'signature' ? 'signatures' : 'emails',
			count: 500,
		});
		await local.control.settings({ ignoreCustomData: true });
		await fail({ kind: 'reset_before' });
		const { error } = await run(toAda);
		expect(error?.description).toContain(
			'cannot search its list by the custom data n8n_reference = ',
		);
		expect((await requests()).filter((method) => method === 'POST')).toHaveLength(1);
	});

	it('is found by a later try of Retry On Fail', async () => {
		await local.control.settings({ hideNew: looks });
		await fail({ kind: 'reset_after' });
		const { items, error } = await run(toAda, {}, { retryOnFail: true });
		expect(error).toBeUndefined();
		expect(items[0]?.json.reused).toBe(true);
		expect(await created()).toHaveLength(1);
	});

	it('is found by a later try of Retry On Fail and Continue On Fail, and no other item is sent again', async () => {
		await local.control.settings({ hideNew: looks });
		await fail({ kind: 'reset_after' });
		const { items } = await run(
			[...toAda, { email: BEN.email }],
			{},
			{ retryOnFail: true, onError: 'continueRegularOutput' },
		);
		expect(items.map(({ json }) => json.reused)).toEqual([true, false]);
		expect(await created()).toHaveLength(2);
	});

	it('that is unknown is one item with Continue On Fail', async () => {
		await fail({ kind: 'reset_before' });
		const { items } = await run(toAda, {}, { onError: 'continueRegularOutput' });
		expect((items[0]?.json.error as IDataObject).verdict).toBe('unknown');
	});

	it('is unknown when the execution is stopped while it is looked for', async () => {
		await fail({ kind: 'reset_before' });
		const { stopped, stop } = stopping();
		await fail({ kind: 'latency', method: 'GET', ms: 60_000 });
		const running = run(toAda, {}, { stopped, onError: 'continueRegularOutput' });
		await until(async () => (await requests()).includes('POST'));
		stop();
		const [item] = (await running).items;
		expect(item?.json.error).toMatchObject({ verdict: 'unknown' });
		expect((await requests()).filter((method) => method === 'POST')).toHaveLength(1);
	});
});
