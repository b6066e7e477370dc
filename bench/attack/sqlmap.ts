import { spawn } from 'node:child_process'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { Found } from './strangers.ts'

/** A call with `*` at the position sqlmap attacks. */
export interface SqlTarget {
  path: string
  body: string
  token?: string
}

/** @returns undefined if sqlmap is not installed (Debian: apt-get install sqlmap) */
export async function runSqlmap(
  address: string,
  targets: readonly SqlTarget[],
  secondsEach: number,
): Promise<Found | undefined> {
  const problems: string[] = []
  let calls = 0
  for (const { path, body, token } of targets) {
    const folder = mkdtempSync(join(tmpdir(), 'kufang-sqlmap-'))
    const url = new URL(path, address).href
    const headers = [
      'Content-Type: application/json',
      ...(token === undefined ? [] : [`Authorization: Bearer ${token}`]),
    ]
    const { output, code } = await run(
      'sqlmap',
      [
        '-u',
        url,
        '--method=POST',
        `--data=${body}`,
        `--headers=${headers.join('\\n')}`,
        '--batch',
        '--dbms=PostgreSQL',
        '--level=2',
        '--risk=2',
        '--technique=BEUST',
        '--time-sec=2',
        '--timeout=10',
        '--retries=1',
        '--flush-session',
        '--disable-coloring',
        `--output-dir=${folder}`,
        '--ignore-code=*',
        '-v',
        '1',
      ],
      secondsEach * 1000,
    )
    rmSync(folder, { recursive: true, force: true })
    if (code === undefined) return undefined
    calls += 1
    const injectable = output
      .split('\n')
      .find((line) =>
        /is vulnerable|injectable \(with|identified the following injection/.test(line),
      )
    if (injectable !== undefined) problems.push(`${path}: ${injectable}`)
    if (!/testing|tested parameters/i.test(output))
      problems.push(`${path}: sqlmap tested nothing: ${output.slice(-300)}`)
  }
  return { calls, problems }
}

function run(
  program: string,
  given: string[],
  patienceMs: number,
): Promise<{ output: string; code: number | undefined }> {
  return new Promise((done) => {
    const child = spawn(program, given, { stdio: ['ignore', 'pipe', 'pipe'] })
    let output = ''
    for (const stream of [child.stdout, child.stderr]) {
      stream.on('data', (chunk: Buffer) => {
        output += chunk.toString()
      })
    }
    const timer = setTimeout(() => child.kill('SIGTERM'), patienceMs)
    child.once('error', () => {
      clearTimeout(timer)
      done({ output, code: undefined })
    })
    child.once('close', (code) => {
      clearTimeout(timer)
      done({ output, code: code ?? 1 })
    })
  })
}
