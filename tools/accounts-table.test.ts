import { readFileSync } from 'node:fs'
import { resolve } from 'node:path'
import { expect, test } from 'vitest'
import { accountsTable, withAccountsTable } from './accounts-table.ts'

const readme = readFileSync(resolve(import.meta.dirname, '../README.md'), 'utf8')

test('the README lists the account of every job (written by npx node tools/write-accounts.ts)', () => {
  expect(withAccountsTable(readme)).toBe(readme)
  expect(accountsTable()).toContain('| `storekeeper`, `storekeeper2` | 保管员 (one per company) |')
})

test('a job that is missing in the table is found, and a text without the table refused', () => {
  const outdated = readme.replace(/^\| `poster`.*\n/m, '')
  expect(withAccountsTable(outdated)).not.toBe(outdated)
  expect(() => withAccountsTable('# Kufang\n')).toThrow('there is no table')
})
