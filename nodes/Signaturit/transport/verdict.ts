import { saysItsEnd, type Answer } from './answer';
import { TIMED_OUT } from './exchange';
import { faultBeforeSending, faultOfAnswer, isBeforeSending, type Fault } from './fault';
import { isDoubtful } from './statusTexts';
import { innerStatus } from './words';
import type { Write } from './writes';

/**
 * What is known of a request that writes and did not succeed: the service has refused it and done nothing,
 * or it is unknown whether it was done.
 */
export type Verdict = 'refused' | 'unknown';

/** A fault of a request that writes. */
export interface WriteFault extends Fault {
	verdict: Verdict;
}

/**
 * The status of an answer. A status inside the body counts when the answer itself looks like a success.
 *
 * @param body as `jsonOf` reads it
 */
export function statusOf({ statusCode }: Pick<Answer, 'statusCode'>, body: unknown): number {
	return statusCode < 300 ? (innerStatus(body) ?? statusCode) : statusCode;
}

/**
 * What is wrong after a request that writes has been answered; `undefined` if it is done.
 *
 * @param body as `jsonOf` reads it
 */
export function faultOfWrite(write: Write, answer: Answer, body: unknown): WriteFault | undefined {
	const status = statusOf(answer, body);
	if (status < 300) {
		const isCutOff = body === undefined && !saysItsEnd(answer);
		const flaw =
			write.done.flaw(body) ??
			(isCutOff ? 'The answer is empty, and does not say where it ends.' : undefined);
		const reason = `Signaturit did not answer with ${write.done.what}. ${flaw}`;
		return flaw === undefined ? undefined : unknownFault(write, reason, status);
	}
	const said = faultOfAnswer(status, answer.text, {
		path: write.path,
		location: String(answer.headers.location ?? ''),
		writes: true,
	});
	if (isDoubtful(status)) return unknownFault(write, [said.message, said.description], status);
	return { ...said, verdict: 'refused' };
}

/**
 * What is wrong after a request that writes was not answered.
 *
 * @param code of the connection's failure, `undefined` if it has none
 */
export function faultOfLostWrite(write: Write, code: string | undefined): WriteFault {
	if (isBeforeSending(code)) return { ...faultBeforeSending(code), verdict: 'refused' };
	if (code === TIMED_OUT) {
		return unknownFault(write, 'No answer arrived in time. The option Timeout gives more time.');
	}
	return unknownFault(
		write,
		`The connection broke off before the answer was complete${code ? ` (${code})` : ''}.`,
	);
}

/** The fault of a request that reads and has no answer when its time is over. */
export const readTimedOut: Fault = {
	message: 'Signaturit did not answer in time',
	description: 'Try again. The option Timeout gives more time.',
};

/** Says that it is unknown whether something was done, and what to do. */
export function unknownFault(
	{ deed, advice }: Write,
	reason: string | Array<string | undefined>,
	status?: number,
): WriteFault {
	return {
		message: `It is unknown whether ${deed}. ${advice}`,
		description: [reason].flat().filter(Boolean).join('\n'),
		...(status !== undefined && status >= 300 && { httpCode: String(status) }),
		verdict: 'unknown',
	};
}
