// The JSON schema that n8n shows as the preview of an output, made from real values.

/** The part of JSON Schema that n8n shows as the preview of an output. */
export interface Schema {
	type: 'object' | 'array' | 'string' | 'number' | 'boolean' | 'null';
	properties?: Record<string, Schema>;
	items?: Schema;
}

/** The schema of values that have the same form. Each may lack what others have. */
export function schemaOf(values: readonly unknown[]): Schema {
	const [first] = values;
	if (Array.isArray(first)) {
		const entries = values.flat();
		return { type: 'array', ...(entries.length > 0 && { items: schemaOf(entries) }) };
	}
	if (typeof first === 'object' && first !== null) {
		const objects = values as readonly Record<string, unknown>[];
		// The order of the one with the most fields.
		const full = [...objects].sort((a, b) => Object.keys(b).length - Object.keys(a).length);
		const names = new Set(full.flatMap((object) => Object.keys(object)));
		const properties = [...names].map((name) => {
			const all = objects.map((object) => object[name]);
			const known = all.filter((value) => value !== undefined && value !== null);
			return [name, known.length > 0 ? schemaOf(known) : { type: 'null' as const }] as const;
		});
		return { type: 'object', properties: Object.fromEntries(properties) };
	}
	const type = typeof first;
	if (type === 'string' || type === 'number' || type === 'boolean') return { type };
	return { type: 'null' };
}
