import { sms } from '../certified/kinds';
import { getManyOf } from '../certified/reading';

/** GET /v3/sms.json. */
export const getMany = getManyOf(sms);
