import { resources } from '../../../nodes/Signaturit/actions';
import { runNode } from '../rig/nodeRun';
import { FaultProxy } from '../rig/proxy';
import { surroundings } from '../rig/hooks';
import { rows, withoutRequests } from '../operations';
import { downloads } from '../operations/downloads';
import { reads } from '../operations/reads';
import { writes } from '../operations/writes';
import { credentialFor, signatureParameters } from '../../workflow/engine/fixtures';
import { faults } from '../table';
import { plannedReads, plannedWrites, type Size } from '../runs/plan';

const around = surroundings();

const planned = (scope: Size) => [
	...writes.flatMap((row) => plannedWrites(row, rows.indexOf(row), scope)),
	...[...reads, ...downloads].flatMap((row) => plannedReads(row, rows.indexOf(row), scope)),
];

describe('the fault table', () => {
	it('has rows for each operation of the action node, and for no other', () => {
		const offered = resources.flatMap(({ value, operations }) =>
			Object.keys(operations).map((key) => `${value}:${key}`),
		);
		const tested = new Set([...rows.map(({ operation }) => operation), withoutRequests]);
		expect([...tested].sort()).toEqual(offered.sort());
	});

	it('names each fault once', () => {
		expect(new Set(faults.map(({ name }) => name)).size).toBe(faults.length);
	});

	it.each(['part', 'all'] as const)('lets each fault occur in the size %s', (scope) => {
		const occurring = new Set(planned(scope).map(({ fault }) => fault));
		expect(faults.filter((fault) => !occurring.has(fault)).map(({ name }) => name)).toEqual([]);
	});

	it('lets faults occur before and after the service acted in the size part', () => {
		const moments = writes.flatMap((row) => plannedWrites(row, rows.indexOf(row), 'part'));
		for (const moment of ['before', 'after']) {
			const share = moments.filter((entry) => entry.moment === moment).length / moments.length;
			expect(share).toBeGreaterThan(0.3);
		}
	});
});

describe('an operation that needs no request', () => {
	it('makes its output whatever the service does', async () => {
		const [silence] = faults.filter(({ name }) => name === 'silence');
		if (!silence) throw new Error('The table has no silence');
		const proxy = await new FaultProxy(around.truth.service.url, {
			fault: silence,
			place: { method: 'GET', url: /./ },
			moment: 'before',
			times: Infinity,
			elsewhere: around.elsewhere.url('none'),
		}).start();
		try {
			const { url, token } = { url: await proxy.address(), token: around.truth.service.token };
			const result = await runNode({
				parameters: signatureParameters('getEmbeddedSigningPage', 's1', {
					signingUrl: `${url}/sign`,
					reports: 'none',
				}),
				credential: credentialFor({ url, token }),
				items: [{ json: {} }],
			});
			expect(result?.error).toBeUndefined();
			expect(result?.items[0]?.json.html).toContain(`${url}/sign`);
			expect(proxy.calls).toBe(0);
		} finally {
			await proxy.stop();
		}
	});
});
