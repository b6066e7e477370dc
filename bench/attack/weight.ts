import {
  publicBodyBytesMax,
  usualBodyBytesMax,
} from '../../server/src/platform/http/body-limits.ts'
import type { Api } from './api.ts'
import type { Operation } from './operations.ts'
import { publicPaths, type Found } from './strangers.ts'

/** No request may keep the process from answering others for longer. */
const waitMsMax = 200
/** Bytes of an answer that refuses something. */
const refusalBytesMax = 100_000

const names = (count: number) => Array.from({ length: count }, (_, index) => `k${index}`)
const objectOf = (count: number) => Object.fromEntries(names(count).map((name) => [name, 'x']))

/** Bodies that cost most: built once, because building them takes longer than refusing them. */
const forStrangers = {
  form: names(900_000).join('&'),
  json: `{${names(600_000)
    .map((name) => `"${name}":1`)
    .join(',')}}`,
}
const lines = (count: number, line: unknown) => Array<unknown>(count).fill(line)
const forPersons = [
  { ...objectOf(450), lines: lines(500, objectOf(90)) },
  { header: objectOf(450), lines: lines(500, objectOf(90)), actionAfterCreate: 'submit' },
  { header: {}, lines: lines(5000, { source: 1 }) },
  { header: {}, lines: lines(5000, {}) },
  { version: 1, input: objectOf(450), lines: lines(4000, { lineNo: 'x', ...objectOf(20) }) },
  { rows: lines(5000, { line: 0, values: objectOf(20) }), onRefusal: 'x' },
  { documents: lines(5000, { id: 'x' }), values: lines(5000, {}), ids: lines(5000, 'x') },
  { filters: lines(5000, objectOf(5)), sort: lines(5000, {}), search: 'x'.repeat(900_000) },
  lines(40_000, {}),
].map((body) => JSON.stringify(body))

const isTooLarge = ({ body, token }: Parameters<Api['send']>[0]): boolean =>
  typeof body === 'string' &&
  body.length > (token === undefined ? publicBodyBytesMax : usualBodyBytesMax)

/** A body that is too long is refused before it is read: whoever still sends it may find the connection closed. */
const isClosed = (error: unknown): boolean =>
  ['ECONNRESET', 'EPIPE', 'UND_ERR_SOCKET'].includes(
    (error as { cause?: { code?: string } }).cause?.code ?? '',
  )

/** How long a call that costs nothing waits, asked again and again while others are sent. */
class Watch {
  longestMs = 0
  during = ''
  #isOver = false
  readonly #done: Promise<void>

  constructor(address: string, during: () => string) {
    this.#done = this.#run(address, during)
  }

  async #run(address: string, during: () => string): Promise<void> {
    while (!this.#isOver) {
      const startedAt = performance.now()
      // oxlint-disable-next-line no-await-in-loop -- one after the other
      await (await fetch(new URL('/health', address))).text()
      const took = performance.now() - startedAt
      if (took > this.longestMs) [this.longestMs, this.during] = [took, during()]
    }
  }

  async end(): Promise<void> {
    this.#isOver = true
    await this.#done
  }
}

/**
 * Requests that cost the process most, for a fraction of their sender: every public call with 8 MB of names, every other
 * call of a supplier and an administrator with the most unknown names, lines and wrong values.
 */
export async function attackWeight(
  api: Api,
  operations: readonly Operation[],
  tokens: readonly string[],
): Promise<Found> {
  const problems: string[] = []
  const calls = api.calls
  let current = 'nothing'
  // The first answers of a process compile what they use.
  for (let time = 0; time < 20; time += 1) await api.send({ method: 'GET', path: '/health' })
  const watch = new Watch(api.address, () => current)
  const send = async (what: string, given: Parameters<Api['send']>[0]) => {
    current = `${given.method} ${given.path} ${what}`
    const answer = await api.send(given).catch((error: unknown) => {
      if (isTooLarge(given) && isClosed(error)) return { status: 413, text: '' }
      throw error
    })
    const { status, text } = answer
    if (status >= 500) problems.push(`${current}: ${status}`)
    if (status >= 400 && text.length > refusalBytesMax)
      problems.push(`${current}: a refusal of ${text.length} bytes`)
    return status
  }
  const form = { 'content-type': 'application/x-www-form-urlencoded' }
  for (const { method, path } of operations) {
    if (method === 'GET') continue
    const filled = path.replaceAll(/\{\w+\}/g, (name) => sampleOf(name))
    if (publicPaths.test(path)) {
      for (const [headers, body] of [
        [form, forStrangers.form],
        [{}, forStrangers.json],
      ] as const) {
        const status = await send('names', { method, path: filled, body, headers })
        if (status < 400) problems.push(`${method} ${path} takes ${body.length} bytes of names`)
      }
      continue
    }
    if (/remove\/token/.test(path)) continue
    for (const token of tokens)
      for (const [index, body] of forPersons.entries())
        await send(`body ${index}`, { method, path: filled, token, body })
  }
  await watch.end()
  if (watch.longestMs > waitMsMax)
    problems.push(
      `/health waited ${Math.round(watch.longestMs)} ms during ${watch.during}, at most ${waitMsMax} are permitted`,
    )
  return { calls: api.calls - calls, problems }
}

const samples: Readonly<Record<string, string>> = {
  '{name}': 'delivery-note',
  '{id}': '019a0000-0000-7000-8000-000000000000',
  '{action}': 'submit',
  '{kind}': 'plant',
  '{act}': 'approve',
}
const sampleOf = (name: string): string => samples[name] ?? 'x'
