import axios from 'axios';
import { createServer } from 'node:http';
import { listening } from '../listening';
import { plainError } from './plainError';

/** What axios throws when the server resets the connection. */
async function axiosError(): Promise<Error> {
	const server = createServer(({ socket }) => socket.resetAndDestroy());
	const { url, close } = await listening(server);
	try {
		await axios.get(url, { proxy: false });
		throw new Error('The server has answered');
	} catch (error) {
		return error as Error;
	} finally {
		await close();
	}
}

it("takes what has a circle from axios's error, and keeps what people read", async () => {
	const error = await axiosError();
	expect(() => JSON.stringify({ ...error })).toThrow('circular');
	const plain = plainError(error) as Error;
	expect(() => JSON.stringify({ ...plain })).not.toThrow();
	const shown = ({ name, message, stack, cause }: Error) => ({
		name,
		message,
		stack,
		cause: String(cause),
	});
	expect(shown(plain)).toEqual(shown(error));
});

it.each([new Error('no'), Object.assign(new Error('no'), { matcherResult: 1 }), 'text', undefined])(
	'leaves %s as it is',
	(thrown) => {
		expect(plainError(thrown)).toBe(thrown);
	},
);
