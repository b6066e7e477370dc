import { createHash } from 'node:crypto'
import type { ReadStream } from 'node:fs'
import { link, mkdir, open, rm } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import type { Readable } from 'node:stream'
import { newId } from '@kufang/kernel/identifier.ts'
import { refuse } from '@kufang/kernel/refusal.ts'
import type { DetectedContent } from './detect-content.ts'
import { detectContent } from './detect-content.ts'

export interface StoredFile {
  digestSha256: string
  sizeBytes: number
  content: DetectedContent
}

export interface FileStore {
  /**
   * Writes a stream to disk as it comes, then checks it by its content. The same content is kept
   * once. Refuses `file-too-large`, `file-type-refused`, `file-extension-differs`, `file-missing`.
   */
  store(stream: Readable, fileName: string, bytesMax: number): Promise<StoredFile>
  /** Opens stored content for reading; refuses `not-found` when it is not there. */
  read(digestSha256: string): Promise<ReadStream>
  pathOf(digestSha256: string): string
}

/** Files by digest under `folder`/<first two digits>/<digest>; never overwritten, never removed. */
export function openFileStore(folder: string): FileStore {
  const pathOf = (digest: string) => {
    if (!/^[0-9a-f]{64}$/.test(digest)) throw new RangeError('not a digest')
    return join(folder, digest.slice(0, 2), digest)
  }
  return {
    pathOf,
    async read(digest) {
      const file = await open(pathOf(digest), 'r').catch((error: NodeJS.ErrnoException) => {
        if (error.code === 'ENOENT') throw refuse('not-found', { subject: '文件', no: digest })
        throw error
      })
      return file.createReadStream()
    },
    async store(stream, fileName, bytesMax) {
      const arriving = join(folder, 'arriving', newId())
      await mkdir(dirname(arriving), { recursive: true })
      try {
        const stored = await receive(stream, arriving, fileName, bytesMax)
        const path = pathOf(stored.digestSha256)
        await mkdir(dirname(path), { recursive: true })
        await link(arriving, path).catch((error: NodeJS.ErrnoException) => {
          if (error.code !== 'EEXIST') throw error
        })
        return stored
      } finally {
        stream.resume()
        await rm(arriving, { force: true })
      }
    },
  }
}

async function receive(
  stream: Readable,
  path: string,
  fileName: string,
  bytesMax: number,
): Promise<StoredFile> {
  const hash = createHash('sha256')
  const file = await open(path, 'wx+', 0o640)
  try {
    let sizeBytes = 0
    for await (const piece of stream as AsyncIterable<Buffer>) {
      sizeBytes += piece.length
      if (sizeBytes > bytesMax) throw tooLarge(fileName, bytesMax)
      hash.update(piece)
      await file.write(piece)
    }
    // The multipart parser cuts a stream at its own limit instead of failing it.
    if ((stream as { truncated?: boolean }).truncated === true) throw tooLarge(fileName, bytesMax)
    if (sizeBytes === 0) throw refuse('file-missing')
    const content = await detectContent(file, sizeBytes)
    if (content === null) throw refuse('file-type-refused', { name: fileName })
    const extension = /\.([^.]+)$/.exec(fileName)?.[1]?.toLowerCase() ?? ''
    if (!content.extensions.includes(extension)) {
      throw refuse('file-extension-differs', { name: fileName })
    }
    await file.sync()
    return { digestSha256: hash.digest('hex'), sizeBytes, content }
  } finally {
    await file.close()
  }
}

function tooLarge(name: string, bytesMax: number) {
  return refuse('file-too-large', { name, limit: Math.floor(bytesMax / (1024 * 1024)) })
}
