type Ids = Record<string, string>;

interface Answer {
	id?: string;
	documents?: { id: string }[];
	certificates?: { id: string }[];
	web_hooks?: { id: string }[];
	managers?: { id: string }[];
	members?: { id: string }[];
}

/** Which parameter of a path an answer's id is for, by the operation. */
const OWNERS: Record<string, string> = {
	createSignature: 'signatureId',
	createEmail: 'emailId',
	createSms: 'smsId',
	certifyFile: 'fileId',
	createContact: 'contactId',
	createSubscription: 'subscriptionId',
	createBranding: 'brandingId',
	inviteTeamUser: 'seatId',
	createTeamGroup: 'groupId',
	addTeamManager: 'groupId',
	addTeamMember: 'groupId',
};

/** The ids that a sequence has been answered, and what belongs together. */
export class KnownIds {
	private readonly subjects: Ids[] = [];

	/** Keeps the ids of an answer. */
	learn(operationId: string, body: Buffer): void {
		const owner = OWNERS[operationId];
		if (owner === undefined && operationId !== 'listEventHooks') return;
		const {
			id = '',
			documents = [],
			certificates = [],
			web_hooks = [],
			managers = [],
			members = [],
		} = JSON.parse(body.toString('utf8')) as Answer;
		const parts: Ids[] = [
			...documents.map((document) => ({ documentId: document.id })),
			...certificates.map((certificate) => ({ certificateId: certificate.id })),
			...[...managers, ...members].map((seat) => ({ seatId: seat.id })),
		];
		if (owner !== undefined) {
			this.subjects.push(
				...(parts.length > 0 ? parts : [{}]).map((part) => ({ [owner]: id, ...part })),
			);
		}
		this.subjects.push(...web_hooks.map((hook) => ({ eventHookId: hook.id })));
	}

	/** One of the subjects that have all these ids, or several that have one each; nothing when there is none. */
	pick(names: string[], pick: number): Ids {
		const fitting = this.subjects.filter((ids) => names.every((name) => name in ids));
		const found = fitting[pick % fitting.length];
		if (found || names.length < 2) return found ?? {};
		return Object.assign({}, ...names.map((name) => this.pick([name], pick))) as Ids;
	}

	/** A path with ids in the place of its names; all of them strange when `strange` is given. */
	fill(path: string, pick: number, strange: string | undefined): string {
		const names = [...path.matchAll(/\{(\w+)\}/g)].map(([, name = '']) => name);
		const ids = this.pick(names, pick);
		return path.replace(/\{(\w+)\}/g, (_, name: string) =>
			encodeURIComponent(strange ?? ids[name] ?? 'unknown'),
		);
	}
}
