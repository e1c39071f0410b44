import { UserError } from 'n8n-workflow';
import type { RequestContent } from '../../transport/exchange';
import type { ExecuteCall } from '../../transport/call';
import { HOUR } from '../../transport/deadline';
import { verdictOf } from '../../transport/errors/errors';
import { lastLook } from './look';
import type { Note } from './note';
import { reserveSending } from './reservation';

/**
 * Sends something that cannot be looked for. In a tool, a call that equals one of the last hour sends nothing.
 *
 * @param name the path of the write, which says what is sent, and about what
 * @param request the request without the values that the nodes add
 * @throws UserError when the tool must not send it
 */
export async function sendOnce<Answer>(
	call: ExecuteCall,
	{ known: { rules } }: Note,
	name: string,
	request: RequestContent,
	send: () => Promise<Answer>,
): Promise<Answer> {
	if (!rules) return await send();
	const takeBack = rules.admit(request);
	const identity = rules.identify(request);
	const release =
		identity !== undefined &&
		(await reserveSending(call, `${name} ${identity}`, HOUR - lastLook(), 0));
	if (release === undefined) {
		takeBack();
		throw new UserError('The same was sent less than an hour ago, or may have been', {
			description:
				'Nothing was sent again. Do not call again: tell the user. To send another one, change what is sent.',
		});
	}
	return await send().catch(async (error: unknown) => {
		if (verdictOf(error) !== 'unknown') {
			takeBack();
			if (release) await release();
		}
		throw error;
	});
}
