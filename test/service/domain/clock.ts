// The local service's time, which tests can move forward, and how dates are written.

/** The service's time: that of the machine, plus what tests have advanced it by. */
export class Clock {
	/** How far this clock is ahead of the machine's, in milliseconds, as when n8n's is wrong. */
	ahead = 0;
	private offset = 0;

	now(): Date {
		return new Date(Date.now() + this.ahead + this.offset);
	}

	/** Moves the time forward to `moment`; never back. */
	advanceTo(moment: Date): void {
		this.offset += Math.max(0, moment.getTime() - this.now().getTime());
	}
}

export const DAY_MS = 86_400_000;

const written = new WeakMap<Date, string>();

/** `YYYY-MM-DDTHH:MM:SS+0000` (docs/service.md#ids-and-dates). A page of a list has hundreds, most of them again. */
export function timestamp(date: Date): string {
	const known = written.get(date) ?? `${date.toISOString().slice(0, 19)}+0000`;
	written.set(date, known);
	return known;
}

/** A time's day in UTC, as `YYYY-MM-DD`. */
export const dayOf = (time: Date): string => time.toISOString().slice(0, 10);

/** Whether a time is on the day `since` or later, and before the day `until`; both as `YYYY-MM-DD` in UTC. */
export function isBetween(time: Date, since?: string, until?: string): boolean {
	if (since === undefined && until === undefined) return true;
	const day = dayOf(time);
	return (since === undefined || day >= since) && (until === undefined || day < until);
}

export function addDays(date: Date, days: number): Date {
	return new Date(date.getTime() + days * DAY_MS);
}
