import { readFileSync, writeFileSync } from 'node:fs'
import { resolve } from 'node:path'
import { withAccountsTable } from './accounts-table.ts'

/* `npx node tools/write-accounts.ts`: rewrites the README's table of accounts after a job was added or changed. */
const path = resolve(import.meta.dirname, '../README.md')
writeFileSync(path, withAccountsTable(readFileSync(path, 'utf8')))
