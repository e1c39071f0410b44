// What each HTTP status means for the user, and what to do about it.

import { endpoints } from '../endpoints';
import { percentDecoded } from '../form';
import { urlOf } from '../hosts';
import type { Remedy } from './refusal';

/** The facts about the request that an answer belongs to. */
export interface RequestFacts {
	path?: string;
	location?: string;
	/** Whether the request writes. Then nothing here advises to try again. */
	writes?: boolean;
	names?: Readonly<Record<string, string>>;
}

interface StatusText {
	/** The message for an answer without words. */
	message: string;
	/** Names the subject of the message, for an answer with words. */
	subject?: string;
	/** The advice, also for an answer with words. */
	advice: string;
	remedy: Remedy;
	/** Whether the status means this even if the answer is a page of something between n8n and the service. */
	fromAnyone?: boolean;
}

export const CHECK_ADDRESS =
	'Check the environment in the credential, and the Base URL if it is Custom.';

/** The likeliest causes that something is not found. */
export const CHECK_NAME =
	'Check the spelling, and the environment in the credential: sandbox and production are separate.';

/** The advice for a 403 that the state of what was asked does not explain. */
export const ASK = 'The account or its access token may not do this: ask Signaturit.';

/** Longest id, and longest address of a redirect, that is shown; in characters. */
const MAX_ID_SHOWN = 200;

/**
 * Whether a status leaves the verdict unknown (docs/service.md#answers-with-an-unknown-verdict): after a redirect or a
 * status from 500 on, a gateway may answer for a service that has done its part.
 */
export function leavesUnknown(status: number): boolean {
	// The time was over (408, 499), the request met another one (409), or it came too early (425).
	const isEarlyOrLate = [408, 409, 425, 499].includes(status);
	return status >= 500 || (status >= 300 && status < 400) || isEarlyOrLate;
}

/** The advice to try again, where nothing is wrong with a request that reads; empty for all others. */
export function adviceToWait(status: number, { writes = false }: RequestFacts): string {
	return !writes && (status < 300 || leavesUnknown(status)) ? 'Wait a moment, then try again.' : '';
}

const statusTexts: Readonly<Record<number, StatusText>> = {
	401: {
		message: 'Signaturit does not accept the access token',
		advice:
			'Check the Access Token in the credential. Sandbox and production have different tokens, so it must be the one of the environment chosen there.',
		remedy: 'builder',
	},
	403: {
		message: 'Signaturit does not allow this',
		advice:
			'The account or its access token may not do this, or the state of the request does not allow it. Check its status; if that is right, ask Signaturit.',
		remedy: 'nobody',
	},
	405: notOffered(405),
	406: notOffered(406),
	413: {
		message: 'The request is too large',
		advice:
			'Send smaller files, or fewer at once. A proxy on the way may allow less than Signaturit.',
		remedy: 'builder',
		fromAnyone: true,
	},
	429: {
		message: 'Signaturit gets too many requests',
		advice:
			'It did not take this one. Wait a minute before you run it again, and lower Items at Once.',
		remedy: 'later',
		fromAnyone: true,
	},
};

function notOffered(status: number): StatusText {
	const message = `Signaturit's address does not offer this (HTTP ${status})`;
	return { message, advice: CHECK_ADDRESS, remedy: 'builder' };
}

/** The advice for known words of the service (docs/service.md#known-refusals, docs/service.md#events-url). */
const adviceByWords: ReadonlyArray<readonly [RegExp, Remedy, string]> = [
	[
		/\burls are not allowed\b/i,
		'model',
		'Take http://, https://, www. and dots inside a word (as in contract.pdf) out of Email Subject, Email Body or SMS Body, and out of Subject and Message of each recipient.',
	],
	[
		/\baccount depleted\b/i,
		'builder',
		'The account has no credits left for this: buy some in Signaturit first. The operation Get Credits of Account shows what is left.',
	],
	[
		/\bevents[_ ]url\b/i,
		'builder',
		'Signaturit may post events to public https addresses only. If n8n has none, set How Events Arrive to Polling Only in the Signaturit Trigger of the workflow; otherwise set WEBHOOK_URL to it. To do without events, set the option Events to "Don\'t Send".',
	],
];

