// What n8n's nodes for HubSpot and Pipedrive give out about won deals.

/** HubSpot and Pipedrive, as n8n's nodes for them give it out: three deals that were won, and other changes of deals. */
import { ADA, BEN } from '../../people';
import type { Execution } from '../lib/n8n/n8nClient';
import { handedOver, type PinnedItem } from './recipe';

/** What a task at a deal says. */
export interface Task {
	subject: unknown;
	reason: unknown;
	dealId: unknown;
	ownerId: unknown;
	dueDate: string;
}

export interface Crm {
	example: string;
	/** The reference of a deal's request without its ID. */
	reference: string;
	trigger: string;
	/**
	 * What the nodes before the sending give out. Ada's deal 501 and Ben's deal 504 were won. So was 503, for which no
	 * person is found.
	 */
	pins: Record<string, PinnedItem[]>;
	/** What its nodes after the trigger give out. */
	outputs: Record<string, object>;
	/** The IDs that its nodes ask for before the sending, one for each item; empty if there is none. */
	asked: string[][];
	asks(execution: Execution): string[][];
	/** The name of the field that holds a stage. */
	stage: string;
	/** The IDs of the deals whose stage is changed, with the change. */
	moved(execution: Execution): unknown[][];
	/** The node that makes a task at a deal. */
	task: string;
	tasks(execution: Execution): Task[];
}

const OWNER = 42;
const TIME = 1_767_225_600_000;

const text = (value: unknown) => String(value ?? '');

/** The value of a parameter that is chosen from a list or given by its ID. */
const chosen = (parameter: unknown) => text((parameter as { value?: unknown }).value);

/** What HubSpot posts about a deal that was moved to another stage, as its trigger gives it out. */
const stageChange = (dealId: number, propertyValue: string): PinnedItem => ({
	json: {
		eventId: dealId,
		subscriptionId: 2,
		portalId: 3,
		appId: 4,
		occurredAt: TIME,
		subscriptionType: 'deal.propertyChange',
		attemptNumber: 0,
		propertyName: 'dealstage',
		propertyValue,
		changeSource: 'CRM_UI',
		dealId,
	},
});

/** Values as HubSpot's API v1 has them. */
const properties = (values: Record<string, string>) =>
	Object.fromEntries(
		Object.entries(values).map(([name, value]) => [
			name,
			{ value, timestamp: TIME, source: 'CRM_UI', versions: [] },
		]),
	);

const hubspotDeal = (dealId: number, contacts: number[]): PinnedItem => ({
	json: {
		portalId: 3,
		dealId,
		isDeleted: false,
		associations: { associatedVids: contacts, associatedCompanyIds: [], associatedDealIds: [] },
		properties: properties({
			dealname: `${dealId} seats`,
			dealstage: 'closedwon',
			hubspot_owner_id: String(OWNER),
		}),
	},
});

function hubspotContact(vid: number, { name, email }: typeof ADA): PinnedItem {
	const [firstname = '', lastname = ''] = name.split(' ');
	return {
		json: { vid, 'is-contact': true, properties: properties({ firstname, lastname, email }) },
	};
}

export const HUBSPOT: Crm = {
	example: 'hubspotDealWon',
	reference: 'hubspot-deal-',
	trigger: 'HubSpot Trigger',
	pins: {
		'HubSpot Trigger': [
			stageChange(501, 'closedwon'),
			stageChange(502, 'contractsent'),
			stageChange(503, 'closedwon'),
			stageChange(504, 'closedwon'),
		],
		'Get Deal': [hubspotDeal(501, [7001, 7002]), hubspotDeal(503, []), hubspotDeal(504, [7004])],
		'Get Contact': [
			hubspotContact(7001, ADA),
			{ json: { error: 'The resource you are requesting could not be found' } },
			hubspotContact(7004, BEN),
		],
	},
	outputs: {
		'Change Stage': { portalId: 3, isDeleted: false },
		'Create Task': { engagement: { id: 9, type: 'TASK' } },
	},
	asked: [
		['501', '503', '504'],
		['7001', '', '7004'],
	],
	asks: (execution) => [
		handedOver(execution, 'Get Deal').map(({ parameters }) => chosen(parameters.dealId)),
		handedOver(execution, 'Get Contact').map(({ parameters }) => chosen(parameters.contactId)),
	],
	stage: 'stage',
	moved: (execution) =>
		handedOver(execution, 'Change Stage').map(({ parameters }) => [
			chosen(parameters.dealId),
			parameters.updateFields,
		]),
	task: 'Create Task',
	tasks: (execution) =>
		handedOver(execution, 'Create Task').map(({ parameters }) => {
			const { subject, body } = parameters.metadata as Record<string, unknown>;
			const { associations } = parameters.additionalFields as {
				associations: Record<string, unknown>;
			};
			const { dealIds: dealId, ownerId } = associations;
			return { subject, reason: body, dealId, ownerId, dueDate: String(parameters.dueDate) };
		}),
};

/** What Pipedrive's webhooks 2.0 post about a deal. */
const change = (
	id: number,
	status: string,
	previous: object,
	person: number | null = null,
): PinnedItem => ({
	json: {
		data: {
			id,
			title: `${id} seats`,
			status,
			value: 12_000,
			currency: 'EUR',
			stage_id: 3,
			person_id: person,
			owner_id: OWNER,
			custom_fields: {},
		},
		previous,
		meta: { action: 'change', entity: 'deal', entity_id: String(id), version: '2.0' },
	},
});

/** @param emails the name of the field; n8n's newer node for Pipedrive has another one */
const pipedrivePerson = (id: number, { name, email }: typeof ADA, emails: string): PinnedItem => ({
	json: {
		id,
		name,
		[emails]: [
			{ label: 'home', value: 'home@example.com', primary: false },
			{ label: 'work', value: email, primary: true },
		],
	},
});

export const PIPEDRIVE: Crm = {
	example: 'pipedriveDealWon',
	reference: 'pipedrive-deal-',
	trigger: 'Pipedrive Trigger',
	pins: {
		'Pipedrive Trigger': [
			change(501, 'won', { status: 'open', won_time: null }, 7001),
			change(502, 'won', { stage_id: 2 }, 7002),
			change(503, 'won', { status: 'open' }),
			change(504, 'won', { status: 'open' }, 7004),
			change(505, 'lost', { status: 'open' }, 7005),
		],
		'Get Person': [
			pipedrivePerson(7001, ADA, 'email'),
			{ json: { error: 'Pipedrive error response: Person not found' } },
			pipedrivePerson(7004, BEN, 'emails'),
		],
	},
	outputs: { 'Change Stage': { id: 501, status: 'won' }, 'Create Activity': { id: 9 } },
	asked: [['7001', '', '7004']],
	asks: (execution) => [
		handedOver(execution, 'Get Person').map(({ parameters }) => text(parameters.personId)),
	],
	stage: 'stage_id',
	moved: (execution) =>
		handedOver(execution, 'Change Stage').map(({ parameters }) => [
			parameters.dealId,
			parameters.updateFields,
		]),
	task: 'Create Activity',
	tasks: (execution) =>
		handedOver(execution, 'Create Activity').map(({ parameters }) => {
			const fields = parameters.additionalFields as Record<string, unknown>;
			return {
				subject: parameters.subject,
				reason: fields.note,
				dealId: fields.deal_id,
				ownerId: fields.user_id,
				dueDate: String(fields.due_date),
			};
		}),
};
