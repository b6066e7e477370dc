import { spawn } from 'node:child_process'
import type { ChildProcess } from 'node:child_process'
import { once } from 'node:events'
import { existsSync, mkdirSync, mkdtempSync, openSync, closeSync } from 'node:fs'
import { readFileSync, rmSync, symlinkSync, writeFileSync } from 'node:fs'
import { createServer } from 'node:net'
import type { AddressInfo } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { isAlive } from '../platform/process/process-identity.ts'
import { compiledModules } from '../platform/testing/cluster.ts'
import { copyUnusedCluster } from '../platform/testing/unused-cluster.ts'

/** A minimal server: serves, records its pid, can be made to crash. */
const serverProgram = `
  import { createServer } from 'node:http'
  import { appendFileSync } from 'node:fs'
  if (process.env.FALL_AT_START) throw new Error('the bins are missing')
  console.log('progress migrating the database')
  console.log('{"level":30,"msg":"a line for the log"}')
  const server = createServer((request, response) => {
    if (request.url === '/fall') process.exit(3)
    response.end(JSON.stringify({
      database: process.env.DATABASE_URL, erp: process.env.ERP_URL,
      demonstration: process.env.KUFANG_DEMONSTRATION,
    }))
  })
  server.listen(Number(process.env.PORT), '127.0.0.1', () => {
    appendFileSync(process.env.KUFANG_DATA + '/numbers', 'server ' + process.pid + '\\n')
    console.log('account admin\\t管理员\\tKufang@2026')
    console.log('listening http://127.0.0.1:' + server.address().port + '/')
  })
  process.on('SIGTERM', () => {
    appendFileSync(process.env.KUFANG_DATA + '/numbers', 'server-stop 0\\n')
    process.exit(0)
  })`
const standInProgram = `
  import { createServer } from 'node:http'
  import { appendFileSync } from 'node:fs'
  const server = createServer((request, response) => response.end('stand-in'))
  server.listen(Number(process.env.PORT), '127.0.0.1', () => {
    appendFileSync(process.env.KUFANG_DATA + '/numbers', 'stand-in ' + process.pid + '\\n')
    console.log('erp stand-in ready http://127.0.0.1:' + server.address().port + '/')
  })
  process.on('SIGTERM', () => {
    appendFileSync(process.env.KUFANG_DATA + '/numbers', 'stand-in-stop 0\\n')
    process.exit(0)
  })`

let folder: string
let supervisors: Run[]

interface Run {
  process: ChildProcess
  data: string
  output(): string
  ended: Promise<number | null>
}

beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'kufang-launch-'))
  supervisors = []
  writeFileSync(join(folder, 'server.ts'), serverProgram)
  writeFileSync(join(folder, 'stand-in.ts'), standInProgram)
})
afterEach(async () => {
  for (const run of supervisors) {
    run.process.kill('SIGTERM')
    await run.ended
  }
  rmSync(folder, { recursive: true })
})

function launch(
  environment: Record<string, string> = {},
  name = 'data',
  output: 'pipe' | number = 'pipe',
): Run {
  const data = join(folder, name)
  const at = (file: string) => JSON.stringify(new URL(file, import.meta.url).href)
  const program = `
    import { run } from ${at('run.ts')}
    await run({ server: ${JSON.stringify(join(folder, 'server.ts'))}, standIn: ${JSON.stringify(join(folder, 'stand-in.ts'))}, web: false })`
  const child = spawn(process.execPath, ['--input-type=module-typescript', '-e', program], {
    env: { ...process.env, ...compiledModules(), PORT: '0', KUFANG_DATA: data, ...environment },
    stdio: ['ignore', output, output],
  })
  let said = ''
  child.stdout?.on('data', (chunk: Buffer) => (said += chunk.toString()))
  child.stderr?.on('data', (chunk: Buffer) => (said += chunk.toString()))
  const ended = once(child, 'close').then(([code]) => code as number | null)
  const started = { process: child, data, output: () => said, ended }
  supervisors.push(started)
  return started
}

/** Launches it with a database that was created before; the first test creates its own. */
function launchAgain(...given: Parameters<typeof launch>): Run {
  const [, name = 'data'] = given
  copyUnusedCluster(join(folder, name, 'database'))
  return launch(...given)
}

function numbers(run: Run): { what: string; pid: number }[] {
  const file = join(run.data, 'numbers')
  if (!existsSync(file)) return []
  const lines = readFileSync(file, 'utf8').trim().split('\n')
  return lines.map((line) => ({ what: line.split(' ')[0] ?? '', pid: Number(line.split(' ')[1]) }))
}

const addressOf = (run: Run) => /^ready (http:\S+)$/m.exec(run.output())?.[1]

async function ready(run: Run): Promise<string> {
  const address = await Promise.race([
    vi.waitFor(() => {
      const found = addressOf(run)
      if (found === undefined) throw new Error(`not ready:\n${run.output()}`)
      return found
    }, 30_000),
    run.ended,
  ])
  if (typeof address !== 'string') throw new Error(`it ended:\n${run.output()}`)
  return address
}

