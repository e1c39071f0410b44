// The rows of operations that read data: single things, counts and lists of one or more pages.

import type { INodeParameters } from 'n8n-workflow';
import { z } from 'zod';
import type { SeedCommand } from '../../service/control/client';
import { signatureParameters } from '../../workflow/engine/fixtures';
import type { Place } from '../rig/proxy';
import type { Truth } from '../rig/truth';
import { certified, certifiedFile, texted } from './scenes';
import { placeOf, type ReadRow } from './row';
import { teamIds, withoutTeamTokens } from './team';
import { declared, idParameters, pathWith, type Ids } from '../../workflow/actions/declared';
import { operationNamed } from '../../workflow/actions/operationNamed';

const get = (url: RegExp): Place => ({ method: 'GET', url });

/** A read whose output is the service's answer, entry by entry for a list, perhaps with the IDs before it. */
const same = (
	operation: string,
	place: Place,
	prepare: (truth: Truth) => Promise<{ parameters?: INodeParameters; path: string }>,
): ReadRow => {
	const [resource = '', name = ''] = operation.split(':');
	return {
		operation,
		place,
		prepare: async (truth) => {
			const { parameters = {}, path } = await prepare(truth);
			const json = [withoutTeamTokens(await truth.get(path), truth)].flat();
			return {
				parameters: { resource, operation: name, simplify: false, ...parameters },
				expected: { json },
			};
		},
	};
};

/** A list that fits on one page. An empty list is a proper answer. */
const shortList = (operation: string, place: Place, path: string, seed?: SeedCommand): ReadRow => ({
	...same(operation, place, async ({ control }) => {
		if (seed) await control.seed(seed);
		return { path, parameters: { returnAll: false, limit: 7 } };
	}),
	convincing: ['empty list'],
});

/** The second page of a list that is read to its end. */
const secondPage = (
	operation: string,
	place: Place,
	{
		pages,
		seed,
		entries,
	}: {
		pages: string[];
		seed: SeedCommand;
		entries?: (answer: unknown) => unknown[];
	},
): ReadRow => {
	const [resource = '', name = ''] = operation.split(':');
	return {
		operation,
		which: 'second page',
		place,
		prepare: async (truth) => {
			await truth.control.seed(seed);
			const answers = await Promise.all(pages.map(async (path) => await truth.get(path)));
			return {
				parameters: { resource, operation: name, simplify: false, returnAll: true },
				expected: {
					json: answers.flatMap((answer) => (entries ? entries(answer) : [answer].flat())),
				},
			};
		},
	};
};

const hooksSchema = z.object({ web_hooks: z.array(z.unknown()) });
const hooksOf = (answer: unknown) => hooksSchema.parse(answer).web_hooks;

/** Adds a record of this kind, whose id the field takes. */
const seeded = (field: string, kind: SeedCommand['kind']) => ({
	[field]: async ({ control }: Truth): Promise<Ids> => {
		const [id = ''] = await control.seed({ kind, count: 1 });
		return { [field]: id };
	},
});

/** What a declared operation reads, by the first of the fields for its ids, or by its name. */
const readable: Readonly<Record<string, (truth: Truth) => Promise<Ids>>> = {
	signatureId: async ({ control }) => {
		const [signatureId = ''] = await control.seed({ count: 1, status: 'ready' });
		return { signatureId };
	},
	'document:getSmsStatus': async (truth) => {
		const { id, documentId } = await texted(truth);
		return { signatureId: id, documentId };
	},
	'certifiedSms:getCertifiedSmsStatus': async (truth) => {
		const { id, certificateId } = await certified(truth, 'sms');
		return { smsId: id, certificateId };
	},
	userId: teamIds,
	groupId: teamIds,
	deviceId: async () => ({ deviceId: 'd1' }),
	fileId: async (truth) => ({ fileId: await certifiedFile(truth) }),
	...seeded('emailId', 'emails'),
	...seeded('brandingId', 'brandings'),
	...seeded('contactId', 'contacts'),
	...seeded('subscriptionId', 'subscriptions'),
	...seeded('smsId', 'sms'),
};

/**
 * Contents that a read takes for a success, because the answer is not documented. Or it is not certain that a seat has
 * the ID of its user (docs/service.md#team-users-and-seats), as in the writes of the team.
 */
const convincing: Readonly<Record<string, ReadRow['convincing']>> = {
	'team:getUser': ['another id'],
	'account:getCredits': ['empty object', 'empty list', 'other JSON', 'another id'],
	'account:getEnrollmentCode': ['empty object', 'empty list', 'other JSON', 'another id'],
};

