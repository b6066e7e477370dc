import { spawn, type ChildProcess } from 'node:child_process'
import { existsSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { Agent, request } from 'node:http'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { createInterface } from 'node:readline'
import { newId } from '@kufang/kernel/identifier.ts'

export interface RunningServer {
  address: string
  processId: number
  stop(): Promise<void>
}

export interface ServerOptions {
  /** The limits per person are those of a normal installation. Without it an account may use all connections. */
  isPlain?: boolean
  /** Further settings. */
  environment?: Record<string, string>
}

/**
 * Starts the server in its usual configuration without an ERP: postings stay in the outbox. Except for `isPlain`, one
 * account may use all connections, because three accounts of a benchmark stand for many people.
 */
export async function startServer(
  connectionString: string,
  { isPlain = false, environment = {} }: ServerOptions = {},
): Promise<RunningServer> {
  const dataFolder = mkdtempSync(join(tmpdir(), 'kufang-bench-data-'))
  const child = spawn(process.execPath, ['server/src/main.ts'], {
    env: {
      ...process.env,
      NODE_ENV: 'production',
      DATABASE_URL: connectionString,
      ERP_URL: '',
      KUFANG_DATA: dataFolder,
      PORT: '0',
      LOG_LEVEL: 'warn',
      KUFANG_DEMONSTRATION: '0',
      KUFANG_DRAIN_SECONDS: '0',
      ...(isPlain
        ? {}
        : { KUFANG_CONNECTIONS_OF_PERSON: '10', KUFANG_STEADY_CONNECTIONS_OF_PERSON: '10' }),
      ...environment,
    },
    stdio: ['ignore', 'pipe', 'inherit'],
  })
  const address = await listening(child)
  return {
    address,
    processId: child.pid!,
    async stop() {
      if (child.exitCode !== null || child.signalCode !== null) return
      const ended = new Promise((resolve) => child.once('exit', resolve))
      child.kill('SIGTERM')
      await ended
      rmSync(dataFolder, { recursive: true, force: true })
    },
  }
}

async function listening(child: ChildProcess): Promise<string> {
  return new Promise((resolve, reject) => {
    child.once('exit', (code) =>
      reject(new Error(`the server ended with ${code} before it listened`)),
    )
    createInterface({ input: child.stdout! }).on('line', (line) => {
      const found = /^listening (http:\S+?)\/?$/.exec(line)
      if (found) resolve(found[1]!)
    })
  })
}

/** Whether this machine reports the memory of processes, as Linux does. */
export const canReadMemory = existsSync('/proc/self/clear_refs')

/** Peak memory of a process since `resetPeak`, bytes; Linux only. */
export function peakMemory(processId: number): number {
  return memoryLine(processId, 'VmHWM')
}

/** Current memory of a process, bytes; Linux only. */
export function residentMemory(processId: number): number {
  return memoryLine(processId, 'VmRSS')
}

/** Resets `peakMemory`. */
export function resetPeak(processId: number): void {
  writeFileSync(`/proc/${processId}/clear_refs`, '5')
}

function memoryLine(processId: number, name: string): number {
  const found = new RegExp(`^${name}:\\s+(\\d+) kB`, 'm').exec(
    readFileSync(`/proc/${processId}/status`, 'utf8'),
  )
  if (!found) throw new Error(`no ${name} of process ${processId}`)
  return Number(found[1]) * 1024
}

export interface Caller {
  token: string
  /** The same user at another process. */
  at(address: string): Caller
  post<T>(path: string, body: unknown, idempotent?: boolean): Promise<T>
  get<T>(path: string): Promise<T>
  /** Reads a response completely and returns its length, for exports. */
  download(path: string, body: unknown): Promise<number>
}

// The client shares the machine with the measured processes: connections are kept open.
const agent = new Agent({ keepAlive: true, maxSockets: 64 })

interface Reply {
  status: number
  text: string
  bytes: number
}

function send(
  url: string,
  headers: Record<string, string>,
  body: string,
  method: 'GET' | 'POST' = 'POST',
): Promise<Reply> {
  return new Promise((resolve, reject) => {
    const sent = request(
      url,
      {
        method,
        agent,
        headers: { ...headers, 'content-length': String(Buffer.byteLength(body)) },
      },
      (reply) => {
        const isText = String(reply.headers['content-type']).startsWith('application/json')
        const chunks: Buffer[] = []
        let bytes = 0
        reply.on('data', (chunk: Buffer) => {
          bytes += chunk.length
          if (isText) chunks.push(chunk)
        })
        reply.on('end', () =>
          resolve({ status: reply.statusCode!, text: Buffer.concat(chunks).toString(), bytes }),
        )
        reply.on('error', reject)
      },
    )
    sent.on('error', reject)
    sent.end(body)
  })
}

/** Signs in and returns a client for that user; throws with the server's message. */
export async function signIn(address: string, account: string, password: string): Promise<Caller> {
  const query = new URLSearchParams({ username: account, password, grant_type: 'password' })
  const { text } = await send(`${address}/api/oauth/token?${query}`, {}, '')
  const answer = JSON.parse(text) as { datas?: { access_token?: string }; resp_msg?: string }
  const token = answer.datas?.access_token
  if (!token) throw new Error(`${account} cannot sign in: ${answer.resp_msg}`)
  return callerWith(address, token)
}

function callerWith(address: string, token: string): Caller {
  const headers = { authorization: `Bearer ${token}`, 'content-type': 'application/json' }
  return {
    token,
    at: (other) => callerWith(other, token),
    async post<T>(path: string, body: unknown, idempotent = false): Promise<T> {
      const reply = await send(
        address + path,
        idempotent ? { ...headers, 'idempotency-key': newId() } : headers,
        JSON.stringify(body),
      )
      return dataOf<T>(path, reply)
    },
    get: async <T>(path: string) => dataOf<T>(path, await send(address + path, headers, '', 'GET')),
    async download(path, body) {
      const reply = await send(address + path, headers, JSON.stringify(body))
      if (reply.status !== 200) throw new Error(`${path}: ${reply.status} ${reply.text}`)
      return reply.bytes
    },
  }
}

function dataOf<T>(path: string, { status, text }: Reply): T {
  const envelope = JSON.parse(text) as {
    resp_code: number
    resp_msg: string
    resp_detail_msg?: string
    datas: T
  }
  if (envelope.resp_code !== 0)
    throw new Error(`${path}: ${status} ${envelope.resp_detail_msg ?? envelope.resp_msg}`)
  return envelope.datas
}
