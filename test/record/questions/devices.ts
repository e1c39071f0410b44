import { z } from 'zod';

import { accepted, apartFrom, described, hasShape, leaveOpen, topic } from '../question';

/** Devices (docs/service.md#devices). The code itself is on no tape. */
export const devices = topic('devices', {
	'`GET /v3/account/enrollment-code` answers the code with which a device is enrolled. Its form is not described, so it is given out as it is.':
		apartFrom('what it is good for', (tape) => {
			const answer = tape.answer('enrollment code');
			if ([404, 405].includes(answer.status)) return described(answer);
			return answer.status < 300 || leaveOpen(`the account may have none: ${described(answer)}`);
		}),
	'The code is in `code`, and a removal answers 204, whatever the ID.': apartFrom(
		'removals',
		(tape) =>
			hasShape(
				accepted(tape.answer('enrollment code')),
				z.object({ code: z.union([z.string(), z.number()]) }),
			),
	),
});
