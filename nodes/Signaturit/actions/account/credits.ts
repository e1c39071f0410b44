import { accountEndpoints } from '../../transport/accountEndpoints';
import { noError } from '../../transport/expected';
import { plainRead, type Resource } from '../operation';

/** GET /v3/account/credits.json; the form of its answer is not documented (docs/service.md#credits). */
const getCredits = plainRead({
	name: 'Get Credits',
	action: 'Get the credits that the account has left',
	description: 'Get the credits that are left; each signature request uses some of them',
	locators: [],
	path: () => accountEndpoints.credits.left,
	expected: () => ({ ...noError, what: 'the credits of the account' }),
});

export const account: Resource = {
	name: 'Account',
	value: 'account',
	operations: { getCredits },
};
