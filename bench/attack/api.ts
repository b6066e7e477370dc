/** A response of the product. */
export interface Answer {
  status: number
  headers: Headers
  text: string
  /** `datas` of the envelope; undefined if there is no envelope. */
  datas: unknown
  code: string
}

export interface Call {
  method: string
  path: string
  token?: string | undefined
  body?: unknown
  headers?: Record<string, string>
}

/** An HTTP client for the product; counts all responses. */
export class Api {
  readonly address: string
  calls = 0
  readonly failures: string[] = []

  constructor(address: string) {
    this.address = address
  }

  async send({ method, path, token, body, headers = {} }: Call): Promise<Answer> {
    this.calls += 1
    const isRaw = typeof body === 'string' || body instanceof FormData
    const response = await fetch(new URL(path, this.address), {
      method,
      redirect: 'manual',
      headers: {
        ...(token === undefined ? {} : { authorization: `Bearer ${token}` }),
        ...(body === undefined || body instanceof FormData
          ? {}
          : { 'content-type': 'application/json' }),
        'idempotency-key': `attack-${this.calls}`,
        ...headers,
      },
      ...(body === undefined || method === 'GET'
        ? {}
        : { body: isRaw ? (body as string | FormData) : JSON.stringify(body) }),
      signal: AbortSignal.timeout(60_000),
    })
    const text = await response.text()
    const json = parse(text)
    const datas = json?.datas
    const answer: Answer = {
      status: response.status,
      headers: response.headers,
      text,
      datas,
      code: (datas as { code?: string } | null)?.code ?? '',
    }
    if (response.status >= 500) {
      this.failures.push(`${method} ${path} → ${response.status} ${shorten(body)}`)
    }
    return answer
  }

  /** Returns the token of an account, signed in with an unencrypted password. */
  async signIn(account: string, password: string): Promise<string> {
    const { datas, text } = await this.send({
      method: 'POST',
      path: '/api/oauth/token',
      body: { username: account, password, grant_type: 'password' },
    })
    const token = (datas as { access_token?: string } | null)?.access_token
    if (token === undefined) throw new Error(`${account} cannot sign in: ${text}`)
    return token
  }
}

function parse(text: string): { datas?: unknown } | undefined {
  try {
    return JSON.parse(text) as { datas?: unknown }
  } catch {
    return undefined
  }
}

export function shorten(value: unknown): string {
  const text = value instanceof FormData ? 'form' : (JSON.stringify(value) ?? '')
  return text.length > 300 ? `${text.slice(0, 300)}… (${text.length})` : text
}
