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
  return token
}
