import type { IDataObject, IExecuteFunctions, INodeProperties } from 'n8n-workflow';
import { z } from 'zod';
import { locatorValue } from '../input/locators';
import { filledText, text, validated, type FieldSchema } from '../input/schemas';
import type { ServicePath } from '../transport/endpoints';
import type { Expected } from '../transport/expected';
import type { FormFields, FormValue } from '../transport/form';
import { read, write } from '../transport/request';
import type { Write } from '../transport/writes';
import type { Operation } from './operation';
import { jsonItems, simplifiedItems, type OutputItem } from './outputItem';

/** A field of the panel whose value is sent under its name. */
export interface FormEntry {
	property: INodeProperties;
	schema: FieldSchema<FormValue>;
}

/**
 * The output of an operation.
 *
 * @param sent the ids of what it is about, and the form
 */
type Output = (
	this: IExecuteFunctions,
	answer: IDataObject | IDataObject[],
	item: number,
	sent: IDataObject,
) => OutputItem[];

/** An operation that makes one request for each item. */
interface Plain<Request> extends Pick<Operation, 'name' | 'action' | 'description' | 'options'> {
	/** The locators of what it is about. */
	ids: INodeProperties[];
	/** @param ids in the order of the locators */
	request: (...ids: string[]) => Request;
	/** By default the answer, with the ids before it. */
	output?: Output;
}

interface PlainRead extends Plain<{ path: ServicePath; expected?: Expected }> {
	/** Fields of the panel besides the locators. */
	fields?: INodeProperties[];
}

interface PlainWrite extends Plain<Write> {
	form?: FormEntry[];
}

/** Declares an operation that reads one thing. */
export function plainRead({
	ids,
	fields = [],
	request,
	output = withIds,
	...texts
}: PlainRead): Operation {
	return {
		...texts,
		endpoint: endpointOf('GET', request(...placeholdersOf(ids)).path),
		reads: true,
		fields: [...ids, ...fields],
		async run(item) {
			const sent = idsOf.call(this, ids, item);
			const { path, expected } = request(...Object.values(sent));
			const answer = await read.call(this, path, {}, { expected });
			return output.call(this, answer, item, sent);
		},
	};
}

/** Declares an operation that changes one thing. */
export function plainWrite({
	ids,
	form = [],
	request,
	output = withIds,
	...texts
}: PlainWrite): Operation {
	const { method, path } = request(...placeholdersOf(ids));
	return {
		...texts,
		endpoint: endpointOf(method, path),
		fields: [...ids, ...form.map(({ property }) => property)],
		async run(item) {
			const known = idsOf.call(this, ids, item);
			const fields = formOf.call(this, form, item);
			const content = form.length > 0 ? { fields } : {};
			const answer = await write.call(this, request(...Object.values(known)), content);
			return output.call(this, answer, item, { ...known, ...fields });
		},
	};
}

/** A text field whose value is sent under its name; unless it is required, it may be empty. */
export function textEntry(
	property: Pick<
		INodeProperties,
		'displayName' | 'name' | 'required' | 'placeholder' | 'description'
	>,
	schema: FieldSchema<FormValue> = (property.required ? filledText : text)(property.displayName),
): FormEntry {
	return { property: { type: 'string', default: '', ...property }, schema };
}

/** An output that is simplified when the field or option Simplify is on. */
export const simplifiedBy = (simplified: (delivery: IDataObject) => IDataObject): Output =>
	function (answer, item) {
		return simplifiedItems.call(this, answer, simplified, item);
	};

/** An output of the ids and these values, for an answer that says nothing. */
export const idsAnd = (values: IDataObject): Output =>
	function (_, __, sent) {
		return [{ json: { ...sent, ...values } }];
	};

function withIds(
	this: IExecuteFunctions,
	answer: IDataObject | IDataObject[],
	_: number,
	sent: IDataObject,
): OutputItem[] {
	return jsonItems(answer).map(({ json }) => ({ json: { ...sent, ...json } }));
}

/** E.g. `{signatureId}`. */
const placeholdersOf = (ids: INodeProperties[]) => ids.map(({ name }) => `{${name}}`);

/** E.g. `GET /v3/signatures/{signatureId}.json`. */
const endpointOf = (method: string, path: ServicePath) => `${method} ${decodeURIComponent(path)}`;

function idsOf(
	this: IExecuteFunctions,
	ids: INodeProperties[],
	item: number,
): Record<string, string> {
	return Object.fromEntries(ids.map((id) => [id.name, locatorValue.call(this, id, item)]));
}

/** @throws UserError that names every fault at once */
function formOf(this: IExecuteFunctions, form: FormEntry[], item: number): FormFields {
	const shape = Object.fromEntries(form.map(({ property, schema }) => [property.name, schema]));
	const entered = form.map(({ property: { name } }) => [name, this.getNodeParameter(name, item)]);
	return validated(z.object(shape), Object.fromEntries(entered));
}
