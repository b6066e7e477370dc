import { createInterface } from 'node:readline/promises'
import { Writable } from 'node:stream'
import { parseArgs } from 'node:util'
import { isRefusal } from '@kufang/kernel/refusal.ts'
import { adminRole } from '@kufang/kernel/permission.ts'
import { migrate } from '../platform/database/migrate.ts'
import { openDatabase } from '../platform/database/database.ts'
import { messageOf } from '../platform/http/platform-refusals.ts'
import { checkNewPassword } from './change-password.ts'
import { ensureUser } from './ensure-user.ts'
import { normalAccount } from './sign-in.ts'

/*
 * npm run create-administrator -- --account x [--name 名字]
 * Creates the first administrator of an installation. DATABASE_URL names the database; the password comes from
 * KUFANG_ADMINISTRATOR_PASSWORD, else from the first line of standard input, without echo on a terminal. It is never
 * passed on the command line, which other users of the machine can read.
 */

async function askPassword(): Promise<string> {
  const given = process.env['KUFANG_ADMINISTRATOR_PASSWORD']
  if (given !== undefined && given !== '') return given
  const isTerminal = process.stdin.isTTY === true
  if (isTerminal) process.stderr.write('Password: ')
  const unseen = new Writable({ write: (_piece, _encoding, done) => done() })
  const reader = createInterface({ input: process.stdin, output: unseen, terminal: isTerminal })
  const line = await new Promise<string>((done) => {
    reader.once('line', done)
    reader.once('close', () => done(''))
  })
  reader.close()
  if (isTerminal) process.stderr.write('\n')
  return line
}

async function main(): Promise<void> {
  const { values } = parseArgs({
    options: { account: { type: 'string' }, name: { type: 'string' } },
  })
  const connectionString = process.env['DATABASE_URL']
  if (!connectionString) throw new Error('DATABASE_URL is not set')
  if (!values.account) throw new Error('--account is missing')
  const password = await askPassword()
  checkNewPassword('-', password, password)
  await migrate(connectionString)
  const database = openDatabase({ connectionString, connectionsMax: 1 })
  try {
    const present = await database.query(`select 1 as found from app_user where account = $1`, [
      normalAccount(values.account),
    ])
    if (present.length > 0)
      throw new Error(`account ${values.account} exists already; nothing was changed`)
    await ensureUser(database, {
      account: values.account,
      userName: values.name ?? values.account,
      password,
      roles: [adminRole],
    })
    console.log(`administrator ${values.account} was made`)
  } finally {
    await database.close()
  }
}

try {
  await main()
} catch (error) {
  const words = isRefusal(error)
    ? messageOf({ code: error.code, params: error.params }, 'en')
    : (error as Error).message
  console.error(words)
  process.exitCode = 1
}
