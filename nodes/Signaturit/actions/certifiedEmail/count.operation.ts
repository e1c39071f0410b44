import { emails } from '../certified/kinds';
import { countOf } from '../certified/reading';

/** GET /v3/emails/count.json. */
export const count = countOf(emails);
