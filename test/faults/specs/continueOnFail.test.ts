import { continueOnFail } from '../runs/retriedRow';
import { testRetries } from './retries';

testRetries(continueOnFail);
