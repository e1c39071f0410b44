import { emails } from '../certified/kinds';
import { getManyOf } from '../certified/reading';

/** GET /v3/emails.json. */
export const getMany = getManyOf(emails);
