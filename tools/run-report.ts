import { readFileSync, writeFileSync } from 'node:fs'
import { relative, resolve } from 'node:path'
import type { Reporter, TestModule } from 'vitest/node'
import type { TestFile } from './file-times.ts'

/** What a run of vitest has found. */
export interface RunReport {
  tests: number
  passed: number
  files: TestFile[]
}

/** The environment variable with the file to which the report is written. */
export const reportVariable = 'KUFANG_RUN_REPORT'

const root = resolve(import.meta.dirname, '..')

/** Writes the report of a run for `npm test`. */
export default class RunReporter implements Reporter {
  onTestRunEnd(modules: readonly TestModule[]): void {
    const tests = modules.flatMap((one) => [...one.children.allTests()])
    const report: RunReport = {
      tests: tests.length,
      passed: tests.filter((one) => one.result().state === 'passed').length,
      files: modules.map((one) => ({
        path: relative(root, one.moduleId),
        seconds: one.diagnostic().duration / 1000,
        computingSeconds: one.meta().computingSeconds ?? null,
        isConformance: /^testConformance\(/m.test(readFileSync(one.moduleId, 'utf8')),
      })),
    }
    const path = process.env[reportVariable]
    if (path === undefined) throw new Error(`${reportVariable} is not set: see tools/verify.ts`)
    writeFileSync(path, JSON.stringify(report))
  }
}
