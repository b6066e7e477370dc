import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { open } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import fc from 'fast-check'
import { CookieJar } from '../../server/src/platform/erp/client/cookie-jar.ts'
import { readErrorBody } from '../../server/src/platform/erp/client/error-body.ts'
import { detectContent } from '../../server/src/platform/files/detect-content.ts'
import { tokenDigest } from '../../server/src/platform/session/token.ts'
import type { Found } from './strangers.ts'

/** Pieces that the parsers look for, so that chance comes near them. */
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

/** Everything that reads what others wrote: no text makes it throw, or take longer than a moment. */
export async function attackParsers(runs: number): Promise<Found> {
  const problems: string[] = []
  let calls = 0
  const check = async (name: string, run: () => void | Promise<void>) => {
    try {
      await run()
      calls += runs
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
  await check('xlsx, csv and other uploads', () =>
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

function safeJson(value: unknown): string {
  try {
    return JSON.stringify(value) ?? ''
  } catch {
    return ''
  }
}
