import type { ChildProcess } from 'node:child_process'
import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdtempSync, rmSync } from 'node:fs'
import { connect } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import type { TestDatabase } from './platform/testing/test-database.ts'
import { compiledModules } from './platform/testing/cluster.ts'
import { createTestDatabase } from './platform/testing/test-database.ts'

let test: TestDatabase
let folder: string
const children: ChildProcess[] = []

beforeAll(async () => {
  test = await createTestDatabase()
  folder = mkdtempSync(join(tmpdir(), 'kufang-main-'))
})

afterAll(async () => {
  for (const child of children) if (child.exitCode === null) child.kill('SIGKILL')
  await test?.drop()
  rmSync(folder, { recursive: true, force: true })
})

function run(program: string, args: string[], environment: Record<string, string>, input = '') {
  const child = spawn(process.execPath, [join(import.meta.dirname, program), ...args], {
    env: {
      PATH: process.env['PATH'],
      ...compiledModules(),
      KUFANG_DRAIN_SECONDS: '0',
      ...environment,
    },
    stdio: 'pipe',
  })
  children.push(child)
  let output = ''
  child.stdout.on('data', (piece) => (output += String(piece)))
  child.stderr.on('data', (piece) => (output += String(piece)))
  child.stdin.end(input)
  return {
    child,
    output: () => output,
    ended: once(child, 'exit').then(([code]) => code as number),
    async said(pattern: RegExp) {
      await expect.poll(() => output, { timeout: 20_000, interval: 20 }).toMatch(pattern)
      return pattern.exec(output)!
    },
  }
}

describe('the server process', () => {
  it('serves from a migrated database with an administrator made by the command, and stops at SIGTERM', async () => {
    const environment = { DATABASE_URL: test.connectionString, KUFANG_DATA: folder, PORT: '0' }
    const maker = run(
      'identity/create-administrator.ts',
      ['--account', 'Chief'],
      environment,
      'Chief@2026\n',
    )
    expect([await maker.ended, maker.output()]).toEqual([0, 'administrator Chief was made\n'])
    const again = run(
      'identity/create-administrator.ts',
      ['--account', 'chief'],
      environment,
      'Other@2026\n',
    )
    expect(await again.ended).toBe(1)
    const weak = run(
      'identity/create-administrator.ts',
      ['--account', 'weak'],
      environment,
      'weak\n',
    )
    expect([await weak.ended, weak.output()]).toEqual([1, expect.stringContaining('needs digits')])

    const server = run('main.ts', [], {
      ...environment,
      KUFANG_METRICS_ADDRESS: '127.0.0.1:0',
    })
    const [, address] = await server.said(/^listening (http:\/\/127\.0\.0\.1:\d+\/)$/m)
    expect(server.output()).toMatch(/^progress migrating the database$/m)
    const answer = await fetch(`${address}api/oauth/token`, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify({ username: 'chief', password: 'Chief@2026' }),
    })
    expect(await answer.json()).toMatchObject({ resp_code: 0, datas: { token_type: 'bearer' } })
    expect((await fetch(`${address}health`)).status).toBe(200)
    await expect.poll(async () => (await fetch(`${address}ready`)).status).toBe(200)
    expect((await fetch(`${address}metrics`)).status).toBe(404)
    const [, metrics] = await server.said(/^metrics (http:\/\/127\.0\.0\.1:\d+\/metrics)$/m)
    const read = await (await fetch(metrics!)).text()
    expect(read).toMatch(/^kufang_jobs\{task="cleanUp",state="due"\} 0$/m)
    expect(read).toMatch(/^kufang_database_connections_max\{pool="jobs"\} 4$/m)
    // The worker listens for new jobs on one of them.
    expect(read).toMatch(/^kufang_database_connections\{pool="jobs",state="total"\} [1-4]$/m)
    server.child.kill('SIGTERM')
    expect(await server.ended).toBe(0)
    expect(server.output()).not.toMatch(/"level":(50|60)/)
  })

  it('cuts off what does not end in time, and says so by its exit code', async () => {
    const server = run('main.ts', [], {
      DATABASE_URL: test.connectionString,
      KUFANG_DATA: folder,
      PORT: '0',
      KUFANG_STOP_SECONDS: '1',
    })
    const [, port] = await server.said(/^listening http:\/\/127\.0\.0\.1:(\d+)\/$/m)
    const line = connect(Number(port), '127.0.0.1')
    line.on('error', () => undefined)
    line.write('POST /api/oauth/token HTTP/1.1\r\nhost: x\r\ncontent-type: application/json\r\n')
    line.write('content-length: 100\r\nexpect: 100-continue\r\n\r\n{')
    // The server waits for the rest of the body.
    expect(String(await once(line, 'data'))).toContain('100 Continue')
    server.child.kill('SIGTERM')
    expect(await server.ended).toBe(1)
    expect(server.output()).toContain('not everything stopped in time')
    line.destroy()
  })

  it('names every setting that is wrong and ends', async () => {
    const server = run('main.ts', [], { PORT: 'x', KUFANG_DATA: folder })
    expect(await server.ended).not.toBe(0)
    expect(server.output()).toMatch(/PORT.*DATABASE_URL/)
  })

  it('ends with the reason when its database is not there', async () => {
    const server = run('main.ts', [], {
      DATABASE_URL: 'postgres://127.0.0.1:1/none',
      KUFANG_DATA: folder,
      PORT: '0',
    })
    expect(await server.ended).toBe(1)
    expect(server.output()).toMatch(/ECONNREFUSED/)
  })
})
