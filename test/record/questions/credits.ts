import { z } from 'zod';

import { accepted, hasShape, questionsOf, leaveOpen } from '../question';

const entry = z.object({ type: z.string(), remainingCredits: z.number(), usedCredits: z.number() });

/** Credits (docs/service.md#credits). */
export const credits = questionsOf({
	'credits-get': (tape) => {
		const answer = tape.answer('credits');
		if (Array.isArray(answer.body) && answer.body.length === 0)
			leaveOpen('the account has no credits');
		return hasShape(answer, z.union([z.array(z.record(z.unknown())), z.record(z.unknown())]));
	},
	'credits-entries': (tape) => {
		const { body } = accepted(tape.answer('credits'));
		if (Array.isArray(body) && body.length === 0) leaveOpen('the account has no credits');
		return typeof body === 'object' && body !== null
			? hasShape(tape.answer('credits'), z.array(entry))
			: leaveOpen('it is no JSON');
	},
});
