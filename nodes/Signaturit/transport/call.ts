// A call: one n8n function call with its context, credential, hints and log.

import type {
	ICredentialDataDecryptedObject,
	IExecuteFunctions,
	IHookFunctions,
	ILoadOptionsFunctions,
	INode,
	IPollFunctions,
	IWebhookFunctions,
} from 'n8n-workflow';
import { clockDifference } from './clock';
import { delays, pause } from './deadline';
import {
	accountOf,
	concealedIn,
	CREDENTIAL,
	readCredential,
	serviceAddressOf,
	serviceUrl,
	type SignaturitCredential,
	shownConcealer,
	tokenOf,
} from './credential';
import type { ServicePath } from './endpoints';
import { drawDescription } from '../n8n/errorView';

/** The contexts in which n8n calls a node. */
export type N8nContext =
	IExecuteFunctions | IHookFunctions | ILoadOptionsFunctions | IPollFunctions | IWebhookFunctions;

export type ExecuteCall = Call<IExecuteFunctions>;
export type HookCall = Call<IHookFunctions>;
export type PollCall = Call<IPollFunctions>;
export type WebhookCall = Call<IWebhookFunctions>;
/** The call of an execution, or of the webhook that starts or wakes one. */
export type ExecutionCall = Call<IExecuteFunctions | IWebhookFunctions>;

interface CallSettings {
	/** Reads the decrypted credential: by default that of the node, each time anew. */
	decrypted: () => Promise<ICredentialDataDecryptedObject>;
	/** How long a request waits for its answer, in milliseconds, without its content. */
	timeout: number;
	/** Aborted when someone stops the execution. Only executions have such a signal. */
	stop?: AbortSignal;
	/** The parameters that were read for an item so far, by their names (`parameter`). */
	parameters?: Map<string, unknown>;
}

/** The values that all items of a run of the node share. */
interface Run {
	hints: { warning: Set<string>; info: Set<string>; told: Set<string> };
	made: Map<string, unknown>;
	/** The access tokens that were read for it. */
	tokens: Set<string>;
}

/** A call of the node by n8n: n8n's context, and how requests are made in it. */
export class Call<Context extends N8nContext = N8nContext> implements CallSettings {
	readonly decrypted: CallSettings['decrypted'];
	readonly timeout: number;
	readonly stop?: AbortSignal;
	readonly parameters?: Map<string, unknown>;

	constructor(
		readonly n8n: Context,
		settings: Partial<CallSettings> = {},
		private readonly run: Run = {
			hints: { warning: new Set(), info: new Set(), told: new Set() },
			made: new Map(),
			tokens: new Set(),
		},
	) {
		const decrypted = settings.decrypted ?? (async () => await n8n.getCredentials(CREDENTIAL));
		this.decrypted = async () => {
			const credential = await decrypted();
			this.concealTokenOf(credential);
			return credential;
		};
		this.timeout = settings.timeout ?? delays.answer;
		this.stop = 'stop' in settings ? settings.stop : stopOf(n8n);
		this.parameters = settings.parameters;
	}

	/** The same call with other settings. It shares hints and the values of `once`. */
	with(changes: Partial<CallSettings>): Call<Context> {
		const { decrypted, timeout, stop, parameters } = this;
		const settings = { decrypted, timeout, stop, parameters, ...changes };
		return new Call(this.n8n, settings, this.run);
	}

	/** n8n copies the whole of it each time. */
	get node(): INode {
		return this.once('node', () => this.n8n.getNode());
	}

	/** The validated credential. Throws as `readCredential` does. */
	async credential(): Promise<SignaturitCredential> {
		return readCredential(await this.decrypted());
	}

	/** The account of the credential (`accountOf`); `undefined` if the credential cannot be read. */
	async account(): Promise<string | undefined> {
		return await this.credential()
			.then(accountOf)
			.catch(() => undefined);
	}

	/** `clockDifference` for the service; `undefined` until the service was read. */
	async clockDifference(): Promise<number | undefined> {
		return await this.credential()
			.then((credential) => clockDifference(serviceAddressOf(credential)))
			.catch(() => undefined);
	}

	/** The absolute address of an endpoint, and the credential as it was read for it. Throws as `credential` does. */
	async target(path: ServicePath) {
		const credential = await this.decrypted();
		return { url: serviceUrl(readCredential(credential), path), credential };
	}

