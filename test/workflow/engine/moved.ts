import type { IExecuteFunctions, INodeType } from 'n8n-workflow';

/** What a node finds in the context of another version of n8n, in the place of what is there now. */
export type Moved = (n8n: IExecuteFunctions) => object;

/** Lets a node run in n8n as it could be. n8n's own functions find everything in its place. */
export function movedIn<Type extends INodeType>(type: Type, moved: Moved): Type {
	const { execute } = type;
	if (!execute) throw new Error('The node has no execute');
	type.execute = async function (this: IExecuteFunctions, ...rest) {
		const changes = moved(this);
		const context = new Proxy(this, {
			get(n8n, key) {
				if (Object.hasOwn(changes, key)) return Reflect.get(changes, key) as unknown;
				const value: unknown = Reflect.get(n8n, key);
				return typeof value === 'function' ? (value.bind(n8n) as unknown) : value;
			},
		});
		return await execute.call(context, ...rest);
	};
	return type;
}
