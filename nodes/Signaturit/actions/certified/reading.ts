import type { INodeProperties } from 'n8n-workflow';
import type { CertifiedResource } from '../../events/requestItem';
import { type Filters, filtersField, readFilters } from '../../input/filters';
import { emailLocator, smsLocator } from '../../input/locators';
import { endpoints } from '../../transport/endpoints';
import { withThisId } from '../../transport/expected';
import { countEntries } from '../../transport/lists/countEntries';
import { readEntries } from '../../transport/lists/lists';
import { simplifiedCertified, simplifiedItems, simplifyCertifiedField } from '../outputItem';
import { countItem, listFields, pagesInFlight, readLimit, withHint } from '../listFields';
import type { Operation } from '../operation';
import { plainRead, simplifiedBy } from '../plain';

/** How reading certified emails differs from reading certified SMS. */
export interface CertifiedKind {
	kind: CertifiedResource;
	one: string;
	many: string;
	locator: INodeProperties;
	/** Filters of the list besides the status; the count has the day only. */
	filters: Filters['others'];
}

export const emails: CertifiedKind = {
	kind: 'certifiedEmail',
	one: 'certified email',
	many: 'certified emails',
	locator: emailLocator,
	filters: ['since', 'data'],
};

export const sms: CertifiedKind = {
	kind: 'certifiedSms',
	one: 'certified SMS',
	many: 'certified SMS',
	locator: smsLocator,
	filters: ['since'],
};

/** It answers a certified email or SMS with its certificates and their events. */
export function getOf({ kind, one, locator }: CertifiedKind): Operation {
	return plainRead({
		name: 'Get',
		action: `Get a ${one}`,
		description: `Get a ${one} with its certificates, one for each recipient, and their status`,
		ids: [locator],
		fields: [simplifyCertifiedField],
		request: (id = '') => ({
			path: endpoints[kind].one(id),
			expected: withThisId(`the ${one}`, id),
		}),
		output: simplifiedBy(simplifiedCertified(kind)),
	});
}

/** GET /v3/emails.json or /v3/sms.json, newest first, page by page. */
export function getManyOf({ kind, many, filters: others }: CertifiedKind): Operation {
	const filters = filtersOf(many, others);
	const operation: Operation = {
		name: 'Get Many',
		action: `Get many ${many}`,
		description: `List ${many}, the newest first, with their certificates and what became of them`,
		reads: true,
		fields: [...listFields, simplifyCertifiedField, filtersField(filters)],
		async run(item) {
			const limits = readLimit.call(this, operation, item);
			const wanted = readFilters.call(this, filters, item);
			const { list, count } = endpoints[kind];
			const found = await readEntries.call(this, { list, count }, wanted, limits);
			return simplifiedItems.call(
				this,
				withHint.call(this, found, item),
				simplifiedCertified(kind),
				item,
			);
		},
	};
	return operation;
}

/**
 * GET /v3/emails/count.json or /v3/sms/count.json; answers `{count}`. What was created on a part of a UTC day
 * is counted in the list.
 */
export function countOf({ kind, many }: CertifiedKind): Operation {
	const filters = filtersOf(many, ['since']);
	const operation: Operation = {
		name: 'Count',
		action: `Count the ${many}`,
		description: `Count ${many} by status or time of creation`,
		reads: true,
		fields: [filtersField(filters)],
		async run(item) {
			const wanted = readFilters.call(this, filters, item);
			const { list, count } = endpoints[kind];
			const inFlight = pagesInFlight.call(this, operation);
			const counted = await countEntries.call(this, { list, count }, wanted, inFlight);
			return countItem.call(this, counted, item);
		},
	};
	return operation;
}

/** Statuses are those of certified emails and SMS (docs/service.md#certificates). */
function filtersOf(many: string, others: Filters['others']): Filters {
	return {
		things: many,
		part: 'certificate',
		statuses: [
			{ name: 'Error', value: 'error', description: 'It could not be sent' },
			{ name: 'In Queue', value: 'in_queue', description: 'It is being processed' },
			{ name: 'Sent', value: 'sent', description: 'It is on its way' },
		],
		others,
	};
}
