import type { INodeProperties } from 'n8n-workflow';
import { brandingLocator, locatorValue } from '../../input/locators';
import { accountEndpoints, brandingList } from '../../transport/accountEndpoints';
import { accountWrites } from '../../transport/accountWrites';
import { withId } from '../../transport/expected';
import { readEntries } from '../../transport/lists/lists';
import { write } from '../../transport/request';
import type { Write } from '../../transport/writes';
import { plainRead, type Operation, type Resource, type Texts } from '../operation';
import { jsonItems } from '../outcome';
import { filtersField, plainList, readFilters, type Filters } from '../plainList';
import { brandingFields } from './brandingFields';
import { enteredBranding } from './brandingForm';

const filters: Filters = {
	things: 'brandings',
	part: '',
	statuses: [],
	others: ['since', 'until'],
};

/** GET /v3/brandings.json, ten at a time (docs/service.md#page-sizes). */
const getMany = plainList({
	name: 'Get Many',
	action: 'Get many brandings',
	description: 'List the brandings of the account, the newest first',
	fields: [filtersField(filters)],
	async read(item, limits) {
		const wanted = readFilters.call(this, filters, item);
		return await readEntries.call(this, brandingList, wanted, limits);
	},
});

/** GET /v3/brandings/{id}.json */
const get = plainRead({
	name: 'Get',
	action: 'Get a branding',
	description: 'Get a branding with its colors, texts and templates',
	locators: [brandingLocator],
	path: accountEndpoints.branding.one,
	expected: (id) => withId('the branding', id),
});

/** An operation that sends what is entered of a branding. It reads a file, so it is no plain one. */
function brandingWrite(
	texts: Texts,
	locators: readonly INodeProperties[],
	writeOf: (id: string) => Write,
): Operation {
	return {
		...texts,
		fields: [...locators, ...brandingFields],
		async run(item) {
			const [id = ''] = locators.map((locator) => locatorValue.call(this, locator, item));
			const fields = await enteredBranding.call(this, item);
			return jsonItems(await write(this, writeOf(id), { fields }));
		},
	};
}

/** POST /v3/brandings.json; answers the new branding. */
const create = brandingWrite(
	{
		name: 'Create',
		action: 'Create a branding for emails and signing pages',
		description: 'Create a branding: colors, logo and texts of emails, SMS and the signing page',
	},
	[],
	accountWrites.branding.create,
);

/** PATCH /v3/brandings/{id}.json; answers the changed branding. */
const update = brandingWrite(
	{
		name: 'Update',
		action: 'Update a branding and keep what is not given',
		description: 'Change a branding; what is left empty stays as it is',
	},
	[brandingLocator],
	accountWrites.branding.update,
);

export const branding: Resource = {
	name: 'Branding',
	value: 'branding',
	operations: {
		getManyBrandings: getMany,
		getBranding: get,
		createBranding: create,
		updateBranding: update,
	},
};
