// Makes the name and the action text of an operation from its key.

import { withArticle } from '../input/locators';

const upperCase = (text: string) => text.toUpperCase();

/**
 * E.g. `getManyUsers` of the resource Team is *Get Many Users*, "Get many team users"; `getContact` of the resource
 * Contact is *Get*, "Get a contact".
 */
export function textsFromKey(key: string, resource: string) {
	const noun = resource.toLowerCase();
	const words = key.replace(/[A-Z]/g, (letter) => ` ${letter.toLowerCase()}`);
	const [, verb = '', object = ''] = /^(get many|\w+)(?: (.*))?$/.exec(words) ?? [];
	const isResource = object.replace(/s$/, '') === noun;
	const name = isResource ? verb : `${verb} ${object}`.trim();
	const what = isResource ? object : `${noun} ${object}`.trim();
	const action = `${verb} ${verb === 'get many' ? what : withArticle(what)}`;
	return { name: name.replace(/\b[a-z]/g, upperCase), action: action.replace(/^[a-z]/, upperCase) };
}