test('it says ready once, with the accounts below and the log elsewhere', async () => {
  const run = launch()
  const address = await ready(run)
  const told = (await (await fetch(address)).json()) as Record<string, string>
  expect(told).toMatchObject({ demonstration: '1' })
  expect(told['database']).toMatch(/^postgres:\/\/.*@127\.0\.0\.1:\d+\/kufang$/)
  expect(await (await fetch(told['erp'] ?? '')).text()).toBe('stand-in')
  await vi.waitFor(() => expect(run.output()).toContain('admin  管理员  Kufang@2026'))
  expect(run.output().match(/^ready /gm)).toHaveLength(1)
  expect(run.output()).toContain('\nmigrating the database\n')
  expect(run.output()).not.toContain('a line for the log')
  expect(readFileSync(join(run.data, 'log/server.log'), 'utf8')).toContain('a line for the log')
})

test('SIGTERM stops server, stand-in and database in this order, with exit code 0', async () => {
  const run = launchAgain()
  await ready(run)
  const lockFile = readFileSync(join(run.data, 'database/cluster/postmaster.pid'), 'utf8')
  const started = Date.now()
  run.process.kill('SIGTERM')
  expect(await run.ended).toBe(0)
  expect(Date.now() - started).toBeLessThan(10_000)
  const stops = numbers(run).filter(({ what }) => what.endsWith('-stop'))
  expect(stops.map(({ what }) => what)).toEqual(['server-stop', 'stand-in-stop'])
  const pids = [...numbers(run).map(({ pid }) => pid), Number.parseInt(lockFile, 10)]
  expect(pids.filter((pid) => pid > 0 && isAlive(pid))).toEqual([])
})

test('SIGTERM while the database is just being made leaves nothing running', async () => {
  const run = launch()
  await vi.waitFor(() => expect(run.output()).toContain('starting the database'), 10_000)
  run.process.kill('SIGTERM')
  expect(await run.ended).toBe(0)
  expect(existsSync(join(run.data, 'database/cluster/postmaster.pid'))).toBe(false)
  expect(existsSync(join(run.data, 'owner.json'))).toBe(false)
})

test('a supervisor that is killed takes its server and stand-in with it', async () => {
  const run = launchAgain()
  await ready(run)
  const children = numbers(run).map(({ pid }) => pid)
  expect(children).toHaveLength(2)
  run.process.kill('SIGKILL')
  await vi.waitFor(() => expect(children.filter((pid) => isAlive(pid))).toEqual([]), 10_000)
  await ready(launch())
})

test('a server that falls is started again', async () => {
  const run = launchAgain()
  const address = await ready(run)
  const { port } = new URL(address)
  await expect(fetch(`${address}fall`)).rejects.toThrow(/fetch failed/)
  await vi.waitFor(() => expect(run.output()).toContain('the server serves again'), 30_000)
  expect(run.output()).toContain('the server has ended (exit code 3) and starts again in 1 s')
  expect(numbers(run).filter(({ what }) => what === 'server')).toHaveLength(2)
  expect(port).not.toBe('0')
})

test('a database that falls is started again and the server with it', async () => {
  const run = launchAgain()
  await ready(run)
  const lockFile = readFileSync(join(run.data, 'database/cluster/postmaster.pid'), 'utf8')
  process.kill(Number.parseInt(lockFile, 10), 'SIGKILL')
  await vi.waitFor(() => expect(run.output()).toContain('the server serves again'), 30_000)
  expect(numbers(run).filter(({ what }) => what === 'server')).toHaveLength(2)
})

test('a server that fails at start ends it all with its last words', async () => {
  const run = launchAgain({ FALL_AT_START: '1' })
  expect(await run.ended).toBe(1)
  expect(run.output()).toContain('the server did not start (exit code 1)')
  expect(run.output()).toContain('the bins are missing')
  expect(existsSync(join(run.data, 'database/cluster/postmaster.pid'))).toBe(false)
})

test('a port in use is one line and exit code 1, and nothing is started', async () => {
  const other = createServer().listen(0, '127.0.0.1')
  await once(other, 'listening')
  const { port } = other.address() as AddressInfo
  const run = launch({ PORT: String(port) })
  expect(await run.ended).toBe(1)
  expect(run.output().trim().split('\n')).toHaveLength(1)
  expect(run.output()).toContain(`port ${port} is in use`)
  expect(existsSync(run.data)).toBe(false)
  other.close()
})

test('two with their own folders run side by side, a third on a taken folder is refused', async () => {
  const one = launchAgain()
  const other = launchAgain({}, 'other')
  expect(await ready(one)).not.toBe(await ready(other))
  const third = launch()
  expect(await third.ended).toBe(1)
  expect(third.output()).toContain(`is in use by process ${one.process.pid}`)
})

test('a disk with no room for the logs stops nothing: it serves, restarts what fell, and says it once', async () => {
  const logs = join(folder, 'data', 'log')
  mkdirSync(logs, { recursive: true })
  for (const name of ['server.log', 'erp-stand-in.log']) symlinkSync('/dev/full', join(logs, name))
  const run = launchAgain()
  const address = await ready(run)
  await fetch(new URL('fall', address)).catch(() => null)
  await vi.waitFor(() => {
    expect(numbers(run).filter(({ what }) => what === 'server')).toHaveLength(2)
  }, 20_000)
  expect((await fetch(await ready(run))).ok).toBe(true)
  expect(run.output().match(/server\.log cannot be written, lines are lost: ENOSPC/g)).toHaveLength(
    1,
  )
})

test('output to a full disk does not end it', async () => {
  const full = openSync('/dev/full', 'w')
  const run = launchAgain({}, 'data', full)
  closeSync(full)
  await vi.waitFor(() => {
    expect(numbers(run).map(({ what }) => what)).toContain('server')
  }, 20_000)
  run.process.kill('SIGTERM')
  expect(await run.ended).toBe(0)
})
