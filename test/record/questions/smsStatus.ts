import { z } from 'zod';

import { every, hasShape, hasStatus, topic } from '../question';
import { ifAny } from '../wire';

const status = z.object({ sms_status: z.string(), phone_number: z.string() });

/** The status of an SMS (docs/service.md#sms-status). */
export const smsStatus = topic('sms-status', {
	'`GET /v3/signatures/{id}/documents/{id}/sms_status.json` answers `sms_status` and `phone_number`.':
		(tape) => hasShape(tape.answer('SMS status of a document'), status),
	'`sms_status` is `processed` or `delivered`.': (tape) =>
		every(
			['SMS status of a document', 'status of sms']
				.map((name) => status.safeParse(ifAny(() => tape.answer(name))?.body).data)
				.flatMap((found) => found?.sms_status ?? []),
			'status of an SMS',
			(word) => ['processed', 'delivered'].includes(word),
			(word) => `the status ${word}`,
		),
	'A document without an SMS answers 404.': (tape) =>
		hasStatus(tape.answer('SMS status without an SMS'), 404),
	'`GET /v3/sms/{id}/certificates/{id}/sms_status.json` answers the same of a certified SMS.': (
		tape,
	) => hasShape(tape.answer('status of sms'), status),
});
