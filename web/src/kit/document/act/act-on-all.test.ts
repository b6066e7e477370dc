import { describe, expect, it } from 'vitest'
import { actOnAll } from './act-on-all.ts'

const documents = Array.from({ length: 120 }, (_, at) => ({
  id: `d${at}`,
  version: 1,
  idempotencyKey: `key-of-${at}`,
}))
const done = (part: readonly { id: string }[]) =>
  Promise.resolve(part.map(({ id }) => ({ id, docNo: id, isDone: true })))

describe('an action on many documents', () => {
  it('is sent in as many calls as it takes, each document once', async () => {
    const sizes: number[] = []
    const told: number[] = []
    const { results, error } = await actOnAll(
      documents,
      (part) => {
        sizes.push(part.length)
        return done(part)
      },
      (through) => told.push(through),
    )
    expect(sizes).toEqual([50, 50, 20])
    expect(told).toEqual([50, 100, 120])
    expect(results.map(({ id }) => id)).toEqual(documents.map(({ id }) => id))
    expect(error).toBeNull()
  })

  it('that breaks off tells what was done, and the rest as failed', async () => {
    const broken = new Error('gone')
    let calls = 0
    const failing = (part: readonly { id: string }[]) => {
      calls += 1
      return calls === 2 ? Promise.reject(broken) : done(part)
    }
    const { results, error } = await actOnAll(documents, failing, () => undefined)
    expect(error).toBe(broken)
    expect(calls).toBe(2)
    expect(results.filter(({ isDone }) => isDone)).toHaveLength(50)
    expect(results).toHaveLength(120)
    const atOnce = actOnAll(
      documents,
      () => Promise.reject(broken),
      () => undefined,
    )
    await expect(atOnce).rejects.toBe(broken)
  })
})
