import { createHash } from 'node:crypto'
import type { FileHandle } from 'node:fs/promises'
import { mkdir, open, rm } from 'node:fs/promises'
import { join } from 'node:path'
import type { Readable } from 'node:stream'
import { newId } from '@kufang/kernel/identifier.ts'
import { refuse } from '@kufang/kernel/refusal.ts'

/** A received local file, which exists while it is processed. */
export interface ArrivedFile {
  path: string
  handle: FileHandle
  sizeBytes: number
  digestSha256: string
}

/**
 * Writes a stream to disk, passes the file to `work`, and removes it in any case. Memory use is constant. Refuses
 * `file-too-large` above `bytesMax` and `file-missing` for an empty stream.
 */
export async function receiveFile<Result>(
  folder: string,
  stream: Readable,
  limit: { fileName: string; bytesMax: number },
  work: (file: ArrivedFile) => Promise<Result>,
): Promise<Result> {
  await mkdir(folder, { recursive: true })
  const path = join(folder, newId())
  const handle = await open(path, 'wx+', 0o640)
  try {
    const hash = createHash('sha256')
    let sizeBytes = 0
    for await (const piece of stream as AsyncIterable<Buffer>) {
      sizeBytes += piece.length
      if (sizeBytes > limit.bytesMax) throw tooLarge(limit.fileName, limit.bytesMax)
      hash.update(piece)
      await handle.write(piece)
    }
    // The multipart parser truncates a stream at its own limit instead of failing.
    if ((stream as { truncated?: boolean }).truncated === true)
      throw tooLarge(limit.fileName, limit.bytesMax)
    if (sizeBytes === 0) throw refuse('file-missing')
    await handle.sync()
    return await work({ path, handle, sizeBytes, digestSha256: hash.digest('hex') })
  } finally {
    // The rest of the request must be read, otherwise its response is never sent.
    stream.resume()
    await handle.close()
    await rm(path, { force: true })
  }
}

/** The refusal of a file above its limit, in whole megabytes. */
export function tooLarge(name: string, bytesMax: number) {
  return refuse('file-too-large', { name, limit: Math.floor(bytesMax / (1024 * 1024)) })
}
