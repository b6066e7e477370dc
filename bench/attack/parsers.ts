import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { open } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import fc from 'fast-check'
import { CookieJar } from '../../server/src/erp/client/cookie-jar.ts'
import { readErrorBody } from '../../server/src/erp/client/error-body.ts'
import { detectContent } from '../../server/src/platform/files/detect-content.ts'
import { tokenDigest } from '../../server/src/platform/session/token.ts'
import { parseCsv } from '../../erp-stand-in/src/csv.ts'
import { ApiError } from '../../web/src/kit/api/api-error.ts'
import { readXlsx } from '../../web/src/kit/workbook/read-xlsx.ts'
import type { Found } from './strangers.ts'
import { damagedWorkbooks, hostileWorkbooks } from './workbooks.ts'

/** Fragments the parsers look for, so that random input comes close to them. */
const markup = fc.constantFrom(
  '<error>',
  '</error>',
  '<code>',
  '</code>',
  '<errordetail>',
  '</errordetail>',
  '&#65;',
  '&#99999999999;',
  '&#x41;',
  '<![CDATA[',
  ']]>',
  '<title>',
  '{"error":',
  '{"innererror":{"errordetails":[{}]}}',
  '}',
  '"',
  'x',
)
const brokenXml = fc.array(markup, { maxLength: 30 }).map((parts) => parts.join(''))
const odataError = fc.record({ error: fc.anything() }).map((value) => safeJson(value))

/** Fuzzes all parsers of external input: no text may make them throw or take long. */
/** All rows of all sheets of a workbook. */
const rowsOf = async (bytes: Uint8Array) =>
  Promise.all((await readXlsx(new Blob([bytes as BlobPart]))).map(({ read }) => read()))

export async function attackParsers(runs: number): Promise<Found> {
  const problems: string[] = []
  let calls = 0
  const check = async (name: string, run: () => void | Promise<void>, tries = runs) => {
    try {
      await run()
      calls += tries
    } catch (error) {
      problems.push(`${name}: ${(error as Error).message.slice(0, 300)}`)
    }
  }
  const options = { numRuns: runs, seed: 20_261_121 }
  const texts = fc.oneof(fc.string({ maxLength: 400 }), brokenXml, odataError, fc.json())
  await check('OData answers', () =>
    fc.assert(
      fc.property(texts, (text) => {
        const started = performance.now()
        const body = readErrorBody(text)
        if (typeof body.code !== 'string' || typeof body.message !== 'string')
          throw new Error('no texts')
        if (performance.now() - started > 200) throw new Error('slow')
      }),
      options,
    ),
  )
  for (const part of ['<', '<script', '<title>', '<error>', '<error><code>', '<![CDATA['])
    await check(`200 KB of ${part}`, () => readInTime(part.repeat(200_000 / part.length)), 1)
  await check('cookies of the ERP', () =>
    fc.assert(
      fc.property(fc.string({ maxLength: 200 }), (text) => {
        const headers = new Headers()
        try {
          headers.append('set-cookie', text)
        } catch {
          return
        }
        const jar = new CookieJar()
        jar.take(headers)
        if (/[\r\n]/.test(jar.header())) throw new Error('a header was split')
      }),
      options,
    ),
  )
  await check('tokens', () =>
    fc.assert(
      fc.property(fc.string({ maxLength: 80 }), (text) => {
        const digest = tokenDigest(text)
        if (digest !== null && !/^[A-Za-z0-9_-]{43}$/.test(text))
          throw new Error('taken for a token')
      }),
      options,
    ),
  )
  const folder = mkdtempSync(join(tmpdir(), 'kufang-attack-'))
  const file = join(folder, 'upload')
  const zipLike = fc
    .uint8Array({ maxLength: 300 })
    .map((bytes) =>
      Buffer.concat([
        Buffer.from([0x50, 0x4b, 3, 4]),
        bytes,
        Buffer.from([0x50, 0x4b, 5, 6]),
        bytes,
      ]),
    )
  await check('csv', () =>
    fc.assert(
      fc.property(
        fc.string({ unit: fc.constantFrom('"', ',', '\n', '\r', 'a', '\ufeff') }),
        (text) => {
          try {
            parseCsv(text)
          } catch (error) {
            // Rows whose length differs from the first are refused with their number.
            if (!/^row \d+: /.test((error as Error).message)) throw error
          }
        },
      ),
      options,
    ),
  )
  for (const { name, file } of hostileWorkbooks)
    await check(`workbook, ${name}`, () => refusedInBounds(file()), 1)
  await check('damaged workbooks', () =>
    fc.assert(
      fc.asyncProperty(damagedWorkbooks, async (bytes) => {
        await rowsOf(bytes).catch((error: unknown) => {
          if (!(error instanceof ApiError)) throw error
        })
      }),
      options,
    ),
  )
  await check('uploads by their content', () =>
    fc.assert(
      fc.asyncProperty(fc.oneof(fc.uint8Array({ maxLength: 500 }), zipLike), async (bytes) => {
        writeFileSync(file, bytes)
        const handle = await open(file)
        try {
          await detectContent(handle, bytes.length)
        } finally {
          await handle.close()
        }
      }),
      options,
    ),
  )
  rmSync(folder, { recursive: true })
  return { calls, problems }
}

const mebibyte = 1024 * 1024

/** Expressions that search from every tag took 23 s for such a text. */
function readInTime(text: string): void {
  const started = performance.now()
  readErrorBody(text)
  const took = performance.now() - started
  if (took > 1000) throw new Error(`read in ${Math.round(took)} ms`)
}

/** Far above the needs of a regular workbook, far below those of a bomb. */
const patienceMs = 5000
const memoryMax = 256 * mebibyte

/** The workbook must be refused with a user message before it costs much time or memory. */
async function refusedInBounds(bytes: Buffer): Promise<void> {
  const before = process.memoryUsage().rss
  const started = performance.now()
  const thrown: unknown = await rowsOf(bytes).then(
    () => new Error('it was read'),
    (error: unknown) => error,
  )
  if (!(thrown instanceof ApiError)) throw thrown
  const took = performance.now() - started
  if (took > patienceMs) throw new Error(`refused after ${Math.round(took)} ms`)
  const grown = process.memoryUsage().rss - before
  if (grown > memoryMax) throw new Error(`refused after ${Math.round(grown / mebibyte)} MiB`)
}

function safeJson(value: unknown): string {
  try {
    return JSON.stringify(value) ?? ''
  } catch {
    return ''
  }
}
