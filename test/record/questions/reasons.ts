import { z } from 'zod';

import { apartFrom, leaveOpen, topic } from '../question';
import { declinedRequests } from './seen';

const reasoned = z.object({ decline_reason: z.string() });

/** Reasons (docs/service.md#reasons). */
export const reasons = topic('reasons', {
	'Answers tell why somebody declined, as `decline_reason` of the document or of its event, and why an email came back, as `reason` of its event.':
		apartFrom(
			'emails that come back',
			(tape) =>
				declinedRequests(tape).some(({ documents }) =>
					documents.some((document) =>
						[document, ...document.events].some((part) => reasoned.safeParse(part).success),
					),
				) || leaveOpen('no declined request tells a reason'),
		),
	'`decliner_email` may stand in the document instead.': (tape) =>
		declinedRequests(tape).some(({ documents }) =>
			documents.some((document) => document.decliner_email !== undefined),
		) || leaveOpen('no document of a declined request has it'),
});
