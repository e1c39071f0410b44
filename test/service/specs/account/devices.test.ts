import { rigForEach } from '../support/rig';

const rig = rigForEach();

test('answers a code, and removes what is named', async () => {
	const code = await rig.http.get('/v3/account/enrollment-code');
	expect(code.data).toEqual({ code: expect.stringMatching(/^\d{6}$/) });
	expect((await rig.http.delete('/v3/account/devices/d1')).status).toBe(204);
});
