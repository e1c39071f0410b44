import { filtersField, readFilters, type Filters } from '../../input/filters';
import { locatorValue } from '../../input/locators';
import { endpoints } from '../../transport/endpoints';
import { withThisId } from '../../transport/expected';
import { readCount, readEntries } from '../../transport/lists/lists';
import { read } from '../../transport/request';
import { simplifiedItems } from '../deliveryItems';
import { listFields, readLimit } from '../listFields';
import type { Operation } from '../operation';
import { simplifiedCertified, simplifyCertifiedField } from '../simplify';
import type { CertifiedKind } from './kinds';

/** GET /v3/emails/{id}.json or /v3/sms/{id}.json; answers it with its certificates and their events. */
export function getOf({ kind, one, locator }: CertifiedKind): Operation {
	return {
		name: 'Get',
		action: `Get a ${one}`,
		description: `Get a ${one} with its certificates, one for each recipient, and their status`,
		reads: true,
		fields: [locator, simplifyCertifiedField],
		async run(item) {
			const id = locatorValue.call(this, locator, item);
			const expected = withThisId(`the ${one}`, id);
			const answer = await read.call(this, endpoints[kind].one(id), {}, { expected });
			return simplifiedItems.call(this, answer, simplifiedCertified, item);
		},
	};
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
			const query = readFilters.call(this, filters, item);
			const { list } = endpoints[kind];
			const entries = await readEntries.call(this, { list }, query, limits);
			return simplifiedItems.call(this, entries, simplifiedCertified, item);
		},
	};
	return operation;
}

/** GET /v3/emails/count.json or /v3/sms/count.json; answers `{count}`. */
export function countOf({ kind, many }: CertifiedKind): Operation {
	const filters = filtersOf(many, ['since']);
	return {
		name: 'Count',
		action: `Count the ${many}`,
		description: `Count ${many} by status or day without listing them`,
		reads: true,
		fields: [filtersField(filters)],
		async run(item) {
			const query = readFilters.call(this, filters, item);
			return [{ json: { count: await readCount.call(this, endpoints[kind].count, query) } }];
		},
	};
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
