import { z } from 'zod';

import { hasShape, topic } from '../question';

const entry = z.object({ type: z.string(), remainingCredits: z.number(), usedCredits: z.number() });

/** Credits (docs/service.md#credits). */
export const credits = topic('credits', {
	'`GET /v3/account/credits.json` answers the credits that are left, as JSON whose form is not documented. The node gives it out as it is.':
		(tape) =>
			hasShape(
				tape.answer('credits'),
				z.union([z.array(z.record(z.unknown())), z.record(z.unknown())]),
			),
	'The answer is a list with an entry for each kind of credits: `type`, `period`, `quantity`, `usedCredits`, `remainingCredits` and `currentPeriod` (`from`, `to`). The one program that shows it may have renamed them.':
		(tape) => hasShape(tape.answer('credits'), z.array(entry)),
});
