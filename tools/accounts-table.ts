import { demonstrationAccounts } from '../server/src/demonstration/accounts.ts'
import { jobs } from '../server/src/document/journey/jobs.ts'

/** The table of accounts in the README, from the jobs; `write-accounts.ts` writes it. */
export function accountsTable(): string {
  const rows = Object.values(jobs).map(({ account, zh, tasks }) => {
    // A job that several companies have has one account for each: storekeeper, storekeeper2.
    const own = demonstrationAccounts.filter((one) => one.account.replace(/\d+$/, '') === account)
    const names = own.map((one) => `\`${one.account}\``).join(', ')
    return `| ${names} | ${zh}${own.length > 1 ? ' (one per company)' : ''} | ${tasks} |\n`
  })
  return [heading, '|---|---|---|\n', '| `admin` | 系统管理员 | everything |\n', ...rows].join('')
}

const heading = '| Account | Role | Tasks |\n'

/**
 * The text with its table of accounts replaced.
 * @throws Error if it has no such table
 */
export function withAccountsTable(text: string): string {
  const start = text.indexOf(heading)
  if (start < 0) throw new Error(`there is no table "${heading.trim()}"`)
  return text.slice(0, start) + accountsTable() + text.slice(text.indexOf('\n\n', start) + 1)
}
