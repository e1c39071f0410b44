const MEGABYTE = 1024 * 1024;

/** How much each part of the bench does. */
export interface Sizes {
	/** How often each side of a race runs. The sides take turns, and the medians are compared. */
	runs: number;
	reminders: number;
	/** How many reminders test a pause. */
	trial: number;
	creations: number;
	/** The items of a short loop and of a long one. */
	loop: { short: number; long: number };
	/** The items of a run with few and of one with many. */
	items: { few: number; many: number };
	/** Entries of a list, in full pages. */
	requests: number;
	/** Bytes. */
	download: number;
	downloadToDatabase: number;
	upload: number;
	/** How often writes to a full memory and to an empty one take turns, and how many writes a turn has. */
	memory: { rounds: number; writes: number };
	/** How often the trigger's two ways and n8n's Webhook node take turns. */
	eventRounds: number;
	/** Events of one run by posts, and by polling only, four for each request. The former few enough for one poll. */
	posts: number;
	polled: number;
	/** n8n runs faster once its code is compiled. */
	warmUp: number;
}

/** The sizes for which the bounds are meant. */
export const full: Sizes = {
	runs: 3,
	reminders: 1_000,
	trial: 200,
	creations: 1_000,
	loop: { short: 40, long: 400 },
	items: { few: 1_000, many: 10_000 },
	requests: 10_000,
	download: 200 * MEGABYTE,
	downloadToDatabase: 100 * MEGABYTE,
	upload: 1024 * MEGABYTE,
	memory: { rounds: 10, writes: 20 },
	eventRounds: 5,
	posts: 320,
	polled: 240,
	warmUp: 160,
};

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
