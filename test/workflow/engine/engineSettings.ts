import 'reflect-metadata';
import { mkdtempSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

/** Where n8n keeps what it stores. */
export const userFolder = mkdtempSync(join(tmpdir(), 'n8n-core-'));

// n8n-core reads these while it is being loaded, so this module comes before it.
process.env.N8N_USER_FOLDER = userFolder;
process.env.N8N_ENCRYPTION_KEY = 'a key for tests';
process.env.N8N_ENFORCE_SETTINGS_FILE_PERMISSIONS = 'false';
process.env.N8N_LOG_LEVEL = 'silent';
