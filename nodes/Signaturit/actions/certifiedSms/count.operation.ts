import { sms } from '../certified/kinds';
import { countOf } from '../certified/reading';

/** GET /v3/sms/count.json. */
export const count = countOf(sms);
