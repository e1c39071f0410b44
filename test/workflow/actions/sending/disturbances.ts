import type { LocalService } from '../../engine/localService';
import type { SenderKind } from './seams';

const hasReference = (sender: SenderKind) => sender === 'Reference' || sender === 'certified email';

/** What may be wrong while the first try sends, by the names that the tests give it. */
export const disturbancesOn = (local: LocalService) => ({
	/** The service creates it, and nobody hears of it. */
	'answer lost': async () =>
		await local.control.faults.add({ kind: 'reset_after', method: 'POST' }),
	/** As before, and the service cannot be asked either. */
	'look fails': async (sender: SenderKind) => {
		await local.control.faults.add({ kind: 'reset_after', method: 'POST' });
		// With a Reference, it looks before it sends.
		const skip = hasReference(sender) ? 1 : 0;
		await local.control.faults.add({ kind: 'status', status: 500, method: 'GET', times: 0, skip });
	},
	/** As before, and the list shows it later than anybody looks. */
	'list late': async () => {
		await local.control.faults.add({ kind: 'reset_after', method: 'POST' });
		// `shortDelays` has three looks.
		await local.control.settings({ hideNew: 5 });
	},
	'answer missing': async () =>
		await local.control.faults.add({ kind: 'reset_before', method: 'POST' }),
});
