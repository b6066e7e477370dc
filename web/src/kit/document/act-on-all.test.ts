import { describe, expect, it } from 'vitest'
import { actOnAll } from './act-on-all.ts'

const documents = Array.from({ length: 450 }, (_, at) => ({
  id: `d${at}`,
  version: 1,
  idempotencyKey: `key-of-${at}`,
}))
const done = (part: readonly { id: string }[]) =>
  Promise.resolve(part.map(({ id }) => ({ id, docNo: id, isDone: true })))

describe('an action on many documents', () => {
  it('is sent in as many calls as it takes, each document once', async () => {
    const sizes: number[] = []
    const { results, error } = await actOnAll(documents, (part) => {
      sizes.push(part.length)
      return done(part)
    })
    expect(sizes).toEqual([200, 200, 50])
    expect(results.map(({ id }) => id)).toEqual(documents.map(({ id }) => id))
    expect(error).toBeNull()
  })

  it('that breaks off tells what was done, and the rest as failed', async () => {
    const broken = new Error('gone')
    let calls = 0
    const { results, error } = await actOnAll(documents, (part) => {
      calls += 1
      return calls === 2 ? Promise.reject(broken) : done(part)
    })
    expect(error).toBe(broken)
    expect(calls).toBe(2)
    expect(results.filter(({ isDone }) => isDone)).toHaveLength(200)
    expect(results).toHaveLength(450)
    await expect(actOnAll(documents, () => Promise.reject(broken))).rejects.toBe(broken)
  })
})
