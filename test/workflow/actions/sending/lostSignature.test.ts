import { describeLostAnswers } from './lostAnswers';

describe('a signature request that is created', () => describeLostAnswers('signature'));
