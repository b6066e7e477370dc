import type { Dice } from '../faults/dice.ts'
import type { Api } from './api.ts'
import { hostileValues, placesIn, spoil } from './hostile.ts'
import type { Found } from './strangers.ts'
import type { Target } from './targets.ts'

/** Excluded: calls that would end the attacker's own session or call a third party. */
const leftOut = /remove\/token|\/test$|synchronise$|reset-password|editPswByAccount|\/erp$/

/**
 * Replaces each value of each call by values of wrong type, too long, too deep, too many, and by SQL, script, template
 * and formula text, as a user with all rights: refused or stored as text, never a 5xx.
 *
 * @param most maximum number of calls; beyond it a random selection
 */
export async function hostileCalls(
  api: Api,
  targets: readonly Target[],
  signIn: () => Promise<string>,
  dice: Dice,
  most: number,
): Promise<Found> {
  const calls = api.calls
  api.failures.length = 0
  let token = await signIn()
  const attempts = targets
    .filter(({ path }) => !leftOut.test(path.split('?')[0]!))
    .flatMap(attemptsOn)
  const share = most / attempts.length
  for (const attempt of attempts) {
    if (dice.next() > share) continue
    const { status } = await api.send({ ...attempt, token })
    if (status === 401) token = await signIn()
  }
  return { calls: api.calls - calls, problems: [...api.failures] }
}

interface Attempt {
  method: string
  path: string
  body?: unknown
  headers?: Record<string, string>
}

function attemptsOn({ operation, path, body }: Target): Attempt[] {
  const { method } = operation
  const attempts: Attempt[] = []
  if (body !== undefined) {
    for (const at of placesIn(body)) {
      for (const [, value] of hostileValues)
        attempts.push({ method, path, body: spoil(body, at, value) })
    }
    for (const name of ['__proto__', 'state', 'id', "x' or 1=1--"]) {
      attempts.push({
        method,
        path,
        body: JSON.stringify({ ...(body as object), extra: 1 }).replace(
          '"extra"',
          JSON.stringify(name),
        ),
      })
    }
    attempts.push({ method, path, body: '{' }, { method, path, body: '['.repeat(5000) })
  }
  const [bare, query = ''] = path.split('?') as [string, string?]
  const texts = hostileValues.flatMap(([, value]) =>
    typeof value === 'string' ? [value.slice(0, 2000)] : [],
  )
  const parameters = new URLSearchParams(query)
  for (const { name } of operation.query) {
    for (const text of texts) {
      const spoilt = new URLSearchParams(parameters)
      spoilt.set(name, text)
      attempts.push({ method, path: `${bare}?${spoilt}`, body })
    }
  }
  const parts = bare.split('/')
  for (const [index, part] of operation.path.split('/').entries()) {
    if (!part.startsWith('{')) continue
    for (const text of texts) {
      const spoilt = parts.with(index, encodeURIComponent(text.replaceAll(/[\ud800-\udfff]/g, '')))
      attempts.push({ method, path: spoilt.join('/') + (query === '' ? '' : `?${query}`), body })
    }
  }
  attempts.push(
    { method, path, body, headers: { 'idempotency-key': 'x'.repeat(500) } },
    {
      method,
      path,
      body,
      headers: { 'accept-language': 'x'.repeat(4000), cookie: 'language=%ff; a=b; =; ;;' },
    },
    { method, path, body, headers: { 'content-type': 'text/xml' } },
  )
  return attempts
}

/** Sorts and filters by column names that do not exist or contain code. */
export async function unknownColumns(
  api: Api,
  targets: readonly Target[],
  token: string,
): Promise<Found> {
  const calls = api.calls
  const problems: string[] = []
  const names = [
    'nothing',
    'id; drop table app_user',
    '__proto__',
    'constructor',
    'toString',
    "docNo'--",
    'password_hash',
    'h.doc_no',
    '(select 1)',
    '',
  ]
  api.failures.length = 0
  for (const { operation, path } of targets) {
    if (!path.endsWith('/list')) continue
    const plain = await api.send({ method: operation.method, path, body: { size: 1 }, token })
    if (plain.status !== 200) continue
    const takes = operation.body?.properties ?? {}
    for (const name of names) {
      const bodies = [
        ...('sort' in takes ? [{ size: 1, sort: [{ field: name, direction: 'asc' }] }] : []),
        ...('filters' in takes
          ? [{ size: 1, filters: [{ field: name, operator: 'eq', value: '1' }] }]
          : []),
      ]
      for (const body of bodies) {
        const { status } = await api.send({ method: operation.method, path, body, token })
        if (status < 400 || status >= 500)
          problems.push(`${path} by ${JSON.stringify(body)}: ${status}`)
      }
    }
  }
  return { calls: api.calls - calls, problems }
}
