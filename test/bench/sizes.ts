// How much each part of the bench does, in full and at the smallest.

const MEGABYTE = 1024 * 1024;

/** How much each part of the bench does, in the sizes for which the bounds are meant. */
export const full = {
	/** How often each side of a race runs. The sides take turns, and the medians are compared. */
	runs: 3,
	reminders: 1_000,
	/** How many reminders test a pause. */
	trial: 200,
	creations: 1_000,
	/** The items of a short loop and of a long one. */
	loop: { short: 40, long: 400 },
	/** The items of a run with few and of one with many. */
	items: { few: 1_000, many: 10_000 },
	/** Entries of a list, in full pages. */
	requests: 10_000,
	/** Bytes. */
	download: 200 * MEGABYTE,
	downloadToDatabase: 100 * MEGABYTE,
	upload: 1024 * MEGABYTE,
	/** How often writes to a full memory and to an empty one take turns, and how many writes a turn has. */
	memory: { rounds: 10, writes: 20 },
	/** How often the trigger's two ways and n8n's Webhook node take turns. */
	eventRounds: 5,
	/** Events of one run by posts, and by polling only, four for each request. The former few enough for one poll. */
	posts: 320,
	polled: 240,
	/** n8n runs faster once its code is compiled. */
	warmUp: 160,
};
export type Sizes = typeof full;

/** Every part once, as small as it goes. That says nothing about speed, but shows that the bench still works. */
export const smallest: Sizes = {
	runs: 1,
	reminders: 10,
	trial: 10,
	creations: 10,
	loop: { short: 2, long: 3 },
	items: { few: 2, many: 3 },
	requests: 100,
	download: MEGABYTE,
	downloadToDatabase: MEGABYTE,
	upload: 21 * MEGABYTE,
	memory: { rounds: 1, writes: 2 },
	eventRounds: 1,
	posts: 4,
	polled: 4,
	warmUp: 4,
};
