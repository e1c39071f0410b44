import { createHash } from 'node:crypto';
import { NodeApiError, UserError, type IExecuteFunctions } from 'n8n-workflow';
import { OWN_REFERENCE, TEMPLATES_KEY } from '../../events/ownData';
import { newReference } from '../../events/reference';
import { apiError, unlessNotFound } from '../../transport/errors';
import { cancelSignal } from '../../transport/exchange';
import { targetOf } from '../../transport/request';
import { announce, withdraw } from './announcement';
import { differences, templatesValue } from './contents';
import type { Creation, CreationKind } from './creation';
import { doubtMemory } from './doubts';
import { readExisting, type Existing, type ReferencePair } from './look';
import { lookAgain, lookOnce, type NotFound, type Sought } from './lookAgain';
import { creationOptions } from './options';
import { withPairs } from './pairs';
import { recentCreations } from './recentCreations';
import { send, unknown, type Sent } from './sending';
import { inTurn } from './turns';

const ADVICE = 'Run it again in a few minutes: its Reference keeps it from being sent twice.';

/** A creation that has the user's own reference. */
type OwnCreation = Creation & { reference: string };

/**
 * Looks for the user's reference, and creates only what is not there. What is over does not count, unless
 * the user wants it to. Items with the same reference wait for each other.
 *
 * @throws UserError when what has the reference is not the same; NodeApiError as `createOnce`, and with the
 * verdict `refused` when the service cannot be asked before anything is sent
 */
export async function createWithOwnReference(
	this: IExecuteFunctions,
	item: number,
	kind: CreationKind,
	creation: OwnCreation,
): Promise<Sent> {
	const account = await accountOf.call(this, kind, creation.reference);
	return await inTurn(account, async () => {
		const sent = await findOrCreate.call(this, item, kind, creation, account);
		const id = 'answer' in sent ? String(sent.answer.id) : sent.existing.delivery.id;
		recentCreations.remember(account, id);
		return sent;
	});
}

/** @param account names the reference among all accounts */
async function findOrCreate(
	this: IExecuteFunctions,
	item: number,
	kind: CreationKind,
	creation: OwnCreation,
	account: string,
): Promise<Sent> {
	const { reference, fields, files, contents, track } = creation;
	const { sendAgain, countEnded } = creationOptions.call(this, item);
	const pair = { key: OWN_REFERENCE, value: reference };
	const doubts = doubtMemory.call(this, kind, item, reference);
	const counts = ({ delivery }: Existing) => countEnded || !kind.isOver(delivery);
	const found = ({ existing }: { existing: Existing }) => {
		assertSame(kind, creation, existing);
		doubts.settle();
		return { existing };
	};

	const before = await lookBefore.call(this, kind, pair, account, counts);
	if ('existing' in before) return found(before);
	if (doubts.left && (!before.isAbsent || !doubts.isOfOtherExecution)) {
		throw unknown.call(this, { kind, advice: ADVICE }, undefined, before);
	}
	if (!before.isAbsent) throw notChecked.call(this, reference, before);
	if (await announce.call(this, account)) {
		const sought = await lookAgain.call(this, kind, pair, counts);
		// The note stays: the next run has to look as well.
		if ('reason' in sought && !sought.isAbsent) throw notChecked.call(this, reference, sought);
		if ('existing' in sought) {
			await withdraw.call(this, account);
			return found(sought);
		}
	}
	const { templates = [] } = contents;
	const pairs = {
		[OWN_REFERENCE]: reference,
		...(templates.length > 0 && { [TEMPLATES_KEY]: templatesValue(templates) }),
	};
	const tracked = await track(withPairs(fields, pairs), newReference());
	const sending = { kind, fields: tracked, files, pair, doubts, isIt: counts, sendAgain };
	try {
		return await send.call(this, { ...sending, advice: ADVICE });
	} finally {
		// Stopped in the middle, it may appear later.
		if (!cancelSignal(this)?.aborted) await withdraw.call(this, account);
	}
}

/** What this process has created lately is read by its id, because the list may not show it yet. */
async function lookBefore(
	this: IExecuteFunctions,
	kind: CreationKind,
	pair: ReferencePair,
	account: string,
	counts: (existing: Existing) => boolean,
): Promise<Sought> {
	const id = recentCreations.idOf(account);
	if (id !== undefined) {
		try {
			const existing = await unlessNotFound(readExisting.call(this, kind.resource, id));
			if (existing && counts(existing)) return { existing };
		} catch {
			// The list may be readable all the same; if not, nothing is sent.
		}
	}
	return await lookOnce.call(this, kind, pair, counts);
}

/** @throws UserError that says in what they differ */
function assertSame(
	{ thing }: CreationKind,
	{ reference, contents }: OwnCreation,
	{ delivery }: Existing,
): void {
	const lines = differences(contents, delivery);
	if (lines.length === 0) return;
	throw new UserError(
		`A ${thing} with the Reference "${reference}" exists already, and it is not the same`,
		{
			description: [
				...lines.map((line) => `• ${line}`),
				`Nothing was sent. The one that exists has the ID ${delivery.id}. Use another Reference for another ${thing}.`,
			].join('\n'),
		},
	);
}

/** The error when nothing was sent because the service could not be asked before. */
function notChecked(
	this: IExecuteFunctions,
	reference: string,
	{ error, reason }: NotFound,
): NodeApiError {
	const message = `It could not be checked whether the Reference "${reference}" exists, so nothing was sent`;
	const fault =
		error instanceof NodeApiError
			? {
					message: `${message}: ${error.message}`,
					description: error.description ?? undefined,
					httpCode: error.httpCode ?? undefined,
				}
			: { message, description: reason };
	return apiError(this.getNode(), { ...fault, verdict: 'refused' });
}

/** The reference as it is known in this process: of one account, and of one kind of thing. */
async function accountOf(
	this: IExecuteFunctions,
	{ resource, write }: CreationKind,
	reference: string,
): Promise<string> {
	const { url, credential } = await targetOf.call(this, write.path);
	return createHash('sha256')
		.update(JSON.stringify([url, credential.accessToken, resource, reference]))
		.digest('base64url');
}
