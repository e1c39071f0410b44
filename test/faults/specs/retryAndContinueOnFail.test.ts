import { retryAndContinueOnFail } from '../runs/retriedRow';
import { testRetries } from './retries';

testRetries(retryAndContinueOnFail);
