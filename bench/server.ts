import { spawn, type ChildProcess } from 'node:child_process'
import { mkdtempSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { createInterface } from 'node:readline'
import { newId } from '@kufang/kernel/identifier.ts'

export interface RunningServer {
  address: string
  processId: number
  stop(): Promise<void>
}

/** The server as it runs anywhere, without an ERP: postings stay in the outbox. */
export async function startServer(connectionString: string): Promise<RunningServer> {
  const child = spawn(process.execPath, ['server/src/main.ts'], {
    env: {
      ...process.env,
      NODE_ENV: 'production',
      DATABASE_URL: connectionString,
      ERP_URL: '',
      KUFANG_DATA: mkdtempSync(join(tmpdir(), 'kufang-bench-data-')),
      PORT: '0',
      LOG_LEVEL: 'warn',
      KUFANG_DEMONSTRATION: '0',
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

export interface Caller {
  post<T>(path: string, body: unknown, idempotent?: boolean): Promise<T>
}

/** Signs in and gives the calls of that person; a failure throws with the server's own words. */
export async function signIn(address: string, account: string, password: string): Promise<Caller> {
  const query = new URLSearchParams({ username: account, password, grant_type: 'password' })
  const answer = (await (
    await fetch(`${address}/api/oauth/token?${query}`, { method: 'POST' })
  ).json()) as { datas?: { access_token?: string }; resp_msg?: string }
  const token = answer.datas?.access_token
  if (!token) throw new Error(`${account} cannot sign in: ${answer.resp_msg}`)
  return {
    async post<T>(path: string, body: unknown, idempotent = false): Promise<T> {
      const reply = await fetch(`${address}${path}`, {
        method: 'POST',
        headers: {
          authorization: `Bearer ${token}`,
          'content-type': 'application/json',
          ...(idempotent ? { 'idempotency-key': newId() } : {}),
        },
        body: JSON.stringify(body),
      })
      const envelope = (await reply.json()) as {
        resp_code: number
        resp_msg: string
        resp_detail_msg?: string
        datas: T
      }
      if (envelope.resp_code !== 0)
        throw new Error(`${path}: ${reply.status} ${envelope.resp_detail_msg ?? envelope.resp_msg}`)
      return envelope.datas
    },
  }
}

/** Runs the tasks with so many hands; gives each one's milliseconds and the whole time in seconds. */
export async function withHands<T>(
  hands: number,
  tasks: readonly T[],
  work: (task: T) => Promise<void>,
): Promise<{ latencies: number[]; seconds: number }> {
  const latencies: number[] = []
  let next = 0
  const began = performance.now()
  await Promise.all(
    Array.from({ length: hands }, async () => {
      while (next < tasks.length) {
        const task = tasks[next++]!
        const at = performance.now()
        await work(task)
        latencies.push(performance.now() - at)
      }
    }),
  )
  return { latencies, seconds: (performance.now() - began) / 1000 }
}
