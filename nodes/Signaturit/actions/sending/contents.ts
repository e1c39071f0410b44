// What tells two creations apart: a hash of recipients, files and templates, and how they differ.

import { createHash } from 'node:crypto';
import { CONTENTS_KEY } from '../../events/tracking';
import { plainAddress, plainTitle, plainPhone } from '../../transport/same';
import type { Delivery } from '../../transport/shapes';
import type { CreationContents } from './creation';

/**
 * Ends the value of `CONTENTS_KEY`. Values of earlier versions of the node have no such end: their hashes leave out the
 * phone if there is an email, the device and the role, so these are not compared.
 */
const VERSION = '2';

/**
 * The value of `CONTENTS_KEY`: a hash each of recipients, files and templates, as they were sent: the service may show
 * them otherwise. Their order makes no difference, nor do capitals and blanks.
 */
export function contentsValue(contents: CreationContents): string {
	return [...Object.values(listsOf(plainContents(contents))).map(hashOf), VERSION].join('.');
}

/** How contents differ from those of a delivery: a line each for recipients, files and templates. */
export function differences(
	contents: CreationContents,
	{ data }: Pick<Delivery, 'data'>,
): string[] {
	const sent = data[CONTENTS_KEY];
	// It was not sent by this node.
	if (sent === undefined) return [];
	const [recipients, files, templates, version] = String(sent).split('.');
	const known = version === undefined ? withoutDetails(contents) : contents;
	const hashes = Object.values(listsOf(plainContents(known))).map(hashOf);
	return Object.entries(listsOf(contents)).flatMap(([what, list], index) =>
		[recipients, files, templates][index] === hashes[index]
			? []
			: [`${what}: ${list.join(', ') || 'none'} in this item, others in what was sent`],
	);
}

/** What earlier versions of the node have compared. */
const withoutDetails = ({ recipients, ...documents }: CreationContents): CreationContents => ({
	...documents,
	recipients: recipients.map(({ name, email, phone }) => ({ name, email: email ?? phone })),
});

function listsOf({ recipients, files, templates = [] }: CreationContents) {
	return {
		Recipients: recipients.map(({ name, email, phone, isBySms, device, role }) => {
			const address = email ?? phone;
			const details = [
				isBySms && 'by SMS',
				email && phone && `phone ${phone}`,
				device && `device ${device}`,
				role,
			].filter(Boolean);
			return [name, address && `<${address}>`, details.length > 0 && `(${details.join(', ')})`]
				.filter(Boolean)
				.join(' ');
		}),
		Files: [...files],
		Templates: [...templates],
	};
}

const plainContents = ({ recipients, files, templates }: CreationContents): CreationContents => ({
	recipients: recipients.map(({ name, email, phone, ...details }) => ({
		...details,
		name: name && plainTitle(name),
		email: email && plainAddress(email),
		phone: phone && plainPhone(phone),
	})),
	files: files.map(plainTitle),
	templates: templates?.map(plainTitle),
});

/** 120 bits, so that three hashes and the version fit into the 64 characters of a value (docs/service.md#text-lengths). */
function hashOf(list: readonly string[]): string {
	const hash = createHash('sha256').update(JSON.stringify([...list].sort()));
	return hash.digest('base64url').slice(0, 20);
}
