import { signersOf } from '../../../nodes/Signaturit/events/state';
import { deliverySchema } from '../../../nodes/Signaturit/transport/shapes';
import { ADA, BEN } from '../../people';

const request = (documents: object[], top = {}) =>
	deliverySchema.parse({
		...top,
		id: 'r1',
		documents: documents.map((document, index) => ({ id: `d${index}`, events: [], ...document })),
	});

describe('the signers of a request', () => {
	it('are people, each with the status of all of their documents', () => {
		const documents = [
			{ ...ADA, status: 'completed' },
			{ ...BEN, status: 'completed' },
			{ ...ADA, status: 'completed' },
			{ ...BEN, status: 'declined', decline_reason: 'The salary' },
		];
		expect(signersOf(request(documents))).toEqual([
			{ ...ADA, status: 'completed', declineReason: undefined },
			{ ...BEN, status: 'declined', declined: true, declineReason: 'The salary' },
		]);
	});

	const event = { events: [{ type: 'document_declined' }] };
	it.each<[string, object, object, boolean[], object?]>([
		['by the event', {}, event, [false, true]],
		['by the reason', {}, { decline_reason: 'The salary' }, [false, true]],
		['by the address', { decliner_email: BEN.email }, {}, [false, true]],
		[
			'by the event rather than by the address',
			{ decliner_email: ADA.email },
			event,
			[false, true],
		],
		[
			'by the event rather than by the reason of another',
			{},
			event,
			[false, true],
			{ decline_reason: 'His' },
		],
		['by nothing', {}, {}, [false, false]],
	])(
		'are all declined, and the one who has declined is known %s',
		(_, top, own, declined, ...[first]) => {
			const documents = [
				{ ...ADA, status: 'declined', ...first },
				{ ...BEN, status: 'declined', ...own },
			];
			const signers = signersOf(request(documents, top));
			expect(signers.map(({ status }) => status)).toEqual(['declined', 'declined']);
			expect(signers.map((signer) => signer.declined === true)).toEqual(declined);
		},
	);

	it('who have one address are told apart by the history', () => {
		const address = { email: 'family@example.com' };
		const documents = [
			{ ...ADA, ...address, status: 'declined' },
			{ ...BEN, ...address, status: 'declined', ...event },
		];
		const signers = signersOf(request(documents, { decliner_email: address.email }));
		expect(signers.map(({ name, declined }) => [name, declined])).toEqual([
			[ADA.name, undefined],
			[BEN.name, true],
		]);
	});

	it('who have one address are not known to have declined by the address alone', () => {
		const address = { email: 'family@example.com' };
		const documents = [ADA, BEN].map((person) => ({ ...person, ...address, status: 'declined' }));
		const signers = signersOf(request(documents, { decliner_email: address.email }));
		expect(signers.map(({ declined }) => declined)).toEqual([undefined, undefined]);
	});

	it('who got an SMS have their phone, and are two if the phones are two', () => {
		const phones = ['34600000001', '34600000002'];
		const documents = phones.map((phone) => ({ name: ADA.name, phone, status: 'ready' }));
		expect(signersOf(request([...documents, ...documents]))).toMatchObject(
			phones.map((phone) => ({ name: ADA.name, email: undefined, phone, status: 'ready' })),
		);
	});

	it('are not known to have declined for having no address, when nobody is named', () => {
		const documents = [
			{ name: ADA.name, phone: '+34600000001', status: 'declined' },
			{ ...BEN, status: 'declined' },
		];
		expect(signersOf(request(documents)).map((signer) => signer.declined)).toEqual([
			undefined,
			undefined,
		]);
	});

	it('are not known to have declined by other events than a decline', () => {
		const documents = [
			{ ...ADA, status: 'declined', events: [{ type: 'document_opened' }] },
			{ ...BEN, status: 'declined', ...event },
		];
		expect(signersOf(request(documents)).map((signer) => signer.declined)).toEqual([
			undefined,
			true,
		]);
	});

	it('were declined by the only one whose document is declined', () => {
		const documents = [
			{ ...ADA, status: 'completed' },
			{ ...BEN, status: 'declined' },
		];
		expect(signersOf(request(documents))[1]).toHaveProperty('declined', true);
	});
});
