/** How many creations are remembered. */
const MAX = 10_000;

const ids = new Map<string, string>();

/**
 * What this process has created lately, by account and reference: the service's list may not show it yet
 * (docs/service.md#filters).
 */
export const recentCreations = {
	/** The id of what was created with this key. */
	idOf: (key: string): string | undefined => ids.get(key),
	remember: (key: string, id: string): void => {
		ids.delete(key);
		ids.set(key, id);
		const [oldest] = ids.keys();
		if (ids.size > MAX && oldest !== undefined) ids.delete(oldest);
	},
};
