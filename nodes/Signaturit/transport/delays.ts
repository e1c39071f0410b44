/**
 * How long the nodes wait for the service, in milliseconds. They stand in one place so that tests can
 * shorten them; nothing else changes them.
 */
export const delays = {
	/** Before the second and the third try of a request that reads. */
	retries: [500, 2_000],
	/** Longest that the service may ask a request that reads to wait by `Retry-After`. Beyond that its answer is the result. */
	longestRetryAfter: 30_000,
	/** Longest that a request that writes waits in all when the service asks it to by `Retry-After`. */
	patience: 60_000,
	/** Until the end of a refusal's text. */
	refusalText: 5_000,
	/** Until the end of an answer; more for large files (`startDeadline`). */
	answer: 60_000,
	/** The same when the service creates something, which takes it long (docs/service.md#rate-limits). */
	slowAnswer: 120_000,
	/** Longest that a post waits for its answer while its event is confirmed. */
	confirmation: 10_000,
	/** Before an event that is not in the history yet is looked up a second time. */
	secondLook: 1_500,
	/** Longest to look up the request of an event inside the execution. */
	lookUp: 120_000,
	/** Between the tries to download a file that is not there yet; the last one is repeated. */
	files: [1_000, 2_000, 4_000, 8_000, 15_000],
};
