// Declares operations that call one endpoint, at the address that their locators complete.

import type { IDataObject, INodeProperties } from 'n8n-workflow';
import { locatorValue } from '../input/locators';
import { checkSwitches } from '../input/values';
import type { ExecuteCall } from '../transport/call';
import type { ServicePath } from '../transport/endpoints';
import type { RequestContent } from '../transport/exchange';
import { withId, type Expected } from '../transport/expected';
import type { FormFields } from '../transport/form';
import { read, write } from '../transport/request';
import type { Write } from '../transport/writes';
import { jsonItems, type OutputItem } from './itemResult';
import type { Declared, ReadOperation, Texts, WriteOperation } from './operation';
import type { Note } from './sending/note';

interface PlainRead extends Texts, Pick<Declared, 'line'> {
	/** The answer that is expected, by the ids; by default the resource that the first id stands for. */
	expected?: (...ids: string[]) => Expected;
	/** Fields of the panel that only `give` reads. */
	fields?: readonly INodeProperties[];
	/** Makes the output from the answer; unless given, the answer is the output. */
	give?: Give<IDataObject | IDataObject[]>;
}

export interface PlainWrite extends Texts, Pick<Declared, 'asked' | 'options'> {
	/** For what reaches people and cannot be looked for: `sendOnce`, which makes the request. */
	sends?: (
		call: ExecuteCall,
		note: Note,
		path: ServicePath,
		content: RequestContent,
		send: () => Promise<IDataObject>,
	) => Promise<IDataObject>;
	/** Fields of the panel that `body` reads. */
	fields?: readonly INodeProperties[];
	/** Validates what is sent besides the ids; gives what makes it when the item's turn has come. */
	body?: (call: ExecuteCall, item: number) => () => Promise<RequestContent>;
	/** Asks the service whether the change may be made, before anything is changed. */
	check?: (call: ExecuteCall, ids: string[], item: number) => Promise<void>;
	give?: Give<IDataObject>;
}

/** Makes the output from an answer, the ids of the locators and the fields that were sent. */
type Give<Answer> = (given: {
	call: ExecuteCall;
	item: number;
	answer: Answer;
	ids: string[];
	sent: FormFields;
}) => OutputItem[];

const asItems: Give<IDataObject | IDataObject[]> = ({ answer }) => jsonItems(answer);

const lowerCase = (text: string) => text.toLowerCase();

/** An operation that reads one endpoint. */
export function plainRead(
	path: (...ids: string[]) => ServicePath,
	locators: readonly INodeProperties[],
	{ fields = [], give = asItems, ...plain }: PlainRead,
): ReadOperation {
	// E.g. "the certified SMS".
	const what = `the ${locators[0]?.displayName.replace(/[A-Z](?=[a-z])/g, lowerCase)}`;
	const { expected = (id) => withId(what, id), ...texts } = plain;
	return {
		...texts,
		endpoint: endpointOf('GET', path(...namesOf(locators))),
		reads: true,
		fields: [...locators, ...fields],
		async run(call, item) {
			const ids = locators.map((locator) => locatorValue(call, locator, item));
			const answer = await read(call, path(...ids), { expected: expected(...ids) });
			return give({ call, item, answer, ids, sent: {} });
		},
	};
}

const noBody = async (): Promise<RequestContent> => ({ fields: {} });

/** An operation that calls one endpoint which changes something. `plainForm` declares one with fields to fill in. */
export function plainWrite(
	writeOf: (...ids: string[]) => Write,
	locators: readonly INodeProperties[],
	{ fields = [], sends, body = () => noBody, check, give = asItems, ...rest }: PlainWrite,
): WriteOperation {
	const { method, path, deed } = writeOf(...namesOf(locators));
	return {
		...rest,
		endpoint: endpointOf(method, path),
		deed,
		...(sends && { sends: true }),
		fields: [...locators, ...fields],
		async prepare(call, item) {
			const ids = locators.map((locator) => locatorValue(call, locator, item));
			const makeBody = body(call, item);
			checkSwitches(call, rest.options ?? [], item);
			return async (note) => {
				await check?.(call, ids, item);
				const content = await makeBody();
				const request = writeOf(...ids);
				const send = async () => await write(call, request, content);
				const answer = sends ? await sends(call, note, request.path, content, send) : await send();
				note.answer = answer;
				return give({ call, item, answer, ids, sent: content.fields ?? {} });
			};
		},
	};
}

/** E.g. `{signatureId}`. */
const namesOf = (locators: readonly INodeProperties[]) => locators.map(({ name }) => `{${name}}`);

const endpointOf = (method: string, path: ServicePath) => `${method} ${decodeURIComponent(path)}`;
