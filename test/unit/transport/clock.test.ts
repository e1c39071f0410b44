import {
	clockDifference,
	noteServiceTime,
	serviceTime,
} from '../../../nodes/Signaturit/transport/clock';

const URL_OF_SERVICE = 'http://127.0.0.1:1/v3/signatures.json';
const DATE = 'Sun, 01 Mar 2026 10:00:00 GMT';

describe('serviceTime', () => {
	it("is n8n's until the service has told it", () => {
		const before = Date.now();
		expect(serviceTime(URL_OF_SERVICE)).toBeGreaterThanOrEqual(before);
		expect(serviceTime(URL_OF_SERVICE)).toBeLessThanOrEqual(Date.now());
	});

	it.each(['soon', '', undefined, 7])('is not told by the header %j', (header) => {
		noteServiceTime('http://127.0.0.1:2/', { date: header }, 0);
		expect(serviceTime('http://127.0.0.1:2/')).toBeGreaterThan(Date.parse(DATE));
	});

	it('goes on from what the service has told, and only for this service', () => {
		noteServiceTime(URL_OF_SERVICE, { date: DATE }, 0);
		const elapsed = serviceTime('http://127.0.0.1:1/') - Date.parse(DATE);
		expect(elapsed).toBeGreaterThanOrEqual(0);
		expect(elapsed).toBeLessThan(60_000);
		expect(serviceTime('http://127.0.0.1:3/')).toBeGreaterThan(Date.parse(DATE) + 60_000);
	});
});

describe('clockDifference', () => {
	const NOW = Date.parse(DATE);
	let origins = 0;
	/** What is known after these answers: the service's time in the header, its age, and how long the answer took. */
	const after = (...answers: [number, number, number][]) => {
		const url = `http://127.0.0.1:${10 + ++origins}/`;
		for (const [seconds, age, took] of answers) {
			const date = new Date(NOW + seconds * 1_000).toUTCString();
			noteServiceTime(url, { date, ...(age > 0 && { age: `${age}` }) }, took);
		}
		return clockDifference(url);
	};

	beforeEach(() => jest.useFakeTimers({ now: NOW }));
	afterEach(() => jest.useRealTimers());

	it.each<[string, [number, number, number][], number | undefined]>([
		['is unknown before any answer', [], undefined],
		['is that of the header', [[-90, 0, 0]], -90_000],
		['adds what a cache says of the age', [[-90, 30, 0]], -60_000],
		['is none below two seconds', [[1, 0, 900]], 0],
		[
			'counts the time that the answer took in favour of no difference',
			[[-90, 0, 40_000]],
			-50_000,
		],
		['is none if the answer may have been made when the request came', [[-30, 0, 40_000]], 0],
		[
			'stays as it was when a slow answer allows it',
			[
				[-90, 0, 0],
				[-120, 0, 40_000],
			],
			-90_000,
		],
		[
			'follows a clock that is set',
			[
				[-90, 0, 0],
				[0, 0, 0],
			],
			0,
		],
	])('%s', (_, answers, expected) => {
		expect(after(...answers)).toBe(expected);
	});
});
