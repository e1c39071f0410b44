import type {
	ICredentialDataDecryptedObject,
	IExecuteFunctions,
	IWebhookFunctions,
} from 'n8n-workflow';
import { CREDENTIAL } from '../transport/endpoints';

const runs = new WeakMap<IExecuteFunctions, IExecuteFunctions>();

/**
 * The context in which an operation works on one item: its credential is that of the item, for an expression in it
 * may differ from item to item. n8n decrypts it once for each item.
 *
 * @param onCredential called with the credential when it is read first
 */
export function itemContext(
	this: IExecuteFunctions,
	item: number,
	onCredential: (credential: ICredentialDataDecryptedObject) => void = () => undefined,
): IExecuteFunctions {
	let reading: Promise<ICredentialDataDecryptedObject> | undefined;
	const readOnce = async () => {
		const credential = await this.getCredentials(CREDENTIAL, item);
		onCredential(credential);
		return credential;
	};
	const getCredentials = async () => await (reading ??= readOnce());
	const context = Object.create(this, {
		getCredentials: { value: getCredentials },
	}) as IExecuteFunctions;
	runs.set(context, this);
	return context;
}

/** What n8n's contexts have and its types do not tell. */
interface WithItems {
	executeData?: unknown;
	connectionInputData?: unknown;
	_getCredentials?: (
		type: string,
		executeData: unknown,
		input: unknown,
		item: number,
	) => Promise<ICredentialDataDecryptedObject>;
}

/** As `itemContext`, for the webhook of a node that waits. n8n's `getCredentials` knows no items there. */
export function waitingItemContext(this: IWebhookFunctions, item: number): IWebhookFunctions {
	const getCredentials = async () => {
		const { executeData, connectionInputData: input } = this as WithItems;
		const ofItem = (this as WithItems)._getCredentials?.(CREDENTIAL, executeData, input, item);
		return (await ofItem) ?? (await this.getCredentials(CREDENTIAL));
	};
	return Object.create(this, { getCredentials: { value: getCredentials } }) as IWebhookFunctions;
}

const madeInRuns = new WeakMap<IExecuteFunctions, Map<string, unknown>>();

/** What `make` gives, made once for all items of a run of the node. */
export function onceInRun<Made>(context: IExecuteFunctions, key: string, make: () => Made): Made {
	const run = runs.get(context) ?? context;
	const made = madeInRuns.get(run) ?? new Map<string, unknown>();
	madeInRuns.set(run, made);
	if (!made.has(key)) made.set(key, make());
	return made.get(key) as Made;
}

const hintsOf = (context: IExecuteFunctions) =>
	onceInRun(context, 'hints', () => ({ warning: new Set<string>(), info: new Set<string>() }));

/** Gives hints in whole sentences, each once for all items of a run of the node. `showHints` shows them in the end. */
export function hintOnce(this: IExecuteFunctions, type: 'info' | 'warning', ...messages: string[]) {
	for (const message of messages) hintsOf(this)[type].add(message);
}

/** Shows the hints of a run above the output: each warning in a box of its own, all else in one. */
export function showHints(this: IExecuteFunctions): void {
	const { warning, info } = hintsOf(this);
	const location = 'outputPane';
	for (const message of warning) this.addExecutionHints({ message, type: 'warning', location });
	const told = [...info].join(' ');
	if (told) this.addExecutionHints({ message: told, type: 'info', location });
}
