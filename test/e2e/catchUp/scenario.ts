// Starts and ends the n8n in which tests of catching up on missed events run.

import { startStack, type Stack } from '../lib/stack';
import { GivenOut } from './givenOut';
import { Watched } from './watched';
import { tickingWorkflow } from './workflows';

/** A real n8n with a workflow that ticks between the polls, and a recorder of what triggers give out. */
export class CatchUpScenario {
	/** All that were activated; they stay active, so that whatever comes twice later is seen. */
	readonly watched: Watched[] = [];

	private constructor(
		readonly stack: Stack,
		readonly givenOut: GivenOut,
	) {}

	static async start(): Promise<CatchUpScenario> {
		const stack = await startStack();
		let givenOut: GivenOut | undefined;
		try {
			givenOut = await GivenOut.start();
			const ticks = await stack.client.importWorkflow(tickingWorkflow(givenOut.tickUrl));
			await stack.client.activate(ticks.id);
			return new CatchUpScenario(stack, givenOut);
		} catch (error) {
			await stack.stop();
			await givenOut?.close();
			throw error;
		}
	}

	/** Activates a workflow with the trigger; see `Watched.activate`. */
	async activate(name: string, parameters: object = {}, settings: object = {}): Promise<Watched> {
		const { stack, givenOut } = this;
		const added = await Watched.activate(stack, givenOut, name, parameters, settings);
		this.watched.push(added);
		return added;
	}

	/** Prepares a new test: nothing is held back, and the service has no faults. */
	async reset(): Promise<void> {
		const { control } = this.stack;
		this.givenOut.release();
		await control.faults.clear();
		await control.settings({ hold: [], holdEvents: false, unreachable: [] });
		await control.settled();
	}

	async stop(): Promise<void> {
		try {
			await this.stack.stop();
		} finally {
			await this.givenOut.close();
		}
	}
}
