/** The event's own time may be written down a moment after or before it is posted. */
const TOLERANCE_MS = 60_000;

/**
 * A timestamp of the service in milliseconds, `NaN` if it is none. Form posts that do not encode `+`
 * bring a space in its place.
 */
export function instant(timestamp: string | undefined): number {
	const iso = timestamp
		?.trim()
		.replace(/ (?=\d{4}$)/, '+')
		.replace(/([+-]\d\d)(\d\d)$/, '$1:$2');
	return Date.parse(iso ?? '');
}

/** The UTC day, `YYYY-MM-DD`, so many days after a timestamp's; `undefined` if that is none. */
export function dayOf(timestamp: string | undefined, daysLater = 0): string | undefined {
	const time = instant(timestamp) + daysLater * 86_400_000;
	return Number.isFinite(time) ? new Date(time).toISOString().slice(0, 10) : undefined;
}

/**
 * The time of an event as its history has it, or `undefined` if the history has no event of this type
 * within a minute of it. It is the time to go on with: a post with another time, made up or not, comes
 * down to the same event, and is dropped when that has been seen.
 */
export function timeInHistory(
	history: readonly { type: string; createdAt?: string }[],
	event: { type: string; createdAt: string },
): string | undefined {
	const posted = instant(event.createdAt);
	const [nearest] = history
		.filter((entry) => entry.type === event.type)
		.map(({ createdAt }) => ({ createdAt, distance: Math.abs(instant(createdAt) - posted) }))
		.filter(({ distance }) => distance <= TOLERANCE_MS)
		.sort((a, b) => a.distance - b.distance);
	return nearest?.createdAt;
}
