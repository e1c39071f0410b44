// The Poll Times that tests give a trigger: each minute, or never again.

const pollTimes = (cronExpression: string) => ({ item: [{ mode: 'custom', cronExpression }] });

/** The Poll Times of a trigger that polls when it is activated, and then no more. */
export const NO_MORE_POLLS = pollTimes('0 0 0 1 1 *');

/** The Poll Times of a trigger that polls at each full minute: n8n polls no more often. */
export const EACH_MINUTE = pollTimes('0 * * * * *');