/** The output is the answer; where that has no ID, the IDs stand before it. */
const declaredReads = declared
	.filter(({ reads: isRead }) => isRead)
	.map(({ name, endpoint, ids: [first = ''] }) => ({
		...same(name, placeOf(endpoint), async (truth) => {
			const ids = (await (readable[name] ?? readable[first])?.(truth)) ?? {};
			const path = pathWith(endpoint, ids);
			return { path, parameters: idParameters(endpoint, ids) };
		}),
		// Without an ID it is a list.
		convincing: convincing[name] ?? (first === '' ? ['empty list' as const] : undefined),
	}));

const signingLinks: ReadRow = {
	operation: 'signature:getSigningLinks',
	place: get(/signatures\/[^/]+\.json/),
	prepare: async (truth) => {
		const [signatureId = ''] = await truth.control.seed({ count: 1, status: 'ready' });
		const appUrl = 'https://app.signaturit.com';
		const documentId = await truth.documentOf(signatureId);
		const url = `${appUrl}/document/${signatureId}/${documentId}`;
		return {
			parameters: signatureParameters('getSigningLinks', signatureId, { options: { appUrl } }),
			expected: { json: [expect.objectContaining({ signatureId, documentId, url })] },
		};
	},
};

/** Every operation of the action node that reads data. */
export const reads: ReadRow[] = [
	...declaredReads,
	same('signature:count', get(/count\.json/), async ({ control }) => {
		await control.seed({ count: 3, status: 'ready' });
		return { path: '/v3/signatures/count.json' };
	}),
	signingLinks,
	shortList('signature:getMany', get(/signatures\.json/), '/v3/signatures.json?limit=7', {
		count: 9,
	}),
	secondPage('signature:getMany', get(/signatures\.json.*offset=[1-9]/), {
		pages: [0, 100, 200].map((offset) => `/v3/signatures.json?limit=100&offset=${offset}`),
		seed: { count: 210 },
	}),
	{
		operation: 'eventHook:getManyHooks',
		place: get(/event-hooks/),
		prepare: async (truth) => {
			await truth.control.seed({ kind: 'event_hooks', count: 9 });
			return {
				parameters: {
					resource: 'eventHook',
					operation: 'getManyHooks',
					returnAll: false,
					limit: 7,
				},
				expected: { json: hooksOf(await truth.get('/v3/event-hooks?limit=7')) },
			};
		},
	},
	secondPage('eventHook:getManyHooks', get(/event-hooks.*page=2/), {
		pages: [1, 2, 3].map((page) => `/v3/event-hooks?limit=100&page=${page}`),
		seed: { kind: 'event_hooks', count: 210 },
		entries: hooksOf,
	}),
	shortList('template:getManyTemplates', get(/templates\.json/), '/v3/templates.json?limit=7', {
		kind: 'templates',
		count: 9,
	}),
	shortList('template:getManyWithWidgets', get(/v4\/templates/), '/v4/templates?limit=7', {
		kind: 'templates',
		count: 9,
	}),
	shortList('branding:getManyBrandings', get(/brandings\.json/), '/v3/brandings.json?limit=7', {
		kind: 'brandings',
		count: 9,
	}),
	secondPage('branding:getManyBrandings', get(/brandings\.json.*offset=[1-9]/), {
		pages: [0, 10, 20].map((offset) => `/v3/brandings.json?limit=10&offset=${offset}`),
		seed: { kind: 'brandings', count: 21 },
	}),
	shortList('contact:getManyContacts', get(/contacts\.json/), '/v3/contacts.json?limit=7', {
		kind: 'contacts',
		count: 9,
	}),
	shortList(
		'subscription:getManySubscriptions',
		get(/subscriptions\.json/),
		'/v3/subscriptions.json?limit=7',
		{ kind: 'subscriptions', count: 9 },
	),
	...(['emails', 'sms'] as const).flatMap((kind) => {
		const resource = kind === 'emails' ? 'certifiedEmail' : 'certifiedSms';
		return [
			same(
				`${resource}:${operationNamed(resource, 'Count')}`,
				get(/count\.json/),
				async ({ control }) => {
					await control.seed({ kind, count: 3 });
					return { path: `/v3/${kind}/count.json` };
				},
			),
			shortList(
				`${resource}:${operationNamed(resource, 'Get Many')}`,
				get(/v3\/\w+\.json/),
				`/v3/${kind}.json?limit=7`,
				{
					kind,
					count: 9,
				},
			),
		];
	}),
];
