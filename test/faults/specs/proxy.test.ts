import axios from 'axios';
import { connect, type Socket } from 'node:net';
import { ADA } from '../../people';
import { surroundings } from '../rig/hooks';
import { FaultProxy, type Disturbance } from '../rig/proxy';
import { faults, undisturbed } from '../table';
import { until } from '../../workflow/engine/until';

const around = surroundings();
let proxy: FaultProxy;

afterEach(async () => await proxy.stop());

const faultNamed = (name: string) => {
	const fault = faults.find((one) => one.name === name);
	if (!fault) throw new Error(`The table has no fault "${name}"`);
	return fault;
};

/** Starts a proxy that spoils a creation of certified SMS, and returns what creates one. */
async function through(changes: Partial<Disturbance> = {}) {
	const { service } = around.truth;
	proxy = await new FaultProxy(service.url, {
		fault: undisturbed,
		place: { method: 'POST', url: /sms\.json/ },
		moment: 'after',
		times: 1,
		elsewhere: around.elsewhere.url('none'),
		...changes,
	}).start();
	const client = axios.create({
		baseURL: await proxy.address(),
		headers: { Authorization: `Bearer ${service.token}` },
		proxy: false,
		validateStatus: () => true,
	});
	const sms = {
		recipients: [{ name: ADA.name, phone: '34600000000' }],
		body: 'B',
		type: 'delivery',
	};
	return async () => (await client.post<unknown>('/v3/sms.json', sms)).status;
}

const sentSms = async () => {
	await around.truth.control.settled();
	return (await around.truth.control.outbox()).length;
};

describe('the proxy', () => {
	it('passes requests and answers on', async () => {
		const create = await through();
		expect(await create()).toBe(201);
		expect([await sentSms(), proxy.calls]).toEqual([1, 1]);
	});

	it.each([
		['before', 0],
		['after', 1],
	] as const)('gives the fault %s the service acted, once', async (moment, sent) => {
		const create = await through({ fault: faultNamed('503 (JSON)'), moment });
		expect(await create()).toBe(503);
		expect(await sentSms()).toBe(sent);
		expect(await create()).toBe(201);
	});

	it('gives the fault to the request of the wanted number only', async () => {
		const place = { method: 'POST', url: /sms\.json/, nth: 2 };
		const create = await through({ fault: faultNamed('503 (empty)'), place });
		expect([await create(), await create(), await create()]).toEqual([201, 503, 201]);
	});

	it('knows the socket that a client leaves open, and the one that it closes', async () => {
		await through({ fault: faultNamed('silence') });
		const { hostname, port } = new URL(await proxy.address());
		const socket = await new Promise<Socket>((resolve) => {
			const opened = connect(Number(port), hostname, () => resolve(opened));
		});
		socket.write('POST /v3/sms.json HTTP/1.1\r\nHost: x\r\nContent-Length: 0\r\n\r\n');
		await until(() => proxy.calls > 0);
		expect(await proxy.socketsLeftOpen(100)).toBe(1);
		socket.destroy();
		expect(await proxy.socketsLeftOpen(20_000)).toBe(0);
	});
});
