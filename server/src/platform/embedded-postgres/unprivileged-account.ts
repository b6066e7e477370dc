import { spawnSync } from 'node:child_process'
import { readFileSync } from 'node:fs'

/** An account of the operating system for the database. */
export interface Account {
  name: string
  uid: number
  gid: number
}

/** Tried first, in this order; then any other account except root. */
const preferredNames = ['nobody', 'postgres', 'daemon']

/**
 * PostgreSQL refuses to run as root. As root, chooses the account to run it; otherwise returns undefined for the
 * current user.
 * @throws if root cannot switch to another account, with advice
 */
export function chooseAccount(): Account | undefined {
  if (process.getuid?.() !== 0) return undefined
  for (const account of accounts()) {
    if (canBecome(account)) return account
  }
  throw new Error(
    'PostgreSQL does not run as root and no other account can be used here: start kufang as an ordinary user, or give DATABASE_URL',
  )
}

function accounts(): Account[] {
  const all: Account[] = []
  for (const line of readFileSync('/etc/passwd', 'utf8').split('\n')) {
    const [name, , uid, gid] = line.split(':')
    if (name === undefined || uid === undefined || gid === undefined) continue
    if (Number(uid) > 0) all.push({ name, uid: Number(uid), gid: Number(gid) })
  }
  const rank = (account: Account) => {
    const index = preferredNames.indexOf(account.name)
    return index < 0 ? preferredNames.length : index
  }
  return all.toSorted((one, other) => rank(one) - rank(other))
}

function canBecome({ uid, gid }: Account): boolean {
  return spawnSync('/bin/sh', ['-c', ':'], { uid, gid, cwd: '/' }).status === 0
}

/** Whether the account can run this program: all folders accessible, its libraries found. */
export function canRun(program: string, account: Account): boolean {
  const { uid, gid } = account
  const result = spawnSync(program, ['--version'], { uid, gid, cwd: '/', stdio: 'ignore' })
  return result.status === 0
}
