// The ids that a fuzz sequence has learned from answers, and which belong together.

type Ids = Record<string, string>;

/** Which parameter of a path the ids in a list of an answer are for. */
const PARTS: Record<string, string> = {
	documents: 'documentId',
	certificates: 'certificateId',
	managers: 'seatId',
	members: 'seatId',
	web_hooks: 'eventHookId',
};

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
		const answer = JSON.parse(body.toString('utf8')) as { id: string } & Record<string, Ids[]>;
		const parts: Ids[] = Object.entries(PARTS).flatMap(([list, name]) =>
			(answer[list] ?? []).map(({ id = '' }) => ({ [name]: id })),
		);
		const whole: Ids = owner === undefined ? {} : { [owner]: answer.id };
		this.subjects.push(...(parts.length > 0 ? parts : [{}]).map((part) => ({ ...whole, ...part })));
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
