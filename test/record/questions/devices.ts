import { z } from 'zod';

import { accepted, apartFrom, described, hasShape, leaveOpen, questionsOf } from '../question';

/** Devices (docs/service.md#devices). The code itself is on no tape. */
export const devices = questionsOf({
	'device-enrollment-code': apartFrom('what it is good for', (tape) => {
		const answer = tape.answer('enrollment code');
		if ([404, 405].includes(answer.status)) return described(answer);
		return answer.status < 300 || leaveOpen(`the account may have none: ${described(answer)}`);
	}),
	'device-answers': apartFrom('removals', (tape) =>
		hasShape(
			accepted(tape.answer('enrollment code')),
			z.object({ code: z.union([z.string(), z.number()]) }),
		),
	),
});
