import { expect, test } from 'vitest'
import { ApiError } from './api-error.ts'
import { repeatWhileBusy } from './repeat-while-busy.ts'

const refusal = (code: string) =>
  new ApiError({ status: 503, requestId: null, details: [{ code, params: {}, zh: '', en: '' }] })

/** Refuses with these codes, one after the other, then answers. */
function server(...codes: string[]) {
  const asked: (string | undefined)[] = []
  return {
    asked,
    ask: async () => {
      const code = codes[asked.length]
      asked.push(code)
      if (code !== undefined) throw refusal(code)
      return 'done'
    },
  }
}

test('a request is repeated until the server has time', async () => {
  const { ask, asked } = server('server-busy', 'server-busy')
  expect(await repeatWhileBusy(undefined, ask, [1, 1, 1])).toBe('done')
  expect(asked).toHaveLength(3)
})

test('after the last wait the refusal is told', async () => {
  const { ask, asked } = server('server-busy', 'server-busy', 'server-busy')
  await expect(repeatWhileBusy(undefined, ask, [1, 1])).rejects.toMatchObject({
    code: 'server-busy',
  })
  expect(asked).toHaveLength(3)
})

test('a request refused for another reason is not repeated, because it may have been carried out', async () => {
  const { ask, asked } = server('database-unreachable')
  await expect(repeatWhileBusy(undefined, ask, [1, 1])).rejects.toMatchObject({
    code: 'database-unreachable',
  })
  expect(asked).toHaveLength(1)
})

test('a closed tab asks no more', async () => {
  const { ask, asked } = server('server-busy', 'server-busy')
  const tab = new AbortController()
  const call = repeatWhileBusy(tab.signal, ask, [60_000])
  await Promise.resolve()
  tab.abort()
  await expect(call).rejects.toThrow(/aborted/)
  expect(asked).toHaveLength(1)
})
