// The list of all questions, from all files of this folder.

import type { Question } from '../question';
import { account } from './account';
import { brandings } from './brandings';
import { certified } from './certified';
import { creation } from './creation';
import { documents } from './documents';
import { errors } from './errors';
import { events } from './events';
import { fields } from './fields';
import { general } from './general';
import { life } from './life';
import { lists } from './lists';
import { otherLists } from './otherLists';

/** All questions. Rows of the ledger that no call without harm can decide have none. */
export const questions: readonly Question[] = [
	...[general, errors, creation, fields, life, documents, events],
	...[lists, otherLists, certified, account, brandings],
].flat();
