import type { FileHandle } from 'node:fs/promises'
import type { Readable } from 'node:stream'
import { refuse } from '@kufang/kernel/refusal.ts'
import type { Settings } from '../settings.ts'
import { arrivingFolder } from './content-store.ts'
import type { DetectedContent } from './detect-content.ts'
import { detectContent } from './detect-content.ts'
import { openContentStore } from './open-content-store.ts'
import { receiveFile } from './receive-file.ts'

export interface StoredFile {
  digestSha256: string
  sizeBytes: number
  content: DetectedContent
}

export interface FileStore {
  /**
   * Takes a stream in as it comes, then checks it by its content. The same content is kept once.
   * Refuses `file-too-large`, `file-type-refused`, `file-extension-differs`, `file-missing`.
   */
  store(stream: Readable, fileName: string, bytesMax: number): Promise<StoredFile>
  /** Opens stored content for reading; refuses `not-found` when it is not there. */
  read(digestSha256: string): Promise<Readable>
  /** Where content with this digest lies in the content store. */
  keyOf: (digestSha256: string) => string
}

/** Files by digest; never overwritten, never removed. `kind` keeps pictures of persons apart. */
export function openFileStore(settings: Settings, kind: 'files' | 'photos'): FileStore {
  const content = openContentStore(settings)
  const folder = arrivingFolder(settings)
  const keyOf = (digest: string) => `${kind}/${digest.slice(0, 2)}/${digest}`
  return {
    keyOf,
    read: (digest) => content.read(keyOf(digest)),
    store: (stream, fileName, bytesMax) =>
      receiveFile(folder, stream, { fileName, bytesMax }, async (file) => {
        const { digestSha256, sizeBytes } = file
        const detected = await allowedContent(file.handle, sizeBytes, fileName)
        await content.putFile(keyOf(digestSha256), file.path, sizeBytes)
        return { digestSha256, sizeBytes, content: detected }
      }),
  }
}

/**
 * What the file is by its content; its name must not claim anything else. Refuses
 * `file-type-refused` and `file-extension-differs`.
 */
export async function allowedContent(
  file: FileHandle,
  sizeBytes: number,
  fileName: string,
): Promise<DetectedContent> {
  const content = await detectContent(file, sizeBytes)
  if (content === null) throw refuse('file-type-refused', { name: fileName })
  const extension = /\.([^.]+)$/.exec(fileName)?.[1]?.toLowerCase() ?? ''
  if (!content.extensions.includes(extension)) {
    throw refuse('file-extension-differs', { name: fileName })
  }
  return content
}
