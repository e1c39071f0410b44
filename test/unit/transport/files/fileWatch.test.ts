import { pdf, watchFile } from '../../../../nodes/Signaturit/transport/files/fileFormat';

describe('watchFile', () => {
	it('knows how many bytes have passed, and keeps the beginning only', () => {
		const watch = watchFile(pdf);
		expect([watch.seen.size, watch.seen.head.length]).toEqual([0, 0]);
		for (const piece of ['%PDF-1.7\n', 'x'.repeat(2000), 'end']) watch.take(Buffer.from(piece));
		expect(watch.seen.size).toBe(2012);
		expect(watch.seen.head.toString()).toBe(`%PDF-1.7\n${'x'.repeat(1015)}`);
	});

	it('keeps its own copy of the bytes, whose memory may be used again', () => {
		const watch = watchFile(pdf);
		const piece = Buffer.from('%PDF-1.7\nstartxref\n9\n%%EOF');
		watch.take(piece);
		piece.fill(0);
		expect(watch.isWhole()).toBe(true);
	});

	it('takes no part of a byte order mark for another format', () => {
		const watch = watchFile(pdf);
		for (const byte of Buffer.from('efbbbf255044462d', 'hex')) {
			watch.take(Buffer.of(byte));
			expect(watch.isOther()).toBe(false);
		}
		watch.take(Buffer.from('1.7\nstartxref\n9\n%%EOF'));
		expect(watch.isWhole()).toBe(true);
	});

	it('knows the only format without looking at the bytes', () => {
		const watch = watchFile(pdf);
		watch.take(Buffer.from('<html>'));
		expect(watch.format()).toBe(pdf);
	});
});
