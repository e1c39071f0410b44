/** Statuses that end a request as soon as one document has one of them; the first of this list counts. */
const ENDED = ['declined', 'canceled', 'expired', 'error'];

/** Statuses of documents in progress; the first of this list counts. `ready`: someone can sign now. */
const IN_PROGRESS = ['ready', 'signing', 'in_queue'];

/**
 * The status of a signature request, from those of its documents (docs/service.md#document-statuses):
 * `completed` only when every document is; `declined`, `canceled`, `expired` or `error` as soon as one
 * is; otherwise `ready` if someone can sign now, else `signing` or `in_queue`.
 */
export function requestStatus(statuses: readonly (string | undefined)[]): string | undefined {
	return overallStatus(statuses, ENDED, 'completed', IN_PROGRESS);
}

/**
 * The status of a certified email or SMS, from those of its certificates: `error` as soon as one has
 * it, `sent` when every one has, otherwise `in_queue`.
 */
export function certifiedStatus(statuses: readonly (string | undefined)[]): string | undefined {
	return overallStatus(statuses, ['error'], 'sent', ['in_queue']);
}

/** `in_queue` → `In Queue`, as the panel calls it. */
export function statusWords(status: string): string {
	return status
		.split('_')
		.map((word) => word.charAt(0).toUpperCase() + word.slice(1))
		.join(' ');
}

/** When no documented status decides, an undocumented one is returned. */
function overallStatus(
	statuses: readonly (string | undefined)[],
	ended: readonly string[],
	done: string,
	inProgress: readonly string[],
): string | undefined {
	const ending = ended.find((status) => statuses.includes(status));
	if (ending) return ending;
	if (statuses.length > 0 && statuses.every((status) => status === done)) return done;
	const known = inProgress.find((status) => statuses.includes(status));
	return known ?? statuses.find((status) => status !== done);
}
