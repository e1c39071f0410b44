import type { Answer } from '../../../nodes/Signaturit/transport/exchange';
import { noError } from '../../../nodes/Signaturit/transport/expected';
import {
	problemOfLostWrite,
	problemOfWrite,
	unknownProblem,
	writes,
	type Write,
} from '../../../nodes/Signaturit/transport/writes';

const answered = (statusCode: number, body: unknown, headers = {}): [Answer, unknown] => [
	{ statusCode, headers, text: body === undefined ? '' : JSON.stringify(body) },
	body,
];

const write: Write = {
	method: 'PATCH',
	path: '/v3/signatures/1/cancel.json',
	done: noError,
	deed: 'it was done',
	advice: 'Look.',
	repeat: 'once',
};

describe('problemOfWrite', () => {
	it('takes an answer for complete that does not say where it ends, unless it is empty', () => {
		expect(problemOfWrite(write, ...answered(200, { id: '1' }))).toBeUndefined();
		expect(problemOfWrite(write, ...answered(299, undefined))).toEqual({
			verdict: 'unknown',
			message: 'It is unknown whether it was done. Look.',
			description:
				'Signaturit did not answer with a confirmation. The answer is empty, and does not say where it ends.',
		});
	});

	it('says what is wrong with the answer before that it may be cut off', () => {
		expect(problemOfWrite(writes.createContact(), ...answered(200, undefined))?.description).toBe(
			'Signaturit did not answer with the contact. The answer has no ID.',
		);
	});

	it("gives a refusal in the service's words, with the panel's names of the fields", () => {
		const body = { message: 'Invalid color', error_details: ['color: must be a color'] };
		const names = { color: 'Layout Color' };
		expect(problemOfWrite(write, ...answered(400, body), names)).toEqual({
			verdict: 'refused',
			httpCode: '400',
			message: 'Layout Color must be a color',
			description: 'Signaturit said: Invalid color\ncolor: must be a color',
		});
	});

	it('names the ID of the request that was not found', () => {
		expect(problemOfWrite(write, ...answered(404, undefined))).toMatchObject({
			verdict: 'refused',
			message: 'There is no "1" in this account',
		});
	});

	it('puts all that the service said into the description when it is unknown', () => {
		const body = { message: 'Disk full', errors: ['a.pdf', 'b.pdf'] };
		expect(problemOfWrite(write, ...answered(500, body))).toEqual({
			verdict: 'unknown',
			httpCode: '500',
			message: 'It is unknown whether it was done. Look.',
			description: 'Disk full\na.pdf\nb.pdf',
		});
	});

	it('says where a redirect leads', () => {
		const answer = answered(302, undefined, { location: 'https://login.example/sso' });
		expect(problemOfWrite(write, ...answer)?.description).toBe(
			"Signaturit's address redirects to https://login.example/sso (HTTP 302)\nCheck the environment in the credential, and the Base URL if it is Custom.",
		);
	});
});

describe('problemOfLostWrite', () => {
	it.each([
		['ANSWER_TIMED_OUT', 'No answer arrived in time. The option Timeout gives more time.'],
		['ECONNRESET', 'The connection broke off before the answer was complete (ECONNRESET).'],
		[undefined, 'The connection broke off before the answer was complete.'],
	])('after %s says that it is unknown whether it was done', (code, description) => {
		expect(problemOfLostWrite(write, code)).toEqual({
			verdict: 'unknown',
			message: 'It is unknown whether it was done. Look.',
			description,
		});
	});

	it('says that it was refused when nothing was sent', () => {
		expect(problemOfLostWrite(write, 'ECONNREFUSED')).toEqual({
			verdict: 'refused',
			message: 'Signaturit cannot be reached',
			description:
				'Nothing was sent (ECONNREFUSED). Check the network and, for a custom environment, the Base URL in the credential.',
		});
	});
});

describe('unknownProblem', () => {
	it('leaves out what has no words, and has no status when no answer came', () => {
		expect(unknownProblem(write, ['One', undefined, '', 'Two'])).toEqual({
			verdict: 'unknown',
			message: 'It is unknown whether it was done. Look.',
			description: 'One\nTwo',
		});
		expect(unknownProblem(write, 'One', 502)).toMatchObject({
			description: 'One',
			httpCode: '502',
		});
	});
});
