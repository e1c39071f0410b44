// Time ranges in milliseconds and in UTC days, and the entries created within them.

export const DAY = 24 * 60 * 60 * 1000;

/** The last day that four digits of a year can write. */
const LAST_DAY = Date.parse('9999-12-31');

/** From one moment to another, both in milliseconds since 1970: `since` is included, `until` is not. */
export interface TimeRange {
	since?: number;
	until?: number;
}

/** UTC days, `YYYY-MM-DD`, as the service takes them: `since` is included, `until` is not. */
export interface DayRange {
	since?: string;
	until?: string;
}

export interface Dated {
	created_at?: string;
}

/** The time of an entry in milliseconds; `NaN`, which no comparison accepts, without a date. */
export function timeOf(entry: Dated | undefined): number {
	return new Date(entry?.created_at ?? NaN).getTime();
}

/** The UTC day of a moment. */
export function utcDay(moment: number): string {
	return new Date(moment).toISOString().slice(0, 10);
}

/** The UTC day of a moment, if there is one; of those after the year 9999, its last day. */
export function dayAt(moment: number | undefined): string | undefined {
	return moment === undefined ? undefined : utcDay(Math.min(moment, LAST_DAY));
}

/** The UTC day of an entry; empty if it has no date. */
export function dayOf(entry: Dated): string {
	const time = timeOf(entry);
	return Number.isNaN(time) ? '' : utcDay(time);
}

/** The next day, both `YYYY-MM-DD`. */
export function dayAfter(day: string): string {
	return utcDay(Date.parse(day) + DAY);
}

/** The fewest whole UTC days that contain the range, to ask the service for. */
export function daysAround({ since, until }: TimeRange): DayRange {
	return { since: dayAt(since), until: dayAt(nextMidnight(until)) };
}

/** The most whole UTC days that the range contains. It contains none if `since` is not before `until`. */
export function daysWithin({ since, until }: TimeRange): DayRange {
	return { since: dayAt(nextMidnight(since)), until: dayAt(until) };
}

/** Whether the range begins and ends with a UTC day, so that the service can filter by it alone. */
export function isWholeDays({ since = 0, until = 0 }: TimeRange): boolean {
	return since % DAY === 0 && until % DAY === 0;
}

/** Whether an entry was created in the range. One without a readable date passes: one too many is noticed sooner. */
export function createdWithin({ since, until }: TimeRange): (entry: Dated) => boolean {
	return (entry) => {
		const time = timeOf(entry);
		return !(since !== undefined && time < since) && !(until !== undefined && time >= until);
	};
}

/** The moment itself if it is midnight in UTC, otherwise the midnight after it. */
function nextMidnight(moment: number | undefined): number | undefined {
	return moment === undefined ? undefined : Math.ceil(moment / DAY) * DAY;
}
