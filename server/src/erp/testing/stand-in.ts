import { type ChildProcess, spawn } from 'node:child_process'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { createInterface } from 'node:readline'
import { interfaceCodes, saveInterface } from '../interface-settings.ts'
import { userId, type World } from './world.ts'

/** The ERP stand-in as a separate process, accessed over HTTP only. */
export interface StandIn {
  url: string
  control<T>(method: 'GET' | 'POST' | 'DELETE', path: string, body?: unknown): Promise<T>
  stop(): Promise<void>
}

export const standInPassword = 'nur-zum-Test-9'

export async function startStandIn(password = standInPassword): Promise<StandIn> {
  const folder = mkdtempSync(join(tmpdir(), 'kufang-stand-in-'))
  const program = new URL('../../../../erp-stand-in/src/main.ts', import.meta.url).pathname
  const child = spawn(process.execPath, [program], {
    env: {
      ...process.env,
      STAND_IN_DATA: folder,
      STAND_IN_PASSWORD: password,
      PORT: '0',
      HOST: '127.0.0.1',
    },
    stdio: ['ignore', 'pipe', 'inherit'],
  })
  const url = await readyAddress(child)
  return {
    url,
    async control<T>(method: string, path: string, body?: unknown): Promise<T> {
      const reply = await fetch(`${url}${path}`, {
        method,
        ...(body === undefined
          ? {}
          : { body: JSON.stringify(body), headers: { 'content-type': 'application/json' } }),
      })
      const text = await reply.text()
      if (!reply.ok) throw new Error(`${method} ${path}: ${reply.status} ${text}`)
      return JSON.parse(text) as T
    },
    async stop() {
      const ended = new Promise((resolve) => child.once('exit', resolve))
      child.kill('SIGTERM')
      await ended
      rmSync(folder, { recursive: true, force: true })
    },
  }
}

async function readyAddress(child: ChildProcess): Promise<string> {
  for await (const line of createInterface({ input: child.stdout! })) {
    const url = /^erp stand-in ready (http:\S+)/.exec(line)?.[1]
    if (url !== undefined) return url.replace(/\/$/, '')
  }
  throw new Error('the stand-in ended before it was ready')
}

/** Configures every interface of the world for the stand-in, without waiting times and with tiny pages. */
export async function configureForStandIn(world: World, standIn: StandIn): Promise<void> {
  for (const interfaceCode of interfaceCodes) {
    const change = {
      baseUrl: standIn.url,
      account: 'KUFANG',
      secret: standInPassword,
      sapClient: '100',
      pageSize: 2,
      timeoutMs: 3000,
      retryDelaySeconds: 0,
      retriesMax: 50,
      unknownWaitSeconds: 0,
      secondLookSeconds: 0,
    }
    await world.database.transaction((tx) =>
      saveInterface(tx, world.secrets, { companyCode: '', interfaceCode, change, userId }),
    )
  }
}
