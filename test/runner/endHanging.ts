// Ends Jest's process if something is still open long after the last test.

/** Jest ends well within it when nothing is open. */
const GRACE_MS = 60_000;

/**
 * Ends the process of Jest when it has not ended by itself some time after its last test. Jest runs a single file of
 * tests, or one file after the other, in this process. What a hook there starts after its time was up is stopped by
 * nobody, and Jest would wait for it for ever. The programs that `keep` has started end with this process.
 *
 * @param run what Jest tells a global teardown about the run; one that watches the files goes on
 */
export function endHanging(
	{ watch, watchAll }: { watch: boolean; watchAll: boolean },
	graceMs = GRACE_MS,
): void {
	if (watch || watchAll) return;
	const end = () => {
		console.error('What the tests have started was still open after the last test.');
		process.exit(1);
	};
	setTimeout(end, graceMs).unref();
}
