import type { IExecuteFunctions } from 'n8n-workflow';
import { reserveSending } from '../../../../nodes/Signaturit/actions/sending/reservation';
import { Call } from '../../../../nodes/Signaturit/transport/call';
import { DeduplicationMemory } from '../../engine/deduplicationMemory';
import { stopEngine } from '../../engine/engine';
import { executeContext } from '../../engine/executeContext';
import { useDeduplication } from '../../engine/useDeduplication';

const memory = new DeduplicationMemory();

beforeAll(async () => await useDeduplication(memory));
afterEach(() => memory.forget());
afterAll(stopEngine);

const callWith = (accessToken: string) =>
	new Call<IExecuteFunctions>(
		executeContext({
			credential: { environment: 'custom', accessToken, baseUrl: 'http://127.0.0.1:9' },
		}),
	);

describe('a Reference that is reserved', () => {
	it('is so for its account, not for another one at the same address', async () => {
		const reserve = async (token: string) => await reserveSending(callWith(token), 'c-1', 1_000, 0);
		expect(await reserve('a')).toBeDefined();
		expect(await reserve('a')).toBeUndefined();
		expect(await reserve('b')).toBeDefined();
	});

	it('is so for an execution whose clock is in the minute before', async () => {
		const now = jest.spyOn(Date, 'now');
		const at = async (time: string) => {
			now.mockReturnValue(Date.parse(time));
			return await reserveSending(callWith('a'), 'c-1', 1_000, 0);
		};
		expect(await at('2026-01-02T03:04:00.300Z')).toBeDefined();
		expect(await at('2026-01-02T03:03:59.400Z')).toBeUndefined();
		now.mockRestore();
	});
});
