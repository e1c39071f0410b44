import { ADA } from '../../../people';
import { controlClient } from '../../control/client';
import { apiClient, rigForEach } from '../support/rig';
import { createSignature } from '../support/wire';

const rig = rigForEach();

const COUNT = '/v3/signatures/count.json';

describe('control interface', () => {
	test('the control interface refuses the access token, and the API the control token', async () => {
		const stranger = controlClient({ url: rig.service.url, controlToken: rig.service.token });
		await expect(stranger.settled()).rejects.toThrow('401');
		const { status } = await apiClient(rig.service, rig.service.controlToken).get(COUNT);
		expect(status).toBe(401);
	});

	test('a control command with invalid input or an unknown document is refused', async () => {
		const wrong = rig.control.seed({ count: 0 });
		await expect(wrong).rejects.toThrow('count: Number must be greater than or equal to 1');
		await expect(rig.control.sign({ documentId: 'none' })).rejects.toThrow('Document not found');
	});

	test("the service's clock can be set, and answers tell its time, failures too", async () => {
		await rig.control.settings({ clockAhead: -3_600_000 });
		await rig.control.faults.add({ kind: 'status', status: 500 });
		for (const status of [500, 200]) {
			const now = Date.now();
			const response = await rig.http.get(COUNT);
			expect(response.status).toBe(status);
			const told = Date.parse(String(response.headers.date));
			expect(Math.abs(now - 3_600_000 - told)).toBeLessThan(1_800_000);
		}
	});

	test('the request log has decoded bodies, with files described instead of their bytes', async () => {
		await createSignature(rig);
		await rig.http.get(`${COUNT}?status=ready`);
		const [first, second] = await rig.control.requests();
		expect(first).toMatchObject({
			method: 'POST',
			path: '/v3/signatures.json',
			status: 201,
			body: {
				recipients: [ADA],
				files: [
					{
						name: 'contract.pdf',
						type: 'application/pdf',
						size: expect.any(Number),
						sha256: expect.stringMatching(/^[0-9a-f]{64}$/),
					},
				],
			},
		});
		expect(first?.headers).not.toHaveProperty('authorization');
		expect(second).toMatchObject({ method: 'GET', query: { status: 'ready' }, status: 200 });
		await rig.control.clearRequests();
		expect(await rig.control.requests()).toEqual([]);
	});
});
