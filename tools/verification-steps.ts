import { spawn } from 'node:child_process'
import { existsSync, mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs'
import { availableParallelism, tmpdir } from 'node:os'
import { join, resolve } from 'node:path'
import { findTooLong, slowestFiles } from './file-times.ts'
import { reportVariable, type RunReport } from './run-report.ts'

export interface Step {
  name: string
  /** The unit of `lookedAt`. */
  unit: string
  /** Whether it only reads: neither tests nor builds. */
  isCheck: boolean
  /** The groups follow each other: all checks have passed before a test begins. */
  group: 'checks' | 'server' | 'build' | 'journeys'
  /** @param write receives the output of the programs as it comes */
  run(write: Write): Promise<{ lookedAt: number; passed: number; failed: number }>
}

type Write = (chunk: string) => void

/**
 * How many steps of a group run at once. The tests of the server fill two cores; with the journeys beside them each of both
 * takes more than twice as long, and their time limits are passed.
 */
export const stepsAtOnce: Readonly<Record<Step['group'], number>> = {
  checks: 2,
  server: 1,
  build: 1,
  journeys: 2,
}

/**
 * Cores for a check that would use all of them. Compiler and linter then check the types that their threads share once for
 * each thread, which costs more than it brings while another check runs beside them.
 */
const coresOfCheck = String(Math.max(1, Math.floor(availableParallelism() / stepsAtOnce.checks)))

const root = resolve(import.meta.dirname, '..')
const program = (name: string) => join(root, 'node_modules', name)

/**
 * Ordered by how early and cheaply each finds problems; of those that run at once, the long ones start first.
 */
export const verificationSteps: Step[] = [
  check('format', 'files', [program('oxfmt/bin/oxfmt'), '--check'], /on (\d+) files/),
  tests('unit', { group: 'checks' }),
  check(
    'dependencies',
    'modules',
    [
      program('dependency-cruiser/bin/dependency-cruise.mjs'),
      '--config=.dependency-cruiser.cjs',
      'packages',
      'server',
      'erp-stand-in',
      'web',
      'tools',
      ...['e2e', 'bench'].filter((folder) => existsSync(join(root, folder))),
    ],
    /(\d+) modules/,
  ),
  check('lint', 'files', [program('oxlint/bin/oxlint'), '--deny-warnings'], /on (\d+) files/, {
    GOMAXPROCS: coresOfCheck,
  }),
  {
    ...check('types', 'files', [program('typescript7/bin/tsc'), '-b'], /^$/),
    run: async (write) => {
      const threads = ['--checkers', coresOfCheck, '--builders', coresOfCheck]
      const { code } = await execute([program('typescript7/bin/tsc'), '-b', ...threads], write)
      return { lookedAt: countTypedFiles(), ...verdict(code) }
    },
  },
  check(
    'unused',
    'files',
    [program('knip/bin/knip.js'), '--reporter', './tools/knip-reporter.ts'],
    /looked at (\d+) files/,
  ),
  check('packages', 'packages', ['tools/dependencies.ts', '--check'], /looked at (\d+) packages/),
  check('weaknesses', 'packages', ['tools/audit-packages.ts'], /asked about (\d+) packages/),
  check('punctuation', 'texts', ['tools/check-punctuation.ts'], /looked at (\d+) texts/),
  check('structure', 'files', ['tools/check-structure.ts'], /looked at (\d+) files/),
  tests('server', { group: 'server' }),
  {
    name: 'web build',
    unit: 'files made',
    isCheck: false,
    group: 'build',
    run: async (write) => {
      const { code } = await execute(['server/src/launch/build-web-command.ts'], write)
      const dist = join(root, 'web/dist')
      const made = existsSync(dist) ? readdirSync(dist, { recursive: true }).length : 0
      return { lookedAt: made, ...verdict(code) }
    },
  },
  tests('e2e', { group: 'journeys' }),
  {
    // Of the page that was built just now.
    ...check('first page', 'scripts', ['tools/first-page.ts'], /looked at (\d+) scripts/),
    isCheck: false,
    group: 'journeys',
  },
  {
    // A smoke test of the benchmarks with small volumes: it fails on errors only, never on a time or a missed goal. It
    // waits half of its time, so it runs beside the journeys.
    ...check('bench', 'figures', ['bench/main.ts', '--quick'], /(\d+) figures written/),
    isCheck: false,
    group: 'journeys',
  },
]

/** A program that prints the number of checked items. */
function check(
  name: string,
  unit: string,
  command: string[],
  count: RegExp,
  environment: NodeJS.ProcessEnv = {},
): Step {
  return {
    name,
    unit,
    isCheck: true,
    group: 'checks',
    run: async (write) => {
      const { code, output } = await execute(command, write, environment)
      return { lookedAt: Number(count.exec(output)?.[1] ?? 0), ...verdict(code) }
    },
  }
}

/** One vitest project; its tests are counted individually. A skipped test counts as failed. */
function tests(project: string, place: Pick<Step, 'group'>): Step {
  return {
    name: `${project} tests`,
    unit: 'tests',
    isCheck: false,
    ...place,
    run: async (write) => {
      const folder = mkdtempSync(join(tmpdir(), 'kufang-report-'))
      const path = join(folder, 'report.json')
      try {
        const { code } = await execute(
          [
            program('vitest/vitest.mjs'),
            'run',
            `--project=${project}`,
            '--reporter=default',
            `--reporter=${join(root, 'tools/run-report.ts')}`,
          ],
          write,
          { [reportVariable]: path },
        )
        const report: RunReport = existsSync(path)
          ? (JSON.parse(readFileSync(path, 'utf8')) as RunReport)
          : { tests: 0, passed: 0, files: [] }
        write(
          `slowest files of ${project}: computing, passed\n${slowestFiles(report.files).join('\n')}\n`,
        )
        const tooLong = findTooLong(report.files)
        for (const line of tooLong) write(`✗ ${line}\n`)
        const failed = report.tests - report.passed + tooLong.length
        return {
          lookedAt: report.tests,
          passed: report.passed,
          failed: failed > 0 || code === 0 ? failed : 1,
        }
      } finally {
        rmSync(folder, { recursive: true })
      }
    },
  }
}

/** Number of our files the compiler has checked, over all its projects, as it has written down itself. */
function countTypedFiles(): number {
  const folder = join(root, 'node_modules/.cache/tsc')
  const written = existsSync(folder) ? readdirSync(folder) : []
  const files = written.flatMap((name) => {
    const { root: checked } = JSON.parse(readFileSync(join(folder, name), 'utf8')) as {
      root: string[]
    }
    return checked.map((file) => resolve(folder, file))
  })
  return new Set(files).size
}

function verdict(code: number): { passed: number; failed: number } {
  return code === 0 ? { passed: 1, failed: 0 } : { passed: 0, failed: 1 }
}

/** Runs a program with the current Node. */
function execute(
  command: string[],
  write: Write,
  environment: NodeJS.ProcessEnv = {},
): Promise<{ code: number; output: string }> {
  return new Promise((done, failed) => {
    const child = spawn(process.execPath, command, {
      cwd: root,
      env: { ...process.env, ...environment, FORCE_COLOR: '0', NO_COLOR: '1' },
      stdio: ['ignore', 'pipe', 'pipe'],
    })
    let output = ''
    for (const stream of [child.stdout, child.stderr]) {
      stream.on('data', (chunk: Buffer) => {
        output += chunk.toString()
        write(chunk.toString())
      })
    }
    child.once('error', failed)
    child.once('close', (code) => done({ code: code ?? 1, output }))
  })
}
