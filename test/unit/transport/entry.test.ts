import { NodeOperationError, type IExecuteFunctions, type INode } from 'n8n-workflow';
import { enter } from '../../../nodes/Signaturit/transport/entry';

const node = { name: 'Signaturit', parameters: { text: 'a-long-token' } } as unknown as INode;

/** What an entry throws in place of this, when its credential has that access token. */
const thrownFor = async (error: unknown, accessToken = 'a-long-token') => {
	const n8n = { getCredentials: async () => ({ accessToken }) } as unknown as IExecuteFunctions;
	const thrown = enter(n8n, () => {
		throw error;
	});
	return await thrown.catch((caught: unknown) => caught as NodeOperationError);
};

describe('what an entry throws', () => {
	it('has no access token in any text, and is the same error', async () => {
		const cause = Object.assign(new TypeError('no a-long-token'), {
			config: { headers: [{ authorization: 'Bearer a-long-token' }], itself: {} },
		});
		cause.config.itself = cause.config;
		const error = new NodeOperationError(node, cause, { description: 'why a-long-token' });
		error.cause = cause;
		error.context.data = { token: 'a-long-token' };
		error.messages = ['was a-long-token'];
		const thrown = await thrownFor(error);
		expect(thrown).toBe(error);
		expect(thrown.message).toBe('no [access token]');
		expect(thrown.stack).toContain('no [access token]');
		const { description, messages, context, cause: causeNow, node: its } = thrown;
		expect({ description, messages, data: context.data }).toEqual({
			description: 'why [access token]',
			messages: ['was [access token]'],
			data: { token: '[access token]' },
		});
		expect(causeNow).toMatchObject({
			message: 'no [access token]',
			config: { headers: [{ authorization: 'Bearer [access token]' }] },
		});
		// It is a copy of the node as its user has made it.
		expect(its).toBe(node);
	});

	it('is what was thrown, also if that is no error, or nothing reads the credential', async () => {
		expect(await thrownFor('no a-long-token')).toBe('no [access token]');
		expect(await thrownFor(undefined)).toBeUndefined();
		const n8n = { getCredentials: async () => await Promise.reject(new Error('none')) };
		const failing = enter(n8n as unknown as IExecuteFunctions, () => {
			throw new Error('words');
		});
		await expect(failing).rejects.toThrow('words');
	});
});

describe('an error that n8n draws', () => {
	it('is plain text for others, and for its panel HTML with line ends and no other tag from outside', async () => {
		const description = '• <b>Ada</b> & Ben\n• &lt; <img src=x onerror=alert(1)>\n%%PARAMETER%%%%';
		const error = await thrownFor(new NodeOperationError(node, 'A <b>', { description }));
		expect(error).toMatchObject({ message: 'A <b>', description });
		const template = String(error.context.descriptionTemplate);
		expect(template).toBe(
			'• &lt;b&gt;Ada&lt;/b&gt; &amp; Ben<br>• &amp;lt; &lt;img src=x onerror=alert(1)&gt;<br>&#37;%PARAMETER&#37;%&#37;%',
		);
		// n8n puts the name of a parameter there.
		expect(template).not.toContain('%%PARAMETER%%');
	});

	it('is drawn without the access token, also where HTML writes it in another way', async () => {
		const description = 'The key a<long>token& is blocked';
		const error = new NodeOperationError(node, 'Words', { description });
		const { context } = await thrownFor(error, 'a<long>token&');
		expect(context.descriptionTemplate).toBe('The key [access token] is blocked');
	});

	it('is drawn without a description if it had none, and is itself if it is no error of a node', async () => {
		const plain = await thrownFor(new NodeOperationError(node, 'Words'));
		expect(plain.description).toBeUndefined();
		expect(plain.context).not.toHaveProperty('descriptionTemplate');
		const other = new TypeError('a < b');
		expect(await thrownFor(other)).toBe(other);
	});
});
