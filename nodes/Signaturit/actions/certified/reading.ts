import { readCount, readEntries } from '../../transport/lists/lists';
import { read } from '../../transport/request';
import { segment } from '../../transport/serviceUrl';
import { enteredFilters, filtersField, type Filters } from '../../input/filters';
import { listFields, wantedOf } from '../listFields';
import { locatorValue } from '../../input/locators';
import type { Operation } from '../operation';
import { certifiedItemsAsWanted, simplifyCertifiedField } from './answer';
import type { CertifiedKind } from './kinds';

/** GET /v3/emails/{id}.json or /v3/sms/{id}.json; answers it with its certificates and their events. */
export function getOf({ path, one, locator }: CertifiedKind): Operation {
	return {
		name: 'Get',
		action: `Get a ${one}`,
		description: `Get a ${one} with its certificates, one for each recipient, and their status`,
		reads: true,
		fields: [locator, simplifyCertifiedField],
		async run(item) {
			const id = locatorValue.call(this, locator, item);
			const answer = await read.call(this, `/v3/${path}/${segment(id)}.json`);
			return certifiedItemsAsWanted.call(this, answer, item);
		},
	};
}

/** GET /v3/emails.json or /v3/sms.json, newest first, page by page. */
export function getManyOf({ path, many, filters: others }: CertifiedKind): Operation {
	const filters = filtersOf(many, others);
	const operation: Operation = {
		name: 'Get Many',
		action: `Get many ${many}`,
		description: `List ${many}, the newest first, with their certificates and what became of them`,
		reads: true,
		fields: [...listFields, simplifyCertifiedField, filtersField(filters)],
		async run(item) {
			const wanted = wantedOf.call(this, operation, item);
			const query = enteredFilters.call(this, filters, item);
			const entries = await readEntries.call(this, { list: `/v3/${path}.json` }, query, wanted);
			return certifiedItemsAsWanted.call(this, entries, item);
		},
	};
	return operation;
}

/** GET /v3/emails/count.json or /v3/sms/count.json; answers `{count}`. */
export function countOf({ path, many }: CertifiedKind): Operation {
	const filters = filtersOf(many, ['since']);
	return {
		name: 'Count',
		action: `Count the ${many}`,
		description: `Count ${many} by status or day without listing them`,
		reads: true,
		fields: [filtersField(filters)],
		async run(item) {
			const query = enteredFilters.call(this, filters, item);
			return [{ json: { count: await readCount.call(this, `/v3/${path}/count.json`, query) } }];
		},
	};
}

/** Statuses are those of certified emails and SMS (specification, States and transitions). */
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
