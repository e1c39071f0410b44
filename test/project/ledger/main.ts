// The command that writes the ledger's page: `npm run ledger`.

/** Writes the page of the ledger from its data: `npm run ledger`. */
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { PAGE, readLedger } from './ledger';
import { ledgerPage } from './page';

writeFileSync(join(__dirname, '../../..', PAGE), ledgerPage(readLedger()));
