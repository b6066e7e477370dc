import { spawn } from 'node:child_process'
import { existsSync, mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join, resolve } from 'node:path'

export interface Step {
  name: string
  /** The unit of `lookedAt`. */
  unit: string
  /** Whether it only reads: neither tests nor builds. */
  isCheck: boolean
  /**
   * Two steps of a group run at once; the groups follow each other. Tests that use all cores are the first of their
   * group.
   */
  group: 'checks' | 'server' | 'build' | 'journeys'
  /** @param write receives the output of the programs as it comes */
  run(write: Write): Promise<{ lookedAt: number; passed: number; failed: number }>
}

type Write = (chunk: string) => void

const root = resolve(import.meta.dirname, '..')
const program = (name: string) => join(root, 'node_modules', name)

/** Ordered by how early and cheaply each finds problems; of those that run at once, the long ones start first. */
export const verificationSteps: Step[] = [
  check('format', 'files', [program('oxfmt/bin/oxfmt'), '--check'], /on (\d+) files/),
  tests('unit', 'checks'),
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
  check('lint', 'files', [program('oxlint/bin/oxlint'), '--deny-warnings'], /on (\d+) files/),
  {
    ...check('types', 'files', [program('typescript7/bin/tsc'), '-b'], /^$/),
    run: async (write) => {
      const { code } = await execute([program('typescript7/bin/tsc'), '-b'], write)
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
  tests('server', 'server'),
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
  tests('e2e', 'journeys'),
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
function check(name: string, unit: string, command: string[], count: RegExp): Step {
  return {
    name,
    unit,
    isCheck: true,
    group: 'checks',
    run: async (write) => {
      const { code, output } = await execute(command, write)
      return { lookedAt: Number(count.exec(output)?.[1] ?? 0), ...verdict(code) }
    },
  }
}

/** One vitest project; its tests are counted individually. A skipped test counts as failed. */
function tests(project: string, group: Step['group']): Step {
  return {
    name: `${project} tests`,
    unit: 'tests',
    isCheck: false,
    group,
    run: async (write) => {
      const folder = mkdtempSync(join(tmpdir(), 'kufang-report-'))
      const report = join(folder, 'report.json')
      try {
        const { code } = await execute(
          [
            program('vitest/vitest.mjs'),
            'run',
            `--project=${project}`,
            '--reporter=default',
            '--reporter=json',
            `--outputFile.json=${report}`,
          ],
          write,
        )
        const told = existsSync(report) ? (JSON.parse(readFileSync(report, 'utf8')) as Report) : {}
        const { numTotalTests: lookedAt = 0, numPassedTests: passed = 0 } = told
        const notPassed = lookedAt - passed
        return { lookedAt, passed, failed: notPassed > 0 || code === 0 ? notPassed : 1 }
      } finally {
        rmSync(folder, { recursive: true })
      }
    },
  }
}

interface Report {
  numTotalTests?: number
  numPassedTests?: number
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
function execute(command: string[], write: Write): Promise<{ code: number; output: string }> {
  return new Promise((done, failed) => {
    const child = spawn(process.execPath, command, {
      cwd: root,
      env: { ...process.env, FORCE_COLOR: '0', NO_COLOR: '1' },
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
