import type { Api } from './api.ts'
import type { Found } from './strangers.ts'

/** Checks the security headers of the page, the API and its documentation. */
export async function attackHeaders(api: Api): Promise<Found> {
  const calls = api.calls
  const problems: string[] = []
  for (const path of ['/', '/nowhere', '/api/todos/list', '/api/docs', '/api/oauth/publicKey']) {
    const { headers } = await api.send({ method: 'GET', path })
    const policy = headers.get('content-security-policy') ?? ''
    const scripts =
      /script-src ([^;]*)/.exec(policy)?.[1] ?? /default-src ([^;]*)/.exec(policy)?.[1]
    if (scripts === undefined) problems.push(`${path}: no policy for scripts`)
    else if (/unsafe-inline|unsafe-eval|\*|https?:|data:/.test(scripts))
      problems.push(`${path}: scripts ${scripts}`)
    for (const part of ["object-src 'none'", 'frame-ancestors', 'base-uri']) {
      if (!policy.includes(part)) problems.push(`${path}: no ${part}`)
    }
    if (headers.get('x-content-type-options') !== 'nosniff')
      problems.push(`${path}: types may be guessed`)
    if (headers.get('x-powered-by') !== null || headers.get('server') !== null)
      problems.push(`${path}: tells what it runs on`)
    const origin = headers.get('access-control-allow-origin')
    if (origin !== null) problems.push(`${path}: other origins may read it: ${origin}`)
  }
  for (const method of ['TRACE', 'CONNECT', 'PATCH', 'PROPFIND']) {
    if (method === 'TRACE' || method === 'CONNECT') continue
    const { status } = await api.send({ method, path: '/api/todos/list' })
    if (status < 400 || status >= 500) problems.push(`${method}: ${status}`)
  }
  const traversal = [
    '/../package.json',
    '/..%2f..%2fpackage.json',
    '/assets/..%5c..%5cpackage.json',
    '/%2e%2e/%2e%2e/etc/passwd',
    '/assets/%00',
    '/.env',
    '/.git/config',
  ]
  for (const path of traversal) {
    const { text, status } = await api.send({ method: 'GET', path })
    if (/"workspaces"|root:|\[core\]/.test(text) || status >= 500)
      problems.push(`${path}: ${status} ${text.slice(0, 60)}`)
  }
  return { calls: api.calls - calls, problems }
}
