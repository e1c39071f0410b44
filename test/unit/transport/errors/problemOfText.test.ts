import { problemOfText } from '../../../../nodes/Signaturit/transport/errors/problem';

const problem = (text: string) => problemOfText('/v3/files/1', text, 'PDF');

describe('a text that comes instead of a file', () => {
	it('is told in its words, without a status that it does not have', () => {
		expect(problem('{"message":"Document not ready","error_details":["a","b"]}')).toEqual({
			message: 'Document not ready',
			description: 'a\nb',
		});
	});

	it('is told with the status that it has', () => {
		expect(problem('{"status_code":404,"message":"Document not found"}')).toMatchObject({
			message: 'Document not found',
			httpCode: '404',
		});
	});

	it('is told by the status that it has alone, with the ids of the address', () => {
		const path = '/v3/signatures/s1/documents/d1/download/signed';
		expect(problemOfText(path, '{"status_code":404}', 'PDF')).toEqual({
			httpCode: '404',
			message: 'Signaturit has no such file',
			description:
				'Either it is not there yet, or "s1" or "d1" is not in this account. ' +
				'Check the spelling, and the environment in the credential: sandbox and production are separate.',
		});
	});

	it.each([
		[299, undefined],
		[300, '300'],
	])('is told with its status %d only if that is no success', (status, httpCode) => {
		expect(problem(`{"status_code":${status}}`).httpCode).toBe(httpCode);
	});

	it.each(['', '{}', '[]', '{"id":"s1"}', '<html>Log in</html>', '{"message":"cut'])(
		'is called something other than a file when it is %j',
		(text) => {
			expect(problem(text).message).toBe(
				"Signaturit's address answered with something other than a PDF file",
			);
			expect(problem(text).httpCode).toBeUndefined();
		},
	);
});
