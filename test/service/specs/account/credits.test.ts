import { rigForEach } from '../support/rig';
import { answer } from '../support/wire';

const rig = rigForEach();

describe('the credits of the account', () => {
	test('are answered as a list, with those that are left', async () => {
		await rig.control.settings({ credits: 3 });
		const year = new Date().getUTCFullYear();
		expect(answer(await rig.http.get('/v3/account/credits.json'))).toEqual({
			status: 200,
			data: [
				{
					type: 'advanced',
					period: 'year',
					quantity: 1_000,
					usedCredits: 997,
					remainingCredits: 3,
					currentPeriod: { from: `${year}-01-01`, to: `${year}-12-31` },
				},
			],
		});
	});

	test('take no parameters', async () => {
		expect((await rig.http.get('/v3/account/credits.json?type=advanced')).status).toBe(400);
	});
});
