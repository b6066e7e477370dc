import { pino } from 'pino'
import { describe, expect, it } from 'vitest'
import { Ending } from './ending.ts'

const log = pino({ level: 'silent' })

function prepare(drainSeconds: number) {
  const steps: string[] = []
  // The process of the tests goes on when the limit of the stop is over.
  const ended: Pick<NodeJS.Process, 'exit' | 'exitCode'> = {
    exit: () => undefined as never,
    exitCode: undefined,
  }
  const ending = new Ending({ drainSeconds, stopSeconds: 20 }, log, ended)
  const worked = Promise.withResolvers<void>()
  ending.onStop(() => steps.push('told'))
  ending.afterWork(async () => void steps.push('database closed'))
  ending.afterWork(async () => void steps.push('listener closed'))
  ending.work(async (limitMs) => {
    steps.push(`jobs end within ${limitMs}`)
    await worked.promise
    steps.push('jobs ended')
  })
  ending.work(async () => {
    steps.push('requests ended')
    throw new Error('one part that fails keeps no other from its end')
  })
  return { ending, steps, worked, ended }
}

describe('the end of a process', () => {
  it('ends its work together, and then closes what the work needs, the last first', async () => {
    const { ending, steps, worked, ended: stopped } = prepare(0)
    const ended = ending.end('SIGTERM', 0)
    await expect.poll(() => steps).toEqual(['told', 'jobs end within 19000', 'requests ended'])
    worked.resolve()
    await ended
    expect(steps.slice(3)).toEqual(['jobs ended', 'listener closed', 'database closed'])
    expect(stopped.exitCode).toBe(0)
  })

  it('leaves a proxy its time only if requests were accepted, and a second signal cuts it short', async () => {
    const { ending, steps, worked } = prepare(3600)
    worked.resolve()
    ending.isServing = true
    const ended = ending.end('SIGTERM', 0)
    await new Promise((done) => setImmediate(done))
    expect(steps).toEqual(['told'])
    expect(ending.end('SIGTERM', 0)).toBe(ended)
    await ended
    expect(steps).toContain('database closed')
    const other = prepare(3600)
    other.worked.resolve()
    await other.ending.end('SIGTERM', 0)
  })

  it('that comes before the start is done ends what is started meanwhile', async () => {
    const { ending, worked } = prepare(0)
    worked.resolve()
    const ended = ending.end('SIGTERM', 0)
    const late: string[] = []
    expect(() => ending.work(async () => void late.push('ended'))).toThrow('stops before')
    expect(late).toEqual(['ended'])
    await ended
  })
})
