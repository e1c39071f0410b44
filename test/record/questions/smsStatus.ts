import { z } from 'zod';

import { every, hasShape, hasStatus, questionsOf } from '../question';
import { ifAny } from '../wire';

const status = z.object({ sms_status: z.string(), phone_number: z.string() });

/** The status of an SMS (docs/service.md#sms-status). */
export const smsStatus = questionsOf({
	'sms-status-get': (tape) => hasShape(tape.answer('SMS status of a document'), status),
	'sms-status-words': (tape) =>
		every(
			['SMS status of a document', 'status of sms']
				.map((name) => status.safeParse(ifAny(() => tape.answer(name))?.body).data)
				.flatMap((found) => found?.sms_status ?? []),
			'status of an SMS',
			(word) => ['processed', 'delivered'].includes(word),
			(word) => `the status ${word}`,
		),
	'sms-status-without-sms': (tape) => hasStatus(tape.answer('SMS status without an SMS'), 404),
	'sms-status-certified': (tape) => hasShape(tape.answer('status of sms'), status),
});
