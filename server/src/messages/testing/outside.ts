import { once } from 'node:events'
import type { IncomingMessage } from 'node:http'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { SMTPServer } from 'smtp-server'

export interface MailServer {
  port: number
  /** Complete mails as received. */
  mails: string[]
  /** Sets the response to further mails; null accepts them. */
  refuseWith(code: number | null): void
  close(): Promise<void>
}

/** A real SMTP server with one account, without encryption. */
export async function startMailServer(account: string, password: string): Promise<MailServer> {
  const mails: string[] = []
  let refusal: number | null = null
  const server = new SMTPServer({
    authOptional: false,
    allowInsecureAuth: true,
    disabledCommands: ['STARTTLS'],
    disableReverseLookup: true,
    onAuth: ({ username, password: given }, _session, done) => {
      if (username === account && given === password) done(null, { user: username })
      else done(new Error('wrong password'))
    },
    onData: (stream, _session, done) => {
      const parts: Buffer[] = []
      stream.on('data', (part: Buffer) => parts.push(part))
      stream.on('end', () => {
        if (refusal !== null) {
          done(Object.assign(new Error('not now'), { responseCode: refusal }))
          return
        }
        mails.push(Buffer.concat(parts).toString('utf8'))
        done()
      })
    },
  })
  const listener = server.listen(0, '127.0.0.1')
  await once(listener, 'listening')
  return {
    port: (listener.address() as AddressInfo).port,
    mails,
    refuseWith: (code) => {
      refusal = code
    },
    close: () => new Promise((resolve) => server.close(() => resolve())),
  }
}

export interface Robot {
  url: string
  calls: { query: URLSearchParams; body: { msgtype: string; text: { content: string } } }[]
  answerWith(answer: object): void
  close(): Promise<void>
}

/** A local web hook of a chat robot. */
export async function startRobot(): Promise<Robot> {
  const calls: Robot['calls'] = []
  let answer: object = { errcode: 0, errmsg: 'ok' }
  const read = async (request: IncomingMessage): Promise<string> => {
    const parts: Buffer[] = []
    for await (const part of request) parts.push(part as Buffer)
    return Buffer.concat(parts).toString('utf8')
  }
  const server = createServer((request, response) => {
    void read(request).then((text) => {
      const query = new URL(request.url ?? '/', 'http://robot').searchParams
      calls.push({ query, body: JSON.parse(text) as Robot['calls'][number]['body'] })
      response.setHeader('content-type', 'application/json').end(JSON.stringify(answer))
    })
  })
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}/robot/send`,
    calls,
    answerWith: (given) => {
      answer = given
    },
    close: () => new Promise((resolve) => server.close(() => resolve())),
  }
}