	/** Waits; throws when someone stops the execution meanwhile. */
	readonly pause = async (milliseconds: number): Promise<void> =>
		await pause(milliseconds, this.stop);

	/** Gives hints in whole sentences, each once for all items of a run. They are shown in the end (`showHints`). */
	hint(type: 'info' | 'warning', ...messages: string[]): void {
		for (const message of messages) this.run.hints[type].add(message);
	}

	/** As `hint`, with warnings that also help a model to make a better call. */
	tell(...messages: string[]): void {
		this.hint('warning', ...messages);
		for (const message of messages) this.run.hints.told.add(message);
	}

	/** By their kind; those of `told` are also among the others. */
	get hints(): Readonly<Record<'info' | 'warning' | 'told', readonly string[]>> {
		const shown = (some: ReadonlySet<string>) => [...some].map(this.conceal);
		const { warning, info, told } = this.run.hints;
		return { warning: shown(warning), info: shown(info), told: shown(told) };
	}

	/** Takes the access token of this credential out of all that is said from now on. */
	concealTokenOf(credential: ICredentialDataDecryptedObject): void {
		this.run.tokens.add(tokenOf(credential));
	}

	/** Takes the access tokens of the run out of a text that people read. */
	readonly conceal = (text: string): string => shownConcealer(this.run.tokens)(text);

	/** What was thrown, without access tokens: also without the credential's if nothing has read it. */
	async filtered<Thrown>(thrown: Thrown): Promise<Thrown> {
		await this.decrypted().catch(() => undefined);
		return this.shown(thrown);
	}

	/** As `filtered`, at once. */
	shown<Thrown>(thrown: Thrown): Thrown {
		return drawDescription(concealedIn(thrown, this.conceal));
	}

	/** Writes a line to n8n's log. */
	log(level: 'debug' | 'info' | 'warn' | 'error', text: string): void {
		this.n8n.logger[level](this.conceal(text));
	}

	/** The value of `make`, made once for all items of a run. */
	once<Made>(key: string, make: () => Made): Made {
		const { made } = this.run;
		if (!made.has(key)) made.set(key, make());
		return made.get(key) as Made;
	}
}

function stopOf(n8n: N8nContext): AbortSignal | undefined {
	return 'getExecutionCancelSignal' in n8n ? n8n.getExecutionCancelSignal() : undefined;
}

/**
 * The call for one item, with the credential of the item: an expression in it may differ from item to item. n8n
 * decrypts it once for each item.
 *
 * @param onCredential called with the credential when it is read first
 */
export function itemCall(
	call: ExecuteCall,
	item: number,
	onCredential: (credential: ICredentialDataDecryptedObject) => void = () => undefined,
): ExecuteCall {
	let reading: Promise<ICredentialDataDecryptedObject> | undefined;
	const readOnce = async () => {
		const credential = await call.n8n.getCredentials(CREDENTIAL, item);
		// What is told of the credential may be that it is not valid.
		call.concealTokenOf(credential);
		onCredential(credential);
		return credential;
	};
	const decrypted = async () => await (reading ??= readOnce());
	return call.with({ decrypted, parameters: new Map() });
}

/**
 * A parameter of the node for an item. In the call of an item, each expression is evaluated once: the checked value is
 * sent, whatever `$now` says by then.
 *
 * @param name e.g. `options.events`, which is looked up in `options` if that was read before
 * @throws n8n's error when the expression fails, or when there is no such parameter and nothing else to give
 */
export function parameter(
	{ n8n, parameters = new Map<string, unknown>() }: ExecuteCall,
	name: string,
	item: number,
	...otherwise: [unknown?]
): unknown {
	const key = `${item} ${name}`;
	const [field = '', ...path] = name.split('.');
	const whole = parameters.get(`${item} ${field}`);
	if (path.length > 0 && whole !== undefined) {
		const value = path.reduce(valueIn, whole);
		return value === undefined ? otherwise[0] : value;
	}
	if (!parameters.has(key)) parameters.set(key, n8n.getNodeParameter(name, item, ...otherwise));
	return parameters.get(key);
}

const valueIn = (value: unknown, key: string): unknown =>
	typeof value === 'object' && value !== null ? Reflect.get(value, key) : undefined;
