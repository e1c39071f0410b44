import { resource, type Operation } from '../../../nodes/Signaturit/actions/operation';

const plain: Operation = {
	description: '',
	fields: [],
	run: async () => await Promise.resolve([]),
};

describe('an operation without a name', () => {
	it.each([
		['Contact', 'getManyContacts', 'Get Many', 'Get many contacts'],
		['Contact', 'getContact', 'Get', 'Get a contact'],
		['Event Hook', 'retry', 'Retry', 'Retry an event hook'],
		['Team', 'getManyUsers', 'Get Many Users', 'Get many team users'],
		['Team', 'removeSeat', 'Remove Seat', 'Remove a team seat'],
	])('of the resource %s with the key %s is called %s', (name, key, called, action) => {
		const { operations } = resource(name, 'value', { [key]: plain });
		expect(operations[key]).toMatchObject({
			name: called,
			action: expect.stringMatching(action) as string,
		});
	});

	it('keeps what it says itself', () => {
		const texts = { name: 'Look For', action: 'Look for what is lost' };
		const { operations } = resource('Team', 'team', { find: { ...plain, ...texts } });
		expect(operations.find).toMatchObject(texts);
	});
});
