import { emails } from '../certified/kinds';
import { getOf } from '../certified/reading';

/** GET /v3/emails/{id}.json. */
export const get = getOf(emails);
