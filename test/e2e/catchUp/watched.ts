// An active trigger workflow, with a count of its missing, doubled and invented events.

import axios from 'axios';
import { randomUUID } from 'node:crypto';
import { z } from 'zod';
import type { Workflow } from '../lib/n8n/n8nClient';
import type { Stack } from '../lib/stack';
import { waitFor } from '../lib/wait';
import { eventKey, type GivenOut } from './givenOut';
import { EVENTS, workflowWithTrigger } from './workflows';

const historySchema = z.object({
	documents: z.array(z.object({ id: z.string(), events: z.array(z.object({ type: z.string() })) })),
});
const sentSchema = z.array(z.object({ signatureId: z.string() }));

/** How many events were given out, of those that have happened. */
export interface Tally {
	happened: number;
	missing: string[];
	/** Given out more than once. */
	doubled: string[];
	/** Given out, although they have not happened. */
	invented: string[];
}

/** An active workflow with the trigger, and what has become of the events of its requests. */
export class Watched {
	/** The requests that it has sent, oldest first. */
	readonly ids: string[] = [];

	private constructor(
		private readonly stack: Stack,
		private readonly givenOut: GivenOut,
		readonly name: string,
		readonly workflow: Workflow,
		private readonly sendPath: string,
		/** Text that is in the trigger's address only. */
		readonly webhookId: string,
	) {}

	/**
	 * @param name says in messages which one it is
	 * @param parameters of the trigger besides its events and Poll Times
	 * @param settings of the workflow
	 */
	static async activate(
		stack: Stack,
		givenOut: GivenOut,
		name: string,
		parameters: object,
		settings: object,
	): Promise<Watched> {
		const [sendPath, webhookId] = [randomUUID(), randomUUID()];
		const workflow = await stack.client.importWorkflow(
			workflowWithTrigger({
				name,
				sendPath,
				webhookId,
				credential: stack.credential,
				recorderUrl: givenOut.urlFor(name),
				parameters,
				settings,
			}),
		);
		await stack.client.activate(workflow.id);
		return new Watched(stack, givenOut, name, workflow, sendPath, webhookId);
	}

	/** Has the workflow send requests, which nobody has opened yet. */
	async send(count: number): Promise<void> {
		const { data } = await axios.post<unknown>(
			`${this.stack.n8n.url}/webhook/${this.sendPath}`,
			{ names: Array.from({ length: count }, (_, index) => `Signer ${index + 1}`) },
			{ proxy: false },
		);
		this.ids.push(...sentSchema.parse(data).map(({ signatureId }) => signatureId));
		await this.stack.control.settled();
	}

	/** Signs the requests from one place in `ids` to another. */
	async sign(from: number, to: number): Promise<void> {
		for (const signatureId of this.ids.slice(from, to)) {
			await this.stack.control.sign({ signatureId, email: 'signer@example.com' });
		}
	}

	/** Waits until every event that has happened so far was given out, but for some. */
	async untilAllGiven(spare = 0): Promise<void> {
		const events = await this.happened();
		await waitFor({ what: `the events "${this.name}"` }, async () => {
			const { happened, missing, doubled } = this.compared(events);
			if (missing.length <= spare) return { done: true };
			return {
				seen: `${happened - missing.length} of ${happened} given out, ${doubled.length} more than once`,
			};
		});
	}

	async tally(): Promise<Tally> {
		return this.compared(await this.happened());
	}

	private compared(happened: string[]): Tally {
		const given = this.givenOut.by(this.name);
		const times = new Map<string, number>();
		for (const event of given) times.set(event, (times.get(event) ?? 0) + 1);
		return {
			happened: happened.length,
			missing: happened.filter((event) => !times.has(event)),
			doubled: [...times].filter(([, count]) => count > 1).map(([event]) => event),
			invented: [...times.keys()].filter((event) => !happened.includes(event)),
		};
	}

	/** What the histories of its requests hold, of the types that the trigger gives out. */
	private async happened(): Promise<string[]> {
		const histories = await Promise.all(
			this.ids.map(async (id) => {
				const { data } = await this.stack.http.get<unknown>(`/v3/signatures/${id}.json`);
				return historySchema.parse(data).documents;
			}),
		);
		return histories
			.flat()
			.flatMap(({ id, events }) =>
				events.filter(({ type }) => EVENTS.includes(type)).map(({ type }) => eventKey(id, type)),
			);
	}
}

/** A tally in which each event was given out exactly once. */
export const exactlyOnce = (happened: number): Tally => ({
	happened,
	missing: [],
	doubled: [],
	invented: [],
});
