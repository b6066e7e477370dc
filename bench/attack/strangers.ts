import { addAll } from '@kufang/kernel/add-all.ts'
import type { Database } from '../../server/src/platform/database/database.ts'
import type { Api } from './api.ts'
import { differences, fingerprint } from './fingerprint.ts'
import { isOfAllCompanies } from './oracle/compare-lists.ts'
import type { DocumentRow, Target } from './targets.ts'

/** Public calls; any other one is a finding until it is added here. */
export const publicPaths =
  /^\/api\/oauth\/(token|user\/token|jwt\/user\/token|publicKey|deployment|saml\/\w+|getTokenBySamlUser)$/

export interface Found {
  calls: number
  problems: string[]
}

/** Without a token, or with an invalid one: only public calls may succeed. */
export async function withoutToken(api: Api, targets: readonly Target[]): Promise<Found> {
  const problems: string[] = []
  const before = api.calls
  const tokens = [undefined, 'x', 'A'.repeat(43), 'null', `${'A'.repeat(42)}'`]
  for (const { operation, path, body } of targets) {
    if (publicPaths.test(path)) continue
    for (const token of tokens) {
      const { status } = await api.send({ method: operation.method, path, body, token })
      if (status !== 401)
        problems.push(`${operation.method} ${path} with token ${token}: ${status}`)
    }
  }
  return { calls: api.calls - before, problems }
}

/** A user, and which documents are outside of his scope. */
export interface Outsider {
  name: string
  token: string
  isForeign: (document: DocumentRow) => boolean
  /** What is sent: calls on foreign documents only, or also those without a document. */
  onDocumentsOnly?: boolean
}

/**
 * Sends every call with ids of others as a user outside of their scope: must be refused, return none of their data, and
 * write nothing. Calls with ids of his own documents are left out: they may succeed.
 *
 * @param rows all documents; the ids of the foreign ones are secrets
 */
export async function byOutsiders(
  api: Api,
  database: Database,
  targets: readonly Target[],
  outsiders: readonly Outsider[],
  rows: readonly DocumentRow[],
): Promise<Found> {
  const problems: string[] = []
  const calls = api.calls
  const before = await fingerprint(database)
  for (const { name, token, isForeign, onDocumentsOnly = false } of outsiders) {
    const secrets = rows.filter(isForeign).map(({ id }) => id)
    let foreignCalls = 0
    for (const { operation, path, body, document } of targets) {
      if (document === undefined ? onDocumentsOnly : !isForeign(document)) continue
      if (/remove\/token|updateUserInfo|editPsw|preferences|file\/uploads|file_upload/.test(path))
        continue
      const answer = await api.send({
        method: operation.method,
        path,
        body: withVersion(body),
        token,
      })
      const isOpen = answer.status < 400
      if (document !== undefined) foreignCalls += 1
      if (document !== undefined && isOpen) {
        problems.push(
          `${name}: ${operation.method} ${path}: ${answer.status} ${answer.text.slice(0, 120)}`,
        )
      }
      const seen = isOpen ? secrets.find((secret) => answer.text.includes(secret)) : undefined
      if (seen !== undefined) problems.push(`${name}: ${operation.method} ${path} shows ${seen}`)
    }
    if (foreignCalls === 0) problems.push(`${name}: no document of others was asked for`)
  }
  addAll(
    problems,
    differences(before, await fingerprint(database)).map((one) => `written: ${one}`),
  )
  return { calls: api.calls - calls, problems }
}

function withVersion(body: unknown): unknown {
  return body !== null && typeof body === 'object' && 'version' in body
    ? { ...body, version: 1 }
    : body
}

/** Rows of each list outside of the caller's scope. */
export async function listsByOutsiders(
  api: Api,
  targets: readonly Target[],
  callers: readonly {
    name: string
    token: string
    companies: readonly string[]
    supplierNo: string | null
  }[],
): Promise<Found> {
  const problems: string[] = []
  const before = api.calls
  let rowsSeen = 0
  for (const { operation, path } of targets) {
    if (!path.endsWith('/list')) continue
    for (const { name, token, companies, supplierNo } of callers) {
      const bodies: object[] = [
        { size: 500, withTotals: true },
        { size: 500, level: 'line' },
      ]
      for (const company of ['1010', '1020']) {
        bodies.push({ filters: [{ field: 'companyCode', operator: 'eq', value: company }] })
      }
      for (const body of bodies) {
        const { datas, status } = await api.send({ method: operation.method, path, body, token })
        if (status !== 200) continue
        const rows = (datas as { rows?: Record<string, unknown>[] }).rows ?? []
        rowsSeen += rows.length
        const foreign = rows.find((row) => {
          const company = row['companyCode']
          if (typeof company === 'string' && company !== '' && !companies.includes(company))
            return !isOfAllCompanies(path) || companies.length === 0
          const supplier = row['supplierNo']
          return supplierNo !== null && typeof supplier === 'string' && supplier !== supplierNo
        })
        if (foreign !== undefined) {
          problems.push(`${name}: ${path}: ${JSON.stringify(foreign).slice(0, 160)}`)
        }
      }
    }
  }
  if (rowsSeen === 0) problems.push('no list gave any row: nothing was tested')
  return { calls: api.calls - before, problems }
}