/** The advice for the service's words, whatever the status; `undefined` if they are not known. */
export function adviceForWords(lines: readonly string[]) {
	const words = lines.join('\n');
	const [, remedy, advice] = adviceByWords.find(([known]) => known.test(words)) ?? [];
	return remedy && advice ? { remedy, advice } : undefined;
}

/** Words about the account, or about a value that was sent (docs/service.md#known-refusals). */
const OTHER_REASON =
	/\b(banned|depleted|credits?|token|unknown parameter)\b|\binvalid\b(?!.*\b(state|status)\b)/i;

/** Whether the service's words name another reason than the state of what was asked. */
export const blamesOther = (lines: readonly string[]): boolean =>
	lines.some((line) => OTHER_REASON.test(line));

/** The meaning of a status that does not need the service's words; `undefined` for the others. */
export function statusText(status: number, { path = '' }: RequestFacts): StatusText | undefined {
	return status === 404 ? notFoundText(path) : statusTexts[status];
}

function notFoundText(path: string): StatusText {
	const names = idsIn(path).map((id) => `"${shown(id)}"`);
	if (names.length === 0) {
		return {
			message: 'Signaturit has nothing at this address',
			advice: CHECK_ADDRESS,
			remedy: 'builder',
		};
	}
	if (path.includes('/download/')) {
		return {
			message: 'Signaturit has no such file',
			advice: `Either it is not there yet, or ${names.join(' or ')} is not in this account. ${CHECK_NAME}`,
			remedy: 'model',
		};
	}
	return {
		message: `There is no ${names.join(' or no ')} in this account`,
		subject: `The ID was ${names.join(' with ')}.`,
		advice: CHECK_NAME,
		remedy: 'model',
	};
}

/** The paths of all endpoints, with this in the place of each id. */
function pathsWith(id: string, part: unknown = endpoints): string[] {
	if (typeof part === 'string') return [part];
	if (typeof part !== 'function') {
		return Object.values(part as object).flatMap((each) => pathsWith(id, each));
	}
	return [(part as (...ids: string[]) => string)(id, id, 'signed')];
}

/** The names of collections, which stand before the ids in paths. */
const collections = pathsWith('ID').flatMap((path) =>
	[...path.matchAll(/\/([^/]+)(?=\/ID\b)/g)].map(([, name]) => name),
);

const idInPath = new RegExp(
	`/(?:${[...new Set(collections)].join('|')})/(?!count\\.json$)([^/?#]+)`,
	'g',
);

/** The ids in the path of an endpoint: each follows the name of a collection. */
export function idsIn(path: string): string[] {
	const ids = path.matchAll(idInPath);
	return [...ids].map(([, id = '']) => {
		const segment = id.replace(/\.json$/, '');
		return percentDecoded(segment) ?? segment;
	});
}

/** The message and advice for a redirect that was not followed, without the secret parts of its address. */
export function redirectText(status: number, { path = '', location = '' }: RequestFacts) {
	const target = shownTarget(location);
	if (target === undefined) {
		const message = `Signaturit's address redirects elsewhere (HTTP ${status})`;
		return { message, advice: CHECK_ADDRESS };
	}
	const root = path && target.endsWith(path) ? target.slice(0, -path.length) : '';
	return {
		message: `Signaturit's address redirects to ${shown(target)} (HTTP ${status})`,
		advice: /^https?:/.test(root)
			? `If you know this address, enter "${shown(root)}" as the Base URL in the credential, with the environment Custom.`
			: CHECK_ADDRESS,
	};
}

/** Origin and path of a redirect's address; the path alone if it leads to the same host. */
function shownTarget(location: string): string | undefined {
	const SAME = 'https://same.invalid';
	const url = location.trim() ? urlOf(location, SAME) : undefined;
	if (!url) return undefined;
	const { origin, pathname } = url;
	if (origin === 'null') return undefined;
	if (origin === SAME) return pathname;
	const target = origin + pathname;
	return location.trim().startsWith('//') ? target.replace('https:', '') : target;
}

function shown(text: string): string {
	return text.length > MAX_ID_SHOWN ? `${text.slice(0, MAX_ID_SHOWN)}…` : text;
}
