import { withoutTokens } from '../../../nodes/Signaturit/transport/request';

const TEAM = '/v3/team/users.json';
const cleaned = (body: unknown) => JSON.parse(withoutTokens(TEAM, JSON.stringify(body))) as unknown;

describe('withoutTokens', () => {
	it.each([
		['token', 'tokens', 'access_token', 'accessToken', 'Access-Token', 'ACCESS TOKEN', 'token_2'],
		['secret', 'client_secret', 'password', 'passwd', 'api_key', 'apiKey', 'X-Api-Key'],
		['Authorization', 'bearer', 'jwt'],
	])('takes out what stands under %s and the like, at any depth', (...names) => {
		for (const name of names) {
			const body = { [name]: 's', kept: 1, list: [{ [name]: { deep: 's' } }, ['s', null]] };
			expect(cleaned(body)).toEqual({ kept: 1, list: [{}, ['s', null]] });
			expect(cleaned([body])).toEqual([{ kept: 1, list: [{}, ['s', null]] }]);
		}
	});

	it('keeps all that is documented of seats and groups', () => {
		const seat = { id: 'a', created_at: 'b', email: 'c', name: 'd', position: 'e', role: 'f' };
		const group = { id: 'g', name: 'h', managers: [seat], members: [{ ...seat, status: 'i' }] };
		expect(cleaned(group)).toEqual(group);
	});

	it.each(['', ' ', 'token=s', '<p>token</p>', '"token"', '5', 'null'])(
		'leaves text without names as it is: %j',
		(text) => {
			expect(withoutTokens(TEAM, text)).toBe(text);
		},
	);

	it('leaves the answers of other endpoints as they are, for there such names are the users’ own', () => {
		const text = '{ "data": { "token": "s" } }';
		expect(withoutTokens('/v3/signatures.json', text)).toBe(text);
	});
});
