// Settings that n8n-core reads when it loads, such as its folder and key.

import 'reflect-metadata';
import { Container } from '@n8n/di';
import { randomUUID } from 'node:crypto';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

/** The folder in which n8n-core stores files. It makes it when it stores the first one. */
export const userFolder = join(tmpdir(), `n8n-core-${randomUUID()}`);

// n8n-core reads these when it makes its services, so this module must be imported first.
process.env.N8N_USER_FOLDER = userFolder;
process.env.N8N_ENCRYPTION_KEY = 'a key for tests';
process.env.N8N_ENFORCE_SETTINGS_FILE_PERMISSIONS = 'false';
process.env.N8N_LOG_LEVEL = 'silent';

// Test files of a worker share n8n-core (test/runner), but each has services of its own.
Container.reset();
