// The time of a simulated week, and how far n8n's clock is wrong.

import type { ControlClient } from '../../service/control/client';

const real = { date: Date.now, monotonic: performance.now };

/** The time of a sequence, which passes when a test says so, and how far n8n's clock is off. Milliseconds. */
export class Clocks {
	private passed = 0;
	private off = 0;

	/** The true time, which the services have. */
	readonly now = () => real.date.call(Date) + this.passed;

	start(): void {
		Date.now = () => this.now() + this.off;
		performance.now = () => real.monotonic.call(performance) + this.passed;
	}

	stop(): void {
		Date.now = real.date;
		performance.now = real.monotonic;
	}

	pass(milliseconds: number): void {
		this.passed += milliseconds;
	}

	/** n8n's clock is wrong from now on. The services run in this process, so theirs are set the other way. */
	async setN8n(off: number, services: readonly ControlClient[]): Promise<void> {
		this.off = off;
		for (const control of services) await control.settings({ clockAhead: -off });
	}
}
