import { createReadStream } from 'node:fs'
import { readFile, stat } from 'node:fs/promises'
import { extname, join, normalize, sep } from 'node:path'
import { promisify } from 'node:util'
import { brotliCompress, constants, gzip } from 'node:zlib'
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { refuse } from '@kufang/kernel/refusal.ts'
import { firstOf } from '@kufang/kernel/present.ts'

const mediaTypes: Record<string, string> = {
  '.html': 'text/html; charset=utf-8',
  '.js': 'text/javascript; charset=utf-8',
  '.mjs': 'text/javascript; charset=utf-8',
  '.css': 'text/css; charset=utf-8',
  '.json': 'application/json; charset=utf-8',
  '.map': 'application/json; charset=utf-8',
  '.webmanifest': 'application/manifest+json; charset=utf-8',
  '.svg': 'image/svg+xml; charset=utf-8',
  '.txt': 'text/plain; charset=utf-8',
  '.wasm': 'application/wasm',
  '.png': 'image/png',
  '.jpg': 'image/jpeg',
  '.gif': 'image/gif',
  '.ico': 'image/x-icon',
  '.webp': 'image/webp',
  '.woff': 'font/woff',
  '.woff2': 'font/woff2',
  '.ttf': 'font/ttf',
}
const compressible = /^(?:text|application\/(?:json|wasm|manifest)|image\/svg|font\/ttf)/
const encodings = [
  { name: 'br', suffix: '.br' },
  { name: 'gzip', suffix: '.gz' },
] as const
type Encoding = (typeof encodings)[number]['name']

const brotli = promisify(brotliCompress)
const zip = promisify(gzip)
/** Larger files are streamed uncompressed. */
const compressedBytesMax = 16 * 1024 * 1024

/**
 * Serves the built page: routes are in the URL fragment, so only real files are requested. The page itself is
 * revalidated each time; files with a content hash never change. Files compressed by the build are used, others are
 * compressed once and kept in memory.
 */
export function registerStaticFiles(app: FastifyInstance, folder: string): void {
  const kept = new Map<string, Promise<Buffer>>()

  async function compressed(path: string, stamp: string, encoding: Encoding): Promise<Buffer> {
    const suffix = encodings.find((entry) => entry.name === encoding)!.suffix
    const key = `${path}|${stamp}|${encoding}`
    let found = kept.get(key)
    if (found === undefined) {
      found = readFile(path + suffix).catch(async () => {
        const plain = await readFile(path)
        return encoding === 'br'
          ? brotli(plain, { params: { [constants.BROTLI_PARAM_QUALITY]: 6 } })
          : zip(plain)
      })
      kept.set(key, found)
      found.catch(() => kept.delete(key))
    }
    return found
  }

  async function serve(request: FastifyRequest, reply: FastifyReply): Promise<unknown> {
    const asked = firstOf(request.url.split('?'))
    const path = fileOf(folder, asked)
    const found = path === null ? null : await stat(path).catch(() => null)
    if (path === null || found === null || !found.isFile()) {
      // A chunk missing during a deployment must not be cached as missing.
      reply.header('cache-control', 'no-store')
      throw refuse('route-not-found', { path: asked })
    }
    const stamp = `${found.size.toString(36)}-${Math.trunc(found.mtimeMs).toString(36)}`
    const type = mediaTypes[extname(path).toLowerCase()] ?? 'application/octet-stream'
    const hashed = asked.startsWith('/assets/')
    reply
      .header('content-type', type)
      .header('cache-control', hashed ? 'public, max-age=31536000, immutable' : 'no-cache')
      .header('etag', `"${stamp}"`)
      .header('vary', 'Accept-Encoding')
    if (request.headers['if-none-match'] === `"${stamp}"`) return reply.code(304).send()
    const encoding = compressible.test(type) ? encodingFor(request) : undefined
    if (encoding !== undefined && found.size > 1024 && found.size <= compressedBytesMax) {
      return reply
        .header('content-encoding', encoding)
        .send(await compressed(path, stamp, encoding))
    }
    reply.header('content-length', found.size)
    return reply.send(createReadStream(path))
  }

  app.get('/*', { config: { access: 'public' }, schema: { hide: true } }, serve)
}

function encodingFor(request: FastifyRequest): Encoding | undefined {
  const header = request.headers['accept-encoding']
  const accepted = (Array.isArray(header) ? header.join(',') : (header ?? ''))
    .split(',')
    .filter((entry) => !/;\s*q=0(?:\.0*)?\s*$/.test(entry))
    .map((entry) => firstOf(entry.split(';')).trim())
  return encodings.find((entry) => accepted.includes(entry.name))?.name
}

/** The file of a URL path inside the folder; null if it is outside or hidden. */
function fileOf(folder: string, urlPath: string): string | null {
  let decoded: string
  try {
    decoded = decodeURIComponent(urlPath)
  } catch {
    return null
  }
  if (decoded.startsWith('/api/') || decoded.includes('\0') || /(?:^|\/)\./.test(decoded))
    return null
  const path = normalize(join(folder, decoded === '/' ? 'index.html' : decoded))
  return path.startsWith(normalize(folder + sep)) ? path : null
}
