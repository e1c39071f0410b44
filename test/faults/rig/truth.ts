// The local service, asked directly: what tests of faults take for the truth.

import axios from 'axios';
import { z } from 'zod';
import { startService, type RunningService } from '../../service';
import {
	controlClient,
	type ControlClient,
	type LoggedRequest,
	type OutboxMessage,
} from '../../service/control/client';

const createdSchema = z.object({
	id: z.string(),
	certificates: z.array(z.object({ id: z.string() })).optional(),
});
const signatureSchema = z.object({
	documents: z.array(
		z.object({
			id: z.string(),
			email: z.string(),
			events: z.array(z.object({ type: z.string() })),
		}),
	),
});
type Signature = z.infer<typeof signatureSchema>;

/** What the service itself says, after all runs of a row. */
export interface Evidence {
	/** The requests that it has answered with a success. */
	carriedOut: LoggedRequest[];
	outbox: OutboxMessage[];
	/** How many events of this type the documents of a signature request have. */
	events(signatureId: string | undefined, type: string): number;
	/** Whether a signature request is there. */
	exists(signatureId: string | undefined): boolean;
	/** The documents of a signature request, with the addresses of their signers. */
	signers(signatureId: string | undefined): string[];
}

/** A local service, asked directly: what it says is the truth. */
export class Truth {
	readonly control: ControlClient;
	private readonly http;

	private constructor(readonly service: RunningService) {
		this.control = controlClient(service);
		this.http = axios.create({
			baseURL: service.url,
			headers: { Authorization: `Bearer ${service.token}` },
			proxy: false,
		});
	}

	static async start(): Promise<Truth> {
		return new Truth(await startService());
	}

	async stop(): Promise<void> {
		await this.service.close();
	}

	async get(path: string): Promise<unknown> {
		return (await this.http.get<unknown>(path)).data;
	}

	async post(path: string, body: FormData): Promise<z.infer<typeof createdSchema>> {
		return createdSchema.parse((await this.http.post<unknown>(path, body)).data);
	}

	async bytes(path: string): Promise<Buffer> {
		const { data } = await this.http.get<ArrayBuffer>(path, { responseType: 'arraybuffer' });
		return Buffer.from(data);
	}

	/** The id of the only document of a signature request. */
	async documentOf(id: string): Promise<string> {
		return (await this.signature(id))?.documents[0]?.id ?? '';
	}

	/** What the service says after the runs, about the signature requests with these ids in particular. */
	async evidence(signatureIds: string[]): Promise<Evidence> {
		await this.control.settled();
		const requests = await this.control.requests();
		const outbox = await this.control.outbox();
		const known = new Map<string | undefined, Signature | undefined>();
		for (const id of signatureIds) known.set(id, await this.signature(id));
		return {
			carriedOut: requests.filter(({ status }) => status >= 200 && status < 300),
			outbox,
			exists: (id) => known.get(id) !== undefined,
			signers: (id) => known.get(id)?.documents.map(({ email }) => email) ?? [],
			events: (id, type) =>
				(known.get(id)?.documents ?? [])
					.flatMap(({ events }) => events)
					.filter((event) => event.type === type).length,
		};
	}

	private async signature(id: string): Promise<Signature | undefined> {
		const { status, data } = await this.http.get<unknown>(`/v3/signatures/${id}.json`, {
			validateStatus: () => true,
		});
		return status === 404 ? undefined : signatureSchema.parse(data);
	}
}
