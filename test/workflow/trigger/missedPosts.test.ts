import axios from 'axios';
import type { INodeParameters } from 'n8n-workflow';
import { delays } from '../../../nodes/Signaturit/transport/deadline';
import { triggerDelays } from '../../../nodes/Signaturit/trigger/delays';
import { callsOf, later } from './scenes';
import { ADA } from '../../people';
import { createSignature, recipients } from '../engine/fixtures';
import { triggerRig } from './rig';

const rig = triggerRig();
const fields = { ...recipients(ADA), 'templates[0]': '#Consent' };
const listFails = { kind: 'status', status: 500, path: '/v3/event-hooks' } as const;
const QUARTER = 15 * 60_000;

let executions = 0;

/** An address of this n8n at which an execution sleeps. */
const sleeper = (query = '?signature=abc') =>
	`${rig.address}/webhook-waiting/${++executions}/2f1c-4a${query}`;

/** Each look is a quarter of an hour after the one before. */
let looks = 0;
const lookOf = async (poll: () => Promise<void>) => {
	looks++;
	return await postedTo(async () => await atLastLook(poll));
};

/** Runs at the time of the last look: what is sent after a look must not be dated before it. */
const atLastLook = async (run: () => Promise<void>) => await later(looks * (QUARTER + 1), run);

/** Sends a request whose events go there, while nothing answers, as when n8n is stopped. */
async function sendUnheard(url: string): Promise<void> {
	await rig.control.settings({ unreachable: [url] });
	await atLastLook(async () => {
		await rig.send({ options: { events: 'url', eventsUrl: url } } as INodeParameters);
		await rig.control.settled();
	});
	await rig.control.settings({ unreachable: [] });
}

/** The addresses to which the service has posted while this runs. */
async function postedTo(run: () => Promise<void>): Promise<string[]> {
	const before = (await hooks()).length;
	await run();
	await rig.control.settled();
	const all = await hooks();
	return all.slice(0, all.length - before).map(({ url }) => url);
}

async function hooks(): Promise<Array<{ url: string }>> {
	const headers = { Authorization: `Bearer ${String(rig.credential.accessToken)}` };
	const list = `${rig.service.url}/v3/event-hooks?limit=100&page=`;
	const all: Array<{ url: string }> = [];
	for (let page = 1; all.length === 100 * (page - 1); page++) {
		const { data } = await axios.get(`${list}${page}`, { headers });
		all.push(...data.web_hooks);
	}
	return all;
}

describe('a poll', () => {
	beforeEach(async () => {
		// However busy the machine is, a poll is over when its look for failed posts is.
		jest.replaceProperty(triggerDelays.poll, 'first', 120_000);
		await rig.reset({ events: ['document_completed'] });
	});
	afterEach(() => jest.restoreAllMocks());

	// The first test: only before it, nobody has looked.
	it('does not count as a look when the list of posts could not be read, so the next one finds them', async () => {
		// Whatever came before a look that counts, the next one does not read.
		jest.replaceProperty(delays, 'missedPosts', { ...delays.missedPosts, overlap: -60_000 });
		const asleep = sleeper();
		await sendUnheard(asleep);
		await rig.control.settings({ unreachable: ['/crm'] });
		// The posts of these fill the first page of the list.
		for (let count = 0; count < 60; count++) {
			await createSignature(rig, { ...fields, events_url: `${rig.address}/crm` }, []);
		}
		const poll = rig.polls();
		const failing = async () => {
			await rig.control.faults.add(listFails);
			await poll();
		};
		expect(await lookOf(failing)).toEqual([]);
		expect(await lookOf(poll)).toEqual([asleep]);
	});

	it('has the newest failed post of each sleeping execution made again, once in a quarter of an hour', async () => {
		const poll = rig.polls();
		await lookOf(poll);
		const [one, two] = [sleeper(), sleeper()];
		for (const url of [one, two]) await sendUnheard(url);
		await rig.control.settings({ unreachable: ['webhook-waiting'] });
		expect((await lookOf(poll)).sort()).toEqual([one, two].sort());
		// It has failed again, so the next look does the same, and no other poll does.
		expect(await postedTo(poll)).toEqual([]);
		expect((await lookOf(poll)).sort()).toEqual([one, two].sort());
		await rig.control.settings({ unreachable: [] });
		expect(await lookOf(poll)).toHaveLength(2);
		// They were answered.
		expect(await lookOf(poll)).toEqual([]);
	});

	it('leaves alone what is not a sleeping execution of this n8n', async () => {
		const poll = rig.polls();
		await lookOf(poll);
		await sendUnheard(sleeper('?other=abc'));
		await sendUnheard('https://other.example.com/webhook-waiting/1/2f1c-4a?signature=abc');
		await sendUnheard(`${rig.address}/webhook/2f1c-4a/events?signature=abc`);
		expect(await lookOf(poll)).toEqual([]);
	});

	it('gives an address up after six hours', async () => {
		const poll = rig.polls();
		await lookOf(poll);
		await sendUnheard(sleeper());
		await rig.control.settings({ unreachable: ['webhook-waiting'] });
		for (let time = 0; time < 24; time++) expect(await lookOf(poll)).toHaveLength(1);
		expect(await lookOf(poll)).toEqual([]);
	});

	it('goes on with those that had fewer tries when they are more than one look may have made again', async () => {
		const poll = rig.polls();
		await lookOf(poll);
		await rig.control.settings({ unreachable: ['webhook-waiting'] });
		const urls = Array.from({ length: 120 }, () => sleeper());
		// The next looks read the newer posts only.
		await atLastLook(async () => {
			for (const url of urls) {
				await createSignature(rig, { ...fields, events_url: url }, []);
			}
			await rig.control.settled();
		});
		const [first, second] = [await lookOf(poll), await lookOf(poll)];
		expect([first.length, second.length]).toEqual([100, 100]);
		expect(new Set([...first, ...second]).size).toBe(urls.length);
		await rig.control.settings({ unreachable: [] });
	});

	it('looks for events all the same when the list of posts cannot be read', async () => {
		const poll = rig.polls();
		await rig.control.faults.add({ ...listFails, times: 0 });
		looks++;
		const calls = await callsOf(rig, async () => await atLastLook(poll));
		expect(calls).toEqual(
			expect.arrayContaining(['GET /v3/event-hooks', 'GET /v3/signatures.json']),
		);
		expect(rig.pollErrors).toEqual([]);
	});
});
