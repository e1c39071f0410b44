// Lines of code in which the lint rule for n8n's context must find something or nothing.

// What the rule finds (`found` at the end of the line), and what it leaves alone.
import {
	NodeApiError,
	type IContextObject,
	type ICredentialTestFunctions,
	type IDataObject,
	type IExecuteFunctions,
	type IHookFunctions,
	type ILoadOptionsFunctions,
	type INodeExecutionData,
	type IPollFunctions,
	type ITriggerFunctions,
	type IWebhookFunctions,
	type JsonObject,
} from 'n8n-workflow';
import { z } from 'zod';

type Some = IExecuteFunctions | IHookFunctions | IPollFunctions | IWebhookFunctions;

class Call<Context extends Some = Some> {
	constructor(readonly n8n: Context) {}
}

interface More {
	getNode: IExecuteFunctions['getNode'];
	workflow?: unknown;
}

interface Fewer {
	getNode: IExecuteFunctions['getNode'];
}

const contextSchema = z.object({ workflow: z.unknown() });

const named = (n8n: Fewer) => n8n.getNode().name;
const nodesOf = (n8n: More) => n8n.workflow;
const anyOf = (value: unknown) => value;
const itself = <Context extends Some>(n8n: Context): Context => n8n;

export async function asserted(call: Call<IExecuteFunctions>, test: ICredentialTestFunctions) {
	const moved = call.n8n;
	return [
		moved as unknown as More, // found
		call.n8n as More, // found
		(call.n8n as Some).getNode(), // found
		test.helpers as unknown as More, // found
		call.n8n.helpers as object, // found
		call.n8n.getWorkflowStaticData('global') as { mine: string }, // found
		(await call.n8n.getCredentials('signaturitApi')) as { token: string }, // found
		(call.n8n.getInputData()[0] ?? {}) as INodeExecutionData & { hidden: string }, // found
		call.n8n.getExecuteData().source?.main as unknown[], // found
		call.n8n.getNode as () => never, // found
	];
}

export function assertedLater(
	n8n: IHookFunctions | ITriggerFunctions,
	load: ILoadOptionsFunctions,
) {
	const data = n8n.getWorkflowStaticData('node');
	const parameter = load.getCurrentNodeParameter('name');
	return [data as { mine: string }, parameter as string]; // found
}

export function generic<Context extends Some>(call: Call<Context>) {
	const { n8n } = call;
	return n8n as unknown as More; // found
}

export function widened(call: Call<IWebhookFunctions>) {
	const { n8n } = call;
	const more: More = n8n; // found
	let later: More = { getNode: () => n8n.getNode() };
	later = n8n; // found
	nodesOf(n8n); // found
	const inside: { more: More } = { more: call.n8n }; // found
	anyOf(n8n); // found
	contextSchema.safeParse(call.n8n); // found
	Reflect.get(n8n, 'workflow'); // found
	const unseen: object = n8n; // found
	return [more, later, inside, unseen];
}

export const returned = (n8n: IPollFunctions): More => n8n; // found

export function copied(n8n: IExecuteFunctions) {
	return [
		Object.create(n8n, {}) as object, // found
		new Proxy(n8n, {}), // found
		{ ...n8n }, // found
		Object.assign(n8n, { mine: 1 }), // found
	];
}

export function untyped(n8n: IExecuteFunctions) {
	const { evaluateExpression } = n8n; // found
	n8n.getWorkflowDataProxy(0); // found
	n8n['getWorkflowDataProxy'](0); // found
	return evaluateExpression('{{ 1 }}', 0);
}

export const sought = (n8n: IExecuteFunctions) => 'workflow' in n8n; // found

export function leftAlone(call: Call<IExecuteFunctions>, error: unknown, answer: IDataObject) {
	const { n8n } = call;
	const same: IExecuteFunctions = n8n;
	const wider: Some = n8n;
	const fewer: Fewer = n8n;
	const context: IContextObject = n8n.getContext('node');
	const canStop = 'getExecutionCancelSignal' in n8n;
	return [
		same,
		wider,
		fewer,
		context,
		canStop,
		named(n8n),
		itself(n8n),
		new Call(n8n),
		n8n.getInputData().map(({ json }) => json.id),
		String(n8n.getNodeParameter('resource', 0)),
		new NodeApiError(n8n.getNode(), error as JsonObject),
		answer.documents as unknown[],
		['a'] as const,
	];
}
