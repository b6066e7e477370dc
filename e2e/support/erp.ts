import { spawn } from 'node:child_process'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join, resolve } from 'node:path'

/** The ERP stand-in as a separate process for a journey, with access to its control API. */
export interface Erp {
  address: string
  /** A call of the control API; POST if a body is sent. */
  lever<Answer>(path: string, sent?: unknown, method?: 'DELETE'): Promise<Answer>
  stop(): Promise<void>
}

const root = resolve(import.meta.dirname, '../..')

/** Starts it on a free port, with empty books. Pass its URL to the product as ERP_URL. */
export async function startErp(): Promise<Erp> {
  const running = process.env['KUFANG_E2E_ERP']
  if (running !== undefined) return erpAt(running, () => Promise.resolve())
  const folder = mkdtempSync(join(tmpdir(), 'kufang-erp-'))
  const child = spawn(process.execPath, ['erp-stand-in/src/main.ts'], {
    cwd: root,
    env: { ...process.env, PORT: '0', STAND_IN_DATA: folder },
    stdio: ['ignore', 'pipe', 'inherit'],
  })
  const ended = new Promise<void>((done) => child.once('close', () => done()))
  const address = await new Promise<string>((done, fail) => {
    let output = ''
    child.stdout.on('data', (chunk: Buffer) => {
      output += chunk.toString()
      const found = /erp stand-in ready (http:\S+)/.exec(output)?.[1]
      if (found !== undefined) done(found)
    })
    child.once('close', () => fail(new Error(`the ERP stand-in did not start:\n${output}`)))
  })
  return erpAt(address, async () => {
    child.kill('SIGTERM')
    await ended
    rmSync(folder, { recursive: true })
  })
}

function erpAt(address: string, stop: () => Promise<void>): Erp {
  return {
    address,
    async lever<Answer>(path: string, sent?: unknown, method?: 'DELETE') {
      const response = await fetch(new URL(`/stand-in/${path}`, address), {
        method: method ?? (sent === undefined ? 'GET' : 'POST'),
        ...(sent !== undefined && { body: JSON.stringify(sent) }),
      })
      if (!response.ok)
        throw new Error(`stand-in ${path}: ${response.status} ${await response.text()}`)
      return (await response.json()) as Answer
    },
    stop,
  }
}
