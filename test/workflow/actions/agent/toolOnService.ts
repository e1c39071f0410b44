// Sending operations as an agent's tool on the local service, with new arguments for each tool call.

import axios from 'axios';
import type { INodeParameters } from 'n8n-workflow';
import { DeduplicationMemory } from '../../engine/deduplicationMemory';
import { toolIn, type Caller, type Told } from '../../engine/agentTool';
import { byId, createParameters } from '../../engine/fixtures';
import { localService } from '../../engine/localService';
import { useDeduplication } from '../../engine/useDeduplication';
import { createEmail, createSms } from '../certified/parameters';

const parametersOf = {
	signature: (options: INodeParameters) =>
		createParameters({
			source: 'templates',
			templates: { template: [{ id: byId('#Consent') }] },
			recipients: {
				recipient: [
					{ email: '={{ $json.email }}', name: '={{ $json.name }}', phone: '={{ $json.phone }}' },
				],
			},
			subject: '={{ $json.title }}',
			options: {
				name: '={{ $json.subject }}',
				body: '={{ $json.body }}',
				data: { pair: [{ key: 'amount', value: '={{ $json.amount }}' }] },
				...options,
			},
		}),
	certifiedEmail: (options: INodeParameters) =>
		createEmail({
			binaryPropertyNames: '',
			recipients: { recipient: [{ email: '={{ $json.email }}', name: '={{ $json.name }}' }] },
			subject: '={{ $json.subject }} {{ $json.amount }}',
			body: '={{ $json.body }}',
			options: { events: 'none', ...options },
		}),
	certifiedSms: (options: INodeParameters) =>
		createSms({
			binaryPropertyNames: '',
			recipients: {
				recipient: [{ phone: '={{ $json.phone || "34600000000" }}', name: '={{ $json.name }}' }],
			},
			body: '={{ $json.subject }} {{ $json.amount }}',
			options: { events: 'none', ...options },
		}),
};

export const kinds = ['signature', 'certifiedEmail', 'certifiedSms'] as const;
export type Kind = (typeof kinds)[number];

const paths: Record<Kind, string> = {
	signature: 'signatures',
	certifiedEmail: 'emails',
	certifiedSms: 'sms',
};

let subjects = 0;

/** The arguments of a call, of something new. */
export const newRent = () => ({
	email: 'ada@example.com',
	name: 'Ada',
	subject: `Rent ${++subjects}`,
	amount: 100,
});

/** Registers the hooks of `localService`, and returns tools that send. */
export function toolOnService() {
	const local = localService();
	const memory = new DeduplicationMemory();
	const counts = new Map<Kind, number>();
	const count = async (kind: Kind) => {
		const headers = { Authorization: `Bearer ${local.service.token}` };
		const address = `${local.service.url}/v3/${paths[kind]}/count.json`;
		return (await axios.get<{ count: number }>(address, { headers })).data.count;
	};

	beforeAll(async () => await useDeduplication(memory));
	beforeEach(async () => {
		for (const kind of kinds) counts.set(kind, await count(kind));
	});
	afterEach(async () => {
		memory.forget();
		await local.control.settings({ hideNew: 0 });
	});

	return {
		local,
		/** A tool in an execution of its own. */
		tool: (kind: Kind, caller: Caller = 'agent 3', options: INodeParameters = {}) =>
			toolIn({ parameters: parametersOf[kind](options), credential: local.credential, caller }),
		/** How many the service has created in this test. */
		sent: async (kind: Kind) => (await count(kind)) - (counts.get(kind) ?? 0),
	};
}

export const idOf = ({ answer }: Told): unknown =>
	answer.signatureId ?? answer.certifiedEmailId ?? answer.certifiedSmsId;
