import {
	ANY_EVENT,
	eventOptions,
	eventResources,
	isOutcomeType,
	outcomes,
	outcomeType,
	typesEnding,
} from '../../../nodes/Signaturit/events/catalogue';

/** The types that the API reference names (docs/service.md#event-types and docs/service.md#certified-event-types). */
const documented = {
	signature: `email_processed email_delivered email_bounced email_deferred reminder_email_processed
		reminder_email_delivered sms_processed sms_delivered password_sms_processed
		password_sms_delivered document_opened document_signed document_completed
		audit_trail_completed document_declined document_expired document_canceled photo_added
		voice_added file_added photo_id_added expiration_extended`,
	certifiedEmail: `email_processed email_delivered email_bounced email_deferred documents_opened
		document_opened document_downloaded certification_completed`,
	certifiedSms: `sms_processed sms_delivered documents_opened document_opened
		document_downloaded certification_completed`,
};

/** The types of events among the options of a resource. */
const typesOf = (resource: (typeof eventResources)[number]) =>
	eventOptions(resource).filter(
		({ value }) => value !== ANY_EVENT && !isOutcomeType(String(value)),
	);

describe.each(eventResources)('the event types of the resource %s', (resource) => {
	const types = typesOf(resource);

	it('include every documented event type', () => {
		expect(types.map(({ value }) => value)).toEqual(
			expect.arrayContaining(documented[resource].split(/\s+/)),
		);
	});

	it('have unique names, each with a description', () => {
		const names = types.map(({ name }) => name);
		expect(new Set(names).size).toBe(names.length);
		for (const { description } of types) expect(description).toMatch(/^[A-Z].*[^.]$/);
	});

	it('are offered in the panel after the outcomes of a request, and before Any Event', () => {
		const options = eventOptions(resource);
		const last = options.at(-1);
		expect(last).toMatchObject({ name: 'Any Event', value: '*' });
		expect(last?.description).toMatch(/also types that are not in this list$/i);
		expect(ANY_EVENT).toBe('*');
		const outcomeTypes = resource === 'signature' ? outcomes.map(outcomeType) : [];
		expect(options.slice(0, -1).map(({ value }) => value)).toEqual([
			...outcomeTypes,
			...types.map(({ value }) => value),
		]);
		expect(new Set(options.map(({ name }) => name)).size).toBe(options.length);
		for (const { description } of options) expect(description).toMatch(/^[A-Z].*[^.]$/);
	});
});

it('every outcome of a request but a failure has an event type in the table', () => {
	const ofSignatures = typesOf('signature').map(({ value }) => value);
	for (const outcome of outcomes) {
		const isKnown = ofSignatures.includes(typesEnding(outcome)[0] ?? '');
		expect([outcome, isKnown]).toEqual([outcome, outcome !== 'failed']);
	}
});

it.each([
	['signature', 'password_sms_delivered', 'Password SMS Delivered'],
	['signature', 'photo_id_added', 'Photo ID Added'],
	['signature', 'terms_and_conditions_accepted', 'Terms and Conditions Accepted'],
	['signature', 'request_completed', 'Everyone Signed'],
	['signature', 'request_expired', 'Request Expired'],
	['certifiedSms', 'sms_processed', 'SMS Processed'],
] as const)('the panel calls of the resource %s the type %s %s', (resource, type, name) => {
	expect(eventOptions(resource).find(({ value }) => value === type)).toMatchObject({ name });
});
