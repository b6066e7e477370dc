import { spawnSync } from 'node:child_process'
import { resolve } from 'node:path'
import { parseArgs } from 'node:util'
import { modelNames } from '../server/src/platform/testing/explore.ts'

/*
 * `npm run model -- --minutes N`: random operations with random seeds, of every model or of one (`--only two-books`); each
 * seed that fails is printed with its shortened list of operations and the command that repeats it (`--seed S`), and the exit
 * code is 1.
 */

const usage = `npm run model -- --minutes N [--only ${modelNames.join('|')}]
npm run model -- --only ${modelNames.join('|')} --seed S\n`
const { values } = parseArgs({
  options: { minutes: { type: 'string' }, only: { type: 'string' }, seed: { type: 'string' } },
})
const { minutes, only, seed } = values
const isNumber = (text: string | undefined) => text === undefined || /^\d+(\.\d+)?$/.test(text)
const isKnown = only === undefined || (modelNames as readonly string[]).includes(only)
const isComplete = minutes !== undefined || (seed !== undefined && only !== undefined)
if (!isNumber(minutes) || !isNumber(seed) || !isKnown || !isComplete) {
  process.stderr.write(usage)
  process.exit(2)
}

const root = resolve(import.meta.dirname, '..')
const vitest = resolve(root, 'node_modules/vitest/vitest.mjs')
const { status } = spawnSync(
  process.execPath,
  [vitest, 'run', '--project=model', '--disableConsoleIntercept'],
  {
    cwd: root,
    stdio: 'inherit',
    env: {
      ...process.env,
      KUFANG_MODEL_SEED: seed ?? String(Math.trunc(Math.random() * 2 ** 31)),
      KUFANG_MODEL_MINUTES: minutes ?? '0',
      KUFANG_MODEL_ONLY: only ?? '',
    },
  },
)
process.exitCode = status ?? 1
