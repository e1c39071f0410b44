import type { Word } from '../../pdf/words';
import { placedWordsIn } from '../support/pdf';
import { rigForEach } from '../support/rig';
import { ANA, createSignature, download, recipients, widgetsOf } from '../support/wire';

const rig = rigForEach();

/** The words of a page of 400 × 500 points whose text widget has this size and value. */
async function written(size: Record<string, string>, value: string): Promise<Word[]> {
	const text = { type: 'text', page: '1', left: '10', top: '40', default: value, ...size };
	const signature = { type: 'signature', page: '1', left: '10', top: '80' };
	const { id, documents } = await createSignature(rig, {
		...recipients(ANA),
		...widgetsOf(0, [text, signature]),
	});
	await rig.control.sign({ signatureId: id, email: ANA });
	await rig.control.settled();
	const { bytes } = await download(
		rig,
		`/v3/signatures/${id}/documents/${documents[0]?.id}/download/signed`,
	);
	return (await placedWordsIn(bytes)).filter(({ page }) => page === 1);
}

/** How far the second word stands from the first, which grows with the letters. */
const distance = (words: Word[], first: string, second: string): number =>
	(words.find(({ text }) => text === second)?.x ?? 0) -
	(words.find(({ text }) => text === first)?.x ?? 0);

describe('values in a signed document', () => {
	test('are as large as their field is high', async () => {
		const usual = distance(
			await written({ width: '80', height: '3' }, 'Flat four'),
			'Flat',
			'four',
		);
		const high = distance(await written({ width: '80', height: '6' }, 'Flat four'), 'Flat', 'four');
		expect(high / usual).toBeCloseTo(2, 1);
		const none = distance(await written({}, 'Flat four'), 'Flat', 'four');
		expect(none).toBeCloseTo(usual, 1);
	});

	test('stay within their field, however long they are', async () => {
		const value = 'The flat on the fourth floor to the left';
		const words = await written({ width: '25', height: '3' }, value);
		const last = words.find(({ text }) => text === 'left');
		expect(last?.x).toBeGreaterThan(40);
		expect(last?.x).toBeLessThan(40 + 100);
	});
});
