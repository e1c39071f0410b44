import { NodeOperationError, type IExecuteFunctions, type INodeExecutionData } from 'n8n-workflow';
import { z } from 'zod';
import { MARK_KEY } from '../../events/mark';
import { endpoints } from '../../transport/endpoints';
import { PAGE_SIZE } from '../../transport/lists/paging';
import { readAs } from '../../transport/request';
import { readSettings } from '../panel/settings';
import { offersIn } from '../poll/offers';
import { ownMark } from '../poll/ownTrigger';
import { deliveriesIn, withMark } from '../poll/requests';
import { giveOut } from './giveOut';

/**
 * The newest real event of a chosen type, for a test of a trigger to which nothing is posted.
 *
 * @throws NodeOperationError when there is none yet
 */
export async function newestEvent(this: IExecuteFunctions): Promise<INodeExecutionData[]> {
	const settings = readSettings(this);
	const { resource, listenTo } = settings;
	const mark = ownMark(this);
	const isAccount = listenTo === 'account';
	const entries = await readAs(this, {
		path: endpoints[resource].list,
		query: { limit: PAGE_SIZE, ...(!isAccount && { [MARK_KEY]: mark }) },
		schema: z.array(z.unknown()),
		what: 'a list',
	});
	const deliveries = isAccount ? deliveriesIn(entries) : withMark(entries, mark);
	const newest = offersIn(deliveries, settings, () => -Infinity).at(-1);
	if (!newest) {
		throw new NodeOperationError(this.getNode(), 'There is no event to fetch yet', {
			description: isAccount
				? 'None of the newest entries of the account has an event of the chosen types. Choose other events, or let one happen and fetch again.'
				: 'What this workflow has sent while it was published has no event of the chosen types. Publish the workflow and send something with it, or choose "Everything in the Account" under Listen To.',
		});
	}
	const item = await giveOut.call(this, newest, settings);
	return typeof item === 'object' ? [{ ...item, pairedItem: { item: 0 } }] : [];
}
