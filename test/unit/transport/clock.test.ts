import { noteServiceTime, serviceTime } from '../../../nodes/Signaturit/transport/clock';

const URL_OF_SERVICE = 'http://127.0.0.1:1/v3/signatures.json';
const DATE = 'Sun, 01 Mar 2026 10:00:00 GMT';

describe('serviceTime', () => {
	it("is n8n's until the service has told it", () => {
		const before = Date.now();
		expect(serviceTime(URL_OF_SERVICE)).toBeGreaterThanOrEqual(before);
		expect(serviceTime(URL_OF_SERVICE)).toBeLessThanOrEqual(Date.now());
	});

	it.each(['soon', '', undefined, 7])('is not told by the header %j', (header) => {
		noteServiceTime('http://127.0.0.1:2/', header);
		expect(serviceTime('http://127.0.0.1:2/')).toBeGreaterThan(Date.parse(DATE));
	});

	it('goes on from what the service has told, and only for this service', () => {
		noteServiceTime(URL_OF_SERVICE, DATE);
		const elapsed = serviceTime('http://127.0.0.1:1/') - Date.parse(DATE);
		expect(elapsed).toBeGreaterThanOrEqual(0);
		expect(elapsed).toBeLessThan(60_000);
		expect(serviceTime('http://127.0.0.1:3/')).toBeGreaterThan(Date.parse(DATE) + 60_000);
	});
});
