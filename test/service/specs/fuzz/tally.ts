// Counts how many fuzz requests were accepted and refused, by operation.

/** How the requests of a fuzz run ended. */
export class FuzzTally {
	requests = 0;
	accepted = 0;
	/** Refused as invalid: not as described. */
	refused = 0;
	/** Refused although described: an unknown id, a wrong state, or a rule that a schema cannot tell. */
	refusedThoughDescribed = 0;
	private readonly acceptedBy = new Set<string>();
	private readonly refusedBy = new Set<string>();

	/** Counts a request that an operation has answered. */
	count(operationId: string, status: number, isDescribed: boolean): void {
		this.requests++;
		if (status < 400) {
			this.accepted++;
			this.acceptedBy.add(operationId);
			return;
		}
		if (isDescribed) this.refusedThoughDescribed++;
		else this.refused++;
		this.refusedBy.add(operationId);
	}

	/** The operations that have accepted no request. */
	neverAccepted(operationIds: string[]): string[] {
		return operationIds.filter((id) => !this.acceptedBy.has(id));
	}

	/** For people. */
	toString(): string {
		const { requests, accepted, refused, refusedThoughDescribed } = this;
		return (
			`${requests} requests: ${accepted} accepted, ${refused} refused as invalid, ` +
			`${refusedThoughDescribed} refused although described (unknown ids, wrong states); ` +
			`${this.acceptedBy.size} operations accepted some, ${this.refusedBy.size} refused some`
		);
	}
}
