// Lets whatever waits only for promises go on, for some turns.

/** Lets what waits for nothing but promises go on, so many times. */
export async function moment(turns = 1): Promise<void> {
	for (let turn = 0; turn < turns; turn++) await new Promise(setImmediate);
}
