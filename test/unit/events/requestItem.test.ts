import { signersOf } from '../../../nodes/Signaturit/events/requestItem';
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
	it.each<[string, object, object, boolean[]]>([
		['by the event', {}, event, [false, true]],
		['by the reason', {}, { decline_reason: 'The salary' }, [false, true]],
		['by the address', { decliner_email: BEN.email }, {}, [false, true]],
		['by the address rather than by events', { decliner_email: ADA.email }, event, [true, false]],
		['by nothing', {}, {}, [false, false]],
	])('are all declined, and the one who has declined is known %s', (_, top, own, declined) => {
		const documents = [
			{ ...ADA, status: 'declined' },
			{ ...BEN, status: 'declined', ...own },
		];
		const signers = signersOf(request(documents, top));
		expect(signers.map(({ status }) => status)).toEqual(['declined', 'declined']);
		expect(signers.map((signer) => signer.declined === true)).toEqual(declined);
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
