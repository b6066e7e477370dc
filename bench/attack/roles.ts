import { addAll } from '@kufang/kernel/add-all.ts'
import {
  rolesFor,
  rolesForDrafts,
  rolesForReading,
} from '../../packages/contract/src/document/decide.ts'
import { sourcesOf } from '../../packages/contract/src/document/page-variants.ts'
import { documentDefinition, registry } from '../../packages/contract/src/registry.ts'
import type { Database } from '../../server/src/platform/database/database.ts'
import type { AnyDocument } from '../../packages/contract/src/document/declare/define-document.ts'
import { toSnake } from '../../server/src/platform/database/case.ts'
import type { Api } from './api.ts'
import { differences, fingerprint } from './fingerprint.ts'
import type { Found } from './strangers.ts'
import type { Target } from './targets.ts'

/**
 * Attempts every action on every document with every account that lacks its role, and opens documents with accounts
 * that may not read them: refused or not found; nothing may be written. Nor is anything proposed to them for a new one.
 */
export async function byLesserRoles(
  api: Api,
  database: Database,
  targets: readonly Target[],
  signIn: (account: string) => Promise<string>,
): Promise<Found> {
  const calls = api.calls
  const problems: string[] = []
  const people = await database.query<{ account: string; roles: string[] }>(
    `select u.account, array(select role_code from user_role r where r.user_id = u.id) as roles from app_user u
     where u.status = 'active' and u.account <> 'admin' and not exists (select from user_role r where r.user_id = u.id and r.role_code = 'admin')
     order by 1`,
  )
  const versions = await versionsOf(database)
  const tokens = new Map<string, string>()
  for (const { account } of people) tokens.set(account, await signIn(account))
  // Signing in writes too.
  const before = await fingerprint(database)
  for (const { account, roles } of people) {
    const token = tokens.get(account)!
    for (const { operation, path, document } of targets) {
      if (document === undefined) continue
      const definition = documentDefinition(document.kind)!
      const action = /\/actions\/(\w+)(?:\/preview)?$/.exec(path)?.[1]
      const needed = action === undefined ? readersOf(definition) : rolesFor(definition, action)
      if (needed.some((role) => roles.includes(role))) continue
      // Users who may not read the document must not learn from a stale version who changed it.
      const isReader = readersOf(definition).some((role) => roles.includes(role))
      const right = versions.get(document.id) ?? 1
      for (const version of isReader ? [right] : [right, right + 1000]) {
        const body = operation.method === 'GET' ? undefined : { version, header: {}, lines: [] }
        const answer = await api.send({ method: operation.method, path, token, body })
        if (![400, 403, 404].includes(answer.status)) {
          const words = answer.text.slice(0, 120)
          problems.push(`${account}: ${operation.method} ${path}: ${answer.status} ${words}`)
        }
      }
    }
  }
  for (const { account, roles } of people)
    addAll(
      problems,
      (await proposed(api, database, { roles, token: tokens.get(account)! })).map(
        (one) => `${account}: ${one}`,
      ),
    )
  addAll(
    problems,
    differences(before, await fingerprint(database)).map((one) => `written: ${one}`),
  )
  return { calls: api.calls - calls, problems }
}

/** What is proposed for a new document, and from what, is answered only to those who may create one. */
async function proposed(
  api: Api,
  database: Database,
  { roles, token }: { roles: readonly string[]; token: string },
): Promise<string[]> {
  const problems: string[] = []
  for (const definition of Object.values<AnyDocument>(registry.documents)) {
    const source = sourcesOf(definition)[0]?.document
    if (source === undefined) continue
    if (rolesForDrafts(definition, 'create').some((role) => roles.includes(role))) continue
    const lines = await database.query<{ id: string; lineNo: number }>(
      `select document_id as id, line_no from ${toSnake(source)}_line order by 1, 2 limit 1`,
    )
    const calls = [
      { path: 'sources/list', body: {} },
      ...(lines.length === 0 ? [] : [{ path: 'prefill', body: { sources: lines } }]),
    ]
    for (const { path, body } of calls) {
      const whole = `/api/documents/${definition.name}/${path}`
      const answer = await api.send({ method: 'POST', path: whole, token, body })
      if (answer.status !== 403)
        problems.push(`POST ${whole}: ${answer.status} ${answer.text.slice(0, 120)}`)
    }
  }
  return problems
}

/** Users who create successors of a document may read it too. */
function readersOf(definition: AnyDocument): readonly string[] {
  const successors = Object.values<AnyDocument>(registry.documents).filter((other) =>
    sourcesOf(other).some(({ document }) => document === definition.name),
  )
  return [definition, ...successors].flatMap((one) => [...rolesForReading(one)])
}

/** With the correct version only the role can be the reason of a refusal. */
async function versionsOf(database: Database): Promise<Map<string, number>> {
  const versions = new Map<string, number>()
  for (const name of Object.keys(registry.documents)) {
    const rows = await database.query<{ id: string; version: number }>(
      `select id, version from ${toSnake(name)}`,
    )
    for (const { id, version } of rows) versions.set(id, version)
  }
  return versions
}
