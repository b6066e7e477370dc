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
