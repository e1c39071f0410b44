import { retryOnFail } from '../runs/retriedRow';
import { testRetries } from './retries';

testRetries(retryOnFail);
