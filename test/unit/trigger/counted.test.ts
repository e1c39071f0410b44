import fc from 'fast-check';
import { counts, type Begun } from '../../../nodes/Signaturit/events/beginning';
import { countsAnywhere } from '../../../nodes/Signaturit/trigger/counted';

const time = fc.integer({ min: 0, max: 9 }).map((seconds) => seconds * 1_000);
const optional = <Value>(arbitrary: fc.Arbitrary<Value>) =>
	fc.option(arbitrary, { nil: undefined });
const accounts = ['a', 'b', 'c'] as const;
const counted = fc.record({
	account: optional(fc.constantFrom(...accounts)),
	since: time,
	markedSince: optional(time),
});
const types = ['document_signed', 'document_completed', 'request_completed'];
const values = [...types, '*'];
const begun: fc.Arbitrary<Begun> = fc.record({
	since: optional(time),
	markedSince: optional(time),
	account: optional(fc.constantFrom(...accounts)),
	before: optional(counted),
	unmeasured: optional(fc.array(time)),
	chosen: optional(fc.subarray(values)),
	added: optional(fc.dictionary(fc.constantFrom(...values), time, { noNullPrototype: true })),
});
const event = fc.record({ type: fc.constantFrom(...types), at: time, marked: fc.boolean() });

describe('an event that counts whatever the account is', () => {
	it('counts in each account, by each clock', () => {
		const difference = optional(fc.integer({ min: -9, max: 9 }).map((seconds) => seconds * 1_000));
		const now = fc.record({
			account: optional(fc.constantFrom(...accounts, 'a stranger')),
			difference,
		});
		fc.assert(
			fc.property(begun, event, now, (since, { type, at, marked }, credential) => {
				fc.pre(countsAnywhere(since, type, at, marked));
				expect(counts(since, credential, type, at, marked)).toBe(true);
			}),
		);
	});

	it('is the common case: one after the publication, in the account of the publication or an earlier one', () => {
		const published = {
			since: 5_000,
			chosen: ['document_signed'],
			account: 'a',
			before: { account: 'b', since: 6_000 },
		};
		const at = (time: number) => countsAnywhere(published, 'document_signed', time, false);
		expect([4_999, 5_000, 6_000].map(at)).toEqual([false, false, true]);
	});
});
