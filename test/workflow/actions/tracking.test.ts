import { isIssued, unsigned } from '../../../nodes/Signaturit/events/tracking';
import { kinds, MARKED, reporting, SECRET, URL_OF_TRIGGER, type Kind } from './reporting';

const create = reporting();

const BARE = /^[\da-f-]{36}$/;
const contents = { n8n_contents: expect.stringMatching(/^([\w-]{20}\.?){3}$/) as string };
const bare = { ...contents, n8n_reference: expect.stringMatching(BARE) as string };
/** Where no trigger is registered. */
const { n8n_trigger } = MARKED;
const CERTIFIED = ['certifiedEmail', 'certifiedSms'] as const;

describe('what is created for the trigger of the workflow', () => {
	it.each(kinds)('has a signed reference in its events URL (%s)', async (kind) => {
		const { url, reference = '' } = await create(kind, [{}]);
		expect(url).toBe(URL_OF_TRIGGER);
		expect(isIssued(reference, SECRET)).toBe(true);
	});

	it.each(kinds)(
		'has the reference without its signature, and the mark of the workflow, in its custom data (%s)',
		async (kind) => {
			const { reference = '', data } = await create(kind, [{}]);
			const expected = { n8n_reference: unsigned(reference), ...MARKED };
			expect(data).toEqual({ ...contents, ...expected });
		},
	);

	it("keeps the user's own custom data beside the reference and the mark", async () => {
		const options = { data: { pair: [{ key: 'crm_id', value: '7' }] } };
		const { data } = await create('signature', [{}], { options });
		expect(data).toEqual({
			...bare,
			crm_id: '7',
			...MARKED,
		});
	});

	it('is posted to the first of several triggers to which anything is posted; the others find it', async () => {
		const second = { url: `${URL_OF_TRIGGER}?second` };
		expect((await create('signature', [{}, second])).url).toBe(URL_OF_TRIGGER);
		const { url, data } = await create('signature', [{ pollingOnly: true }, second]);
		expect(url).toBe(`${URL_OF_TRIGGER}?second=`);
		expect(data).toEqual({ ...bare, ...MARKED });
	});
});

describe('what is created for a trigger that works by polling only', () => {
	const polling = { pollingOnly: true };

	it.each(kinds)('has the mark but no events URL (%s)', async (kind) => {
		const { error, body } = await create(kind, [polling]);
		expect(error).toBeUndefined();
		expect(body).toBeDefined();
		expect(body?.events_url).toBeUndefined();
		expect(body?.data).toEqual({ ...bare, ...MARKED });
	});
});

describe('what is created for a trigger that hears of the whole account', () => {
	const account = { subscriptionId: 's1' };

	it('has no events URL when it is a signature request', async () => {
		const { error, body } = await create('signature', [account]);
		expect(error).toBeUndefined();
		expect(body).toBeDefined();
		expect(body).not.toHaveProperty('events_url');
		expect(body?.data).toEqual({ ...bare, ...MARKED });
	});

	it.each(CERTIFIED)(
		'has an events URL with a reference, because posts do not name it (%s)',
		async (kind) => {
			const { url, reference = '', data } = await create(kind, [account]);
			expect(url).toBe(URL_OF_TRIGGER);
			expect(isIssued(reference, SECRET)).toBe(true);
			const expected = { ...contents, n8n_reference: unsigned(reference), ...MARKED };
			expect(data).toEqual(expected);
		},
	);

	it.each(CERTIFIED)('has no events URL when that trigger polls only (%s)', async (kind) => {
		const { body } = await create(kind, [{ ...account, pollingOnly: true }]);
		expect(body).toBeDefined();
		expect(body).not.toHaveProperty('events_url');
	});

	it('goes to the trigger for requests of the workflow when there is one', async () => {
		const { url } = await create('signature', [account, { url: `${URL_OF_TRIGGER}?own` }]);
		expect(url).toBe(`${URL_OF_TRIGGER}?own=`);
	});
});

describe('what is created for an events URL that the user has entered', () => {
	const sendTo = async (kind: Kind, eventsUrl: string) =>
		await create(kind, [], { options: { events: 'url', eventsUrl } });

	it.each([...CERTIFIED])('has a reference when a trigger may be there (%s)', async (kind) => {
		const address = 'https://n8n.example.com/base/webhook/8f/events.json?a=b';
		const { url, reference, data } = await sendTo(kind, address);
		expect(url).toBe(address);
		expect(reference).toMatch(BARE);
		const expected = { ...contents, n8n_reference: reference, n8n_trigger };
		expect(data).toEqual(expected);
	});

	it.each([
		['signature', URL_OF_TRIGGER],
		['certifiedEmail', 'https://crm.example.com/webhook/events.json'],
		['certifiedSms', 'https://crm.example.com/webhook/8f/events.json/more'],
		['certifiedSms', 'https://crm.example.com/x?to=/webhook/8f/events.json'],
	] as const)('is left alone otherwise (%s to %s)', async (kind, address) => {
		const { body } = await sendTo(kind, address);
		expect(body?.events_url).toBe(address);
		expect(body?.data).toEqual({ ...bare, n8n_trigger });
	});
});

describe('what is created without being reported', () => {
	it.each(kinds)('has no mark (%s)', async (kind) => {
		const { data, url } = await create(kind, [{}], { options: { events: 'none' } });
		expect(url).toBeUndefined();
		expect(data).toEqual(bare);
	});
});
