import { verificationSteps, type Step } from './verification-steps.ts'

/*
 * `npm test`: everything CI runs, in this order, stopping at the first failure; the last line is `N passed, N failed`.
 * `npm run check` omits the tests and builds.
 */
const checksOnly = process.argv.includes('--checks-only')
const stepsAtOnce = 2

let passed = 0
let failed = 0

/** Runs a step; its output is printed when it ends, or as it comes. */
async function run(step: Step, isPrintedAtOnce: boolean): Promise<void> {
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
}

const steps = verificationSteps.filter(({ isCheck }) => isCheck || !checksOnly)
for (const waiting of Map.groupBy(steps, ({ group }) => group).values()) {
  const [first] = waiting
  await Promise.all(
    Array.from({ length: stepsAtOnce }, async () => {
      for (let step = waiting.shift(); step && failed === 0; step = waiting.shift())
        await run(step, step === first && step.group !== 'checks')
    }),
  )
}
process.stdout.write(`\n${passed} passed, ${failed} failed\n`)
process.exitCode = failed > 0 || passed === 0 ? 1 : 0
