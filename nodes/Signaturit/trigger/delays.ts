// The times that the trigger waits, in one table.

// Stryker disable all: a table of durations; a change in one runs every test again.
/** How long the trigger waits, in milliseconds. Only tests change them. */
export const triggerDelays = {
	/** The pause before a look, for others that can be read together with it. */
	gather: 30,
	/** How long an event that the service does not know is refused without another look. */
	refusals: 60_000,
	/** For how long the reports of an embedded signing page are counted. */
	reports: 3_600_000,
	/** How long a copy of a post is not handed over again. */
	handedOver: 60_000,
	/** Longest that n8n's start waits for all triggers of a process together, and a publication for the token's test. */
	start: 10_000,
	token: 10_000,
	/** The times of a test listen: before its first post, as n8n answers the editor meanwhile; between two; for all. */
	testPosts: { first: 500, between: 3_000, all: 600_000 },
	poll: {
		/** Longest that the first look of an activation keeps n8n waiting. */
		first: 3_000,
		/** Longest random delay before a poll. */
		jitter: 5_000,
		/** The time between two polls while posts arrive well. */
		relaxed: 300_000,
		/** The time between two looks at everything. */
		whole: 3_600_000,
		/** Longest that polls pause when the service asks them to by `Retry-After`. */
		longestPause: 3_600_000,
		/** How long a request that has ended is still looked at. */
		afterEnd: 86_400_000,
		/** The least age of an event that posts should have reported. */
		posted: 90_000,
		/** The time until the memory is asked again after it has answered that all was given out. */
		askAgain: 900_000,
		/** How far the clocks of n8n and the service may differ unnoticed. */
		clocks: 5_000,
		/** Longest that a poll waits for the execution that asks the memory: on a busy machine it takes minutes. */
		answer: 600_000,
		/** The time after which another execution is started for a happening that was not given out. */
		startAgain: 600_000,
		/** The time between two failed executions while polls keep failing. */
		report: 900_000,
		/** Longest that a poll waits for one of the executions that it has started, before it starts the next. */
		next: 10_000,
	},
};
// Stryker restore all
