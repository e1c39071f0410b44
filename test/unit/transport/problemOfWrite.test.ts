import { noError } from '../../../nodes/Signaturit/transport/expected';
import {
	problemOfLostWrite,
	problemOfWrite,
	unknownProblem,
	writes,
	type Write,
} from '../../../nodes/Signaturit/transport/writes';
import { problemOf } from './answered';

const write: Write = {
	method: 'PATCH',
	path: '/v3/signatures/1/cancel.json',
	done: noError,
	deed: 'it was done',
	advice: 'Look.',
	remedy: 'model',
	repeat: 'once',
};
const { advice, remedy } = write;

describe('problemOfWrite', () => {
	const endless = { statusCode: 299, headers: {}, text: '' };

	it('takes an answer for complete that does not say where it ends, unless it is empty', () => {
		expect(problemOfWrite(write, endless, { id: '1' })).toBeUndefined();
		expect(problemOfWrite(write, endless, undefined)).toEqual({
			verdict: 'unknown',
			advice,
			remedy,
			message: 'It is unknown whether it was done',
			advisesFirst: true,
			description:
				'Signaturit did not answer with a confirmation. The answer is empty, and does not say where it ends.',
		});
	});

	it('says what is wrong with the answer before that it may be cut off', () => {
		expect(problemOfWrite(writes.createContact(), endless, undefined)?.description).toBe(
			'Signaturit did not answer with the contact. The answer has no ID.',
		);
	});

	it("gives a refusal in the service's words, with the panel's names of the fields", () => {
		const body = { message: 'Invalid color', error_details: ['color: must be a color'] };
		const answer = { statusCode: 400, headers: {}, text: JSON.stringify(body) };
		expect(problemOfWrite(write, answer, body, { color: 'Layout Color' })).toEqual({
			verdict: 'refused',
			httpCode: '400',
			message: 'Layout Color must be a color',
			description: 'Signaturit said: Invalid color\ncolor: must be a color',
			remedy: 'model',
			quotes: true,
			elsewhere: true,
		});
	});

	it('names the ID of the request that was not found', () => {
		expect(problemOf(write, 404, '')).toMatchObject({
			verdict: 'refused',
			message: 'There is no "1" in this account',
		});
	});

	it('puts all that the service said into the description when it is unknown', () => {
		expect(problemOf(write, 500, { message: 'Disk full', errors: ['a.pdf', 'b.pdf'] })).toEqual({
			verdict: 'unknown',
			advice: [advice],
			remedy,
			httpCode: '500',
			message: 'It is unknown whether it was done',
			advisesFirst: true,
			description: 'Disk full\na.pdf\nb.pdf',
		});
	});

	it('says where a redirect leads', () => {
		const location = 'https://login.example/sso';
		expect(problemOf(write, 302, '', { location })).toMatchObject({
			description: "Signaturit's address redirects to https://login.example/sso (HTTP 302)",
			advice: [
				advice,
				'Check the environment in the credential, and the Base URL if it is Custom.',
			],
		});
	});
});

describe('problemOfLostWrite', () => {
	it.each([
		['ECONNRESET', 'The connection broke off before the answer was complete (ECONNRESET).'],
		[undefined, 'The connection broke off before the answer was complete.'],
	])('after %s says that it is unknown whether it was done', (code, description) => {
		expect(problemOfLostWrite(write, code)).toEqual({
			verdict: 'unknown',
			advice,
			remedy,
			message: 'It is unknown whether it was done',
			advisesFirst: true,
			description,
		});
	});

	it('says that it is unknown after some time, which an option makes longer', () => {
		expect(problemOfLostWrite(write, 'ANSWER_TIMED_OUT')).toMatchObject({
			verdict: 'unknown',
			description: 'No answer arrived in time.',
			advice: [advice, 'The option Timeout gives more time.'],
		});
	});

	it('says that it was refused when nothing was sent', () => {
		expect(problemOfLostWrite(write, 'ECONNREFUSED')).toEqual({
			verdict: 'refused',
			message: 'Signaturit cannot be reached',
			description: 'The connection failed with ECONNREFUSED.',
			advice: 'Check the network and, for a custom environment, the Base URL in the credential.',
			remedy: 'later',
			unsent: true,
		});
	});
});

describe('unknownProblem', () => {
	it('leaves out what has no words, and has no status when no answer came', () => {
		expect(unknownProblem(write, ['One', undefined, '', 'Two'])).toEqual({
			verdict: 'unknown',
			advice,
			remedy,
			message: 'It is unknown whether it was done',
			advisesFirst: true,
			description: 'One\nTwo',
		});
		expect(unknownProblem(write, 'One', 502)).toMatchObject({
			description: 'One',
			httpCode: '502',
		});
	});
});
