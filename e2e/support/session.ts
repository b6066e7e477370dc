/** The password of all accounts of the demonstration company. */
export const password = 'Kufang@2026'

/** A new session, signed in through the API. */
export async function newToken(
  address: string,
  account: string,
  secret = password,
): Promise<string> {
  const query = new URLSearchParams({
    username: account,
    password: secret,
    grant_type: 'password',
    tenantId: '',
  })
  const response = await fetch(new URL(`api/oauth/token?${query}`, address), { method: 'POST' })
  const answer = (await response.json()) as { resp_msg: string; datas?: { access_token?: string } }
  const token = answer.datas?.access_token
  if (token === undefined) throw new Error(`${account} cannot sign in: ${answer.resp_msg}`)
  cookies.set(token, response.headers.getSetCookie())
  return token
}

/** As set by the server with the token. */
const cookies = new Map<string, readonly string[]>()

/** The cookies a browser has after the sign-in that gave this token. */
export function cookiesOf(token: string, url: string) {
  return (cookies.get(token) ?? []).map((text) => {
    const [, name = '', value = ''] = /^([^=]+)=([^;]*)/.exec(text) ?? []
    return { name, value, url, httpOnly: /; httponly/i.test(text), sameSite: 'Strict' as const }
  })
}

/**
 * Calls the API with a token: GET without a body, otherwise POST. Returns the response's `datas`.
 * @throws with the server's message
 */
export async function callApi<Datas>(
  address: string,
  token: string,
  path: string,
  body?: unknown,
): Promise<Datas> {
  const response = await fetch(new URL(path, address), {
    method: body === undefined ? 'GET' : 'POST',
    headers: {
      authorization: `Bearer ${token}`,
      ...(body !== undefined && { 'content-type': 'application/json' }),
      'idempotency-key': crypto.randomUUID(),
    },
    ...(body !== undefined && { body: JSON.stringify(body) }),
  })
  const answer = (await response.json()) as { resp_code: number; resp_msg: string; datas: Datas }
  if (answer.resp_code !== 0) throw new Error(`${path}: ${response.status} ${answer.resp_msg}`)
  return answer.datas
}
