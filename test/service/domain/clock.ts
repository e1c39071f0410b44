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

/** `YYYY-MM-DDTHH:MM:SS+0000` (docs/service.md#ids-and-dates). */
export function timestamp(date: Date): string {
	return `${date.toISOString().slice(0, 19)}+0000`;
}

/** When a day begins in UTC, in milliseconds. @param day as `YYYY-MM-DD` */
export function startOf(day: string): number {
	return Date.parse(`${day}T00:00:00Z`);
}

export function addDays(date: Date, days: number): Date {
	return new Date(date.getTime() + days * DAY_MS);
}
