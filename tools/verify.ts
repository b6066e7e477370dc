import { verificationSteps } from './verification-steps.ts'

/*
 * `npm test`: everything CI runs, in this order, stopping at the first failure; the last line is `N passed, N failed`.
 * `npm run check` omits the tests and builds.
 */
const checksOnly = process.argv.includes('--checks-only')

let passed = 0
let failed = 0
for (const step of verificationSteps) {
  if (checksOnly && !step.isCheck) continue
  process.stdout.write(`\n── ${step.name}\n`)
  const started = Date.now()
  const result = await step.run()
  const seconds = ((Date.now() - started) / 1000).toFixed(1)
  passed += result.passed
  failed += result.failed
  // A check of zero items has failed: it no longer finds its input.
  const blind = result.failed === 0 && result.lookedAt === 0
  if (blind) failed += 1
  process.stdout.write(
    `${result.failed > 0 || blind ? '✗' : '✓'} ${step.name}: looked at ${result.lookedAt} ${step.unit} in ${seconds} s${blind ? ', which is nothing: something is wrong with the check' : ''}\n`,
  )
  if (failed > 0) break
}
process.stdout.write(`\n${passed} passed, ${failed} failed\n`)
process.exitCode = failed > 0 || passed === 0 ? 1 : 0
