import { NodeOperationError, type INode } from 'n8n-workflow';
import { drawingErrors } from '../../../../nodes/Signaturit/transport/errors/errors';

const node: INode = {
	id: '1',
	name: 'Signaturit',
	type: 'signaturit',
	typeVersion: 1,
	position: [0, 0],
	parameters: {},
};

const drawn = async (error: Error) => {
	const thrown = drawingErrors(async () => await Promise.reject(error));
	return await thrown.catch((caught: unknown) => caught as NodeOperationError);
};

describe('an error as n8n draws it', () => {
	it('has its line ends as tags, and nothing else from outside is one', async () => {
		const description = '• <b>Ada</b> & Ben\n• &lt; <img src=x onerror=alert(1)>';
		const error = await drawn(new NodeOperationError(node, 'A <b>', { description }));
		expect(error.description).toBe(
			'• &lt;b&gt;Ada&lt;/b&gt; &amp; Ben<br>• &amp;lt; &lt;img src=x onerror=alert(1)&gt;',
		);
		expect(error.message).toBe('A <b>');
	});

	it('has no description if it had none, and is itself if it is no error of a node', async () => {
		expect((await drawn(new NodeOperationError(node, 'Words'))).description).toBeUndefined();
		const other = new TypeError('a < b');
		expect(await drawn(other)).toBe(other);
	});
});
