import { execFileSync, spawnSync } from 'node:child_process'
import { existsSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'

/** pgbench of this machine, or null: then the floor is not measured, and the run reports it. */
export function findPgbench(): string | null {
  for (const folder of ['/usr/bin', '/usr/local/bin', ...debianFolders()]) {
    const path = join(folder, 'pgbench')
    // Debian's /usr/bin/pgbench is a wrapper that needs an installed version: only one that runs counts.
    if (existsSync(path) && spawnSync(path, ['--version']).status === 0) return path
  }
  return null
}

function debianFolders(): string[] {
  const base = '/usr/lib/postgresql'
  return existsSync(base)
    ? readdirSync(base)
        .sort()
        .reverse()
        .map((version) => join(base, version, 'bin'))
    : []
}

export interface PgbenchRun {
  transactionsPerSecond: number
  /** Of single transactions, milliseconds. */
  latencies: number[]
}

/** Runs a script with pgbench's prepared protocol. */
export function runPgbench(
  pgbench: string,
  connectionString: string,
  script: string,
  clients: number,
  seconds: number,
): PgbenchRun {
  const folder = mkdtempSync(join(tmpdir(), 'kufang-bench-'))
  try {
    const file = join(folder, 'script.sql')
    // pgbench ends a statement at its semicolon; line breaks within it have no effect.
    writeFileSync(file, script)
    const output = execFileSync(
      pgbench,
      [
        '--no-vacuum',
        '--protocol=prepared',
        `--client=${clients}`,
        `--jobs=${Math.min(clients, 2)}`,
        `--time=${seconds}`,
        '--log',
        `--log-prefix=${join(folder, 'log')}`,
        `--file=${file}`,
        connectionString,
      ],
      {
        encoding: 'utf8',
        stdio: ['ignore', 'pipe', 'pipe'],
        env: { ...process.env, PGOPTIONS: '-c synchronous_commit=on' },
      },
    )
    const found = /tps = ([\d.]+) \(without initial/.exec(output) ?? /tps = ([\d.]+)/.exec(output)
    if (!found) throw new Error(`pgbench said no tps: ${output}`)
    const latencies = readLogs(folder)
    return { transactionsPerSecond: Number(found[1]), latencies }
  } finally {
    rmSync(folder, { recursive: true, force: true })
  }
}

function readLogs(folder: string): number[] {
  return readdirSync(folder)
    .filter((name) => name.startsWith('log'))
    .flatMap((name) =>
      readFileSync(join(folder, name), 'utf8')
        .split('\n')
        .filter((line) => line !== '')
        .map((line) => Number(line.split(' ')[2]) / 1000),
    )
}
