// All rows of the fault tests together, and the one operation that makes no request.

import { downloads } from './downloads';
import { reads } from './reads';
import { writes } from './writes';

/** Makes its output by itself, without any request to the service. */
export const withoutRequests = 'signature:getEmbeddedSigningPage';

/** Every operation in the table, some of them with several of their requests. */
export const rows = [...downloads, ...reads, ...writes];
