import { ADA } from '../../people';
import { runNode } from '../engine/engine';
import { localService } from '../engine/localService';

const local = localService();

it('failed rows of an operation that sends nothing to people are counted in the same words', async () => {
	const emails = [ADA.email, 'nobody', 'no one'];
	const { hints } = await runNode({
		parameters: {
			...{ resource: 'contact', operation: 'createContact' },
			...{ email: '={{ $json.email }}', name: ADA.name },
		},
		credential: local.credential,
		items: emails.map((email) => ({ json: { email } })),
		onError: 'continueRegularOutput',
	});
	expect(hints[0]).toBe('1 of 3 was done, 2 were not: rows 2, 3');
});
