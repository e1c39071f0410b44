import { sms } from '../certified/kinds';
import { getOf } from '../certified/reading';

/** GET /v3/sms/{id}.json. */
export const get = getOf(sms);
