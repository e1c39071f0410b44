import { z } from 'zod';

import { apartFrom, leaveOpen, questionsOf } from '../question';
import { declinedRequests } from './seen';

const reasoned = z.object({ decline_reason: z.string() });

/** Reasons (docs/service.md#reasons). */
export const reasons = questionsOf({
	'reasons-in-answers': apartFrom(
		'emails that come back',
		(tape) =>
			declinedRequests(tape).some(({ documents }) =>
				documents.some((document) =>
					[document, ...document.events].some((part) => reasoned.safeParse(part).success),
				),
			) || leaveOpen('no declined request tells a reason'),
	),
	'reasons-decliner-in-document': (tape) =>
		declinedRequests(tape).some(({ documents }) =>
			documents.some((document) => document.decliner_email !== undefined),
		) || leaveOpen('no document of a declined request has it'),
});
