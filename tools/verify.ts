import { makeFolderOfRuns } from '../server/src/platform/testing/run-folder.ts'
import { runSteps } from './run-steps.ts'
import { stepsAtOnce, verificationSteps, type Step } from './verification-steps.ts'

/*
 * `npm test`: everything CI runs, in this order, stopping at the first failure; the last line is `N passed, N failed`.
 * `npm run check` omits the tests and builds. Temporary files go into a folder of its own, where none of ours may be left.
 */
const checksOnly = process.argv.includes('--checks-only')

let passed = 0
let failed = 0

/** Runs a step; its output is printed when it ends, or as it comes. Returns whether it passed. */
async function run(step: Step, isPrintedAtOnce: boolean): Promise<boolean> {
  let output = `\n── ${step.name}\n`
  const print = (text: string): void => {
    if (isPrintedAtOnce) process.stdout.write(text)
    else output += text
  }
  if (isPrintedAtOnce) process.stdout.write(output)
  const started = Date.now()
  const result = await step.run(print)
  const seconds = ((Date.now() - started) / 1000).toFixed(1)
  passed += result.passed
  failed += result.failed
  // A check of zero items has failed: it no longer finds its input.
  const blind = result.failed === 0 && result.lookedAt === 0
  if (blind) failed += 1
  print(
    `${result.failed > 0 || blind ? '✗' : '✓'} ${step.name}: looked at ${result.lookedAt} ${step.unit} in ${seconds} s${blind ? ', which is nothing: something is wrong with the check' : ''}\n`,
  )
  if (!isPrintedAtOnce) process.stdout.write(output)
  return result.failed === 0 && !blind
}

const temporary = await makeFolderOfRuns()
const steps = verificationSteps.filter(({ isCheck }) => isCheck || !checksOnly)
// Tests and builds are printed as they come: the first of what runs at once.
const first = new Set(
  [...Map.groupBy(steps, ({ group }) => group)].flatMap(([group, [step]]) =>
    group === 'checks' ? [] : [step],
  ),
)
await runSteps(steps, stepsAtOnce, (step) => run(step, first.has(step)))
for (const name of temporary.remove()) {
  failed += 1
  process.stdout.write(`✗ temporary files: ${name} was left behind\n`)
}
process.stdout.write(`\n${passed} passed, ${failed} failed\n`)
process.exitCode = failed > 0 || passed === 0 ? 1 : 0
