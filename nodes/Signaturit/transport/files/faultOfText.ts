import { jsonOf } from '../answer';
import type { ServicePath } from '../endpoints';
import { faultOfAnswer, faultOfContent, type Fault } from '../fault';
import { statusOf } from '../verdict';
import { wordsOf } from '../words';
import type { FileFormat } from './fileFormat';

/**
 * The fault of a text that came as a success instead of a file: in the service's words, if it has any.
 *
 * @param path the endpoint
 * @param text the text, or its beginning; empty if it is unknown
 */
export function faultOfText(path: ServicePath, text: string, { name }: FileFormat): Fault {
	const status = statusOf({ statusCode: 200 }, jsonOf(text));
	if (status >= 300) return faultOfAnswer(status, text, { path });

	if (!wordsOf(text)) return faultOfContent(`a ${name} file`);
	const { message, description } = faultOfAnswer(400, text, { path });
	return { message, description };
}
