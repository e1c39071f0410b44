import { describeLostAnswers } from './lostAnswers';

describe('a certified email that is created', () => describeLostAnswers('certifiedEmail'));
