import { z } from 'zod';

import { accepted, hasShape, topic, leaveOpen } from '../question';

const entry = z.object({ type: z.string(), remainingCredits: z.number(), usedCredits: z.number() });

/** Credits (docs/service.md#credits). */
export const credits = topic('credits', {
	'`GET /v3/account/credits.json` answers the credits that are left, as JSON whose form is not documented. The node gives it out as it is.':
		(tape) => {
			const answer = tape.answer('credits');
			if (Array.isArray(answer.body) && answer.body.length === 0)
				leaveOpen('the account has no credits');
			return hasShape(answer, z.union([z.array(z.record(z.unknown())), z.record(z.unknown())]));
		},
	'The answer is a list with an entry for each kind of credits: `type`, `period`, `quantity`, `usedCredits`, `remainingCredits` and `currentPeriod` (`from`, `to`). The one program that shows it may have renamed them.':
		(tape) => {
			const { body } = accepted(tape.answer('credits'));
			if (Array.isArray(body) && body.length === 0) leaveOpen('the account has no credits');
			return typeof body === 'object' && body !== null
				? hasShape(tape.answer('credits'), z.array(entry))
				: leaveOpen('it is no JSON');
		},
});
