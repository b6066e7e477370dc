import { addAll } from '@kufang/kernel/add-all.ts'
import type { Database } from '../../server/src/platform/database/database.ts'
import type { Api } from './api.ts'
import { differences, fingerprint } from './fingerprint.ts'
import type { Found } from './strangers.ts'

/**
 * Attempts by a manager of users and rights, who holds nothing else, to take over every other account and to widen his
 * own: refused, and nothing may be written.
 */
export async function byManager(
  api: Api,
  database: Database,
  manager: string,
  token: string,
): Promise<Found> {
  const calls = api.calls
  const problems: string[] = []
  const users = await database.query<{ id: string; account: string; version: number }>(
    'select id, account, version from app_user order by account',
  )
  const before = await fingerprint(database)
  for (const { id, account, version } of users) {
    const isOwn = account === manager
    const user = `/api/system/users/${id}`
    const acts: [string, object][] = [
      [user, { version, userName: account, tenantId: 'T-OTHER' }],
      [user, { version, userName: account, supplierNo: 'S-RIVAL' }],
      [`${user}/roles`, { version, roles: ['YHGL', 'JSFP', 'CKSH'] }],
      [`${user}/roles`, { version, roles: ['admin'] }],
      [`${user}/functions`, { version, functions: ['ZCDSP'] }],
      ['/api/system/relations/plant/add', { userId: id, values: [{ companyCode: '1020' }] }],
      [
        '/api/system/relations/material-group/add',
        { userId: id, values: [{ materialGroup: '*' }] },
      ],
    ]
    const takeovers: [string, object][] = [
      [user, { version, userName: account, email: 'manager@elsewhere.example' }],
      [`${user}/reset-password`, {}],
      [`${user}/unlock`, {}],
      [`${user}/disable`, {}],
    ]
    for (const [path, body] of isOwn ? acts : [...acts, ...takeovers]) {
      const answer = await api.send({ method: 'POST', path, token, body })
      if (answer.status !== 403)
        problems.push(`${account}: ${path}: ${answer.status} ${answer.text.slice(0, 120)}`)
    }
  }
  addAll(
    problems,
    differences(before, await fingerprint(database)).map((one) => `written: ${one}`),
  )
  return { calls: api.calls - calls, problems }
}
