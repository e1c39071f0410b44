// Lets a node run in an n8n whose context has other contents, as another version could.

import type { IExecuteFunctions, INodeType } from 'n8n-workflow';

/** What a node finds in the context of another version of n8n, in the place of what is there now. */
export type Moved = (n8n: IExecuteFunctions) => object;

/** A context of n8n as it could be. n8n's own functions find everything in its place. */
export function movedContext<Context extends object>(n8n: Context, changes: object): Context {
	// n8n keeps some of its properties as constants, which a proxy of it could not change.
	return new Proxy(Object.create(n8n) as Context, {
		get(_, key) {
			if (Object.hasOwn(changes, key)) return Reflect.get(changes, key) as unknown;
			const value: unknown = Reflect.get(n8n, key);
			return typeof value === 'function' ? (value.bind(n8n) as unknown) : value;
		},
	});
}

/** Lets a node run in n8n as it could be. */
export function movedIn<Type extends INodeType>(type: Type, moved: Moved): Type {
	const { execute } = type;
	if (!execute) throw new Error('The node has no execute');
	type.execute = async function (this: IExecuteFunctions, ...rest) {
		return await execute.call(movedContext(this, moved(this)), ...rest);
	};
	return type;
}

/** A logger for n8n's context, which keeps the errors here. */
export function errorLogger(errors: string[]) {
	const drop = () => undefined;
	return { debug: drop, info: drop, warn: drop, error: (line: string) => errors.push(line) };
}
