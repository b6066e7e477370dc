import { expect, test } from 'vitest'
import { runSteps, type Ordered } from './run-steps.ts'

const steps: Ordered[] = [
  { name: 'lint', group: 'checks' },
  { name: 'types', group: 'checks' },
  { name: 'unit', group: 'checks' },
  { name: 'server', group: 'tests' },
  { name: 'build', group: 'tests' },
  { name: 'journeys', group: 'tests' },
]
const atOnce = { checks: 2, tests: 2 }

/** What was begun and ended, when each step takes the turns given, or one. */
async function told(turns: Record<string, number> = {}, failing: readonly string[] = []) {
  const events: string[] = []
  await runSteps(steps, atOnce, async ({ name }) => {
    events.push(`${name} begins`)
    for (let turn = 0; turn < (turns[name] ?? 1) * 10; turn += 1) await Promise.resolve()
    events.push(`${name} ends`)
    return !failing.includes(name)
  })
  return events
}

test('two checks run at once, and tests only after all checks', async () => {
  const events = await told({ lint: 1, types: 5 })
  expect(events.slice(0, 4)).toEqual(['lint begins', 'types begins', 'lint ends', 'unit begins'])
  expect(events.indexOf('server begins')).toBe(6)
})

test('the next step of a group begins when one of them has ended', async () => {
  const events = await told({ server: 9 })
  expect(events.slice(6)).toEqual([
    'server begins',
    'build begins',
    'build ends',
    'journeys begins',
    'journeys ends',
    'server ends',
  ])
})

test('after a failure what runs is finished and nothing else begins', async () => {
  expect(await told({ types: 3 }, ['lint'])).toEqual([
    'lint begins',
    'types begins',
    'lint ends',
    'types ends',
  ])
  expect((await told({ server: 9 }, ['build'])).slice(6)).toEqual([
    'server begins',
    'build begins',
    'build ends',
    'server ends',
  ])
})
