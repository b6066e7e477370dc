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
   * Receives a stream and validates it by its content. Equal content is stored once. Refuses `file-too-large`,
   * `file-type-refused`, `file-extension-differs`, `file-missing`.
   */
  store(stream: Readable, fileName: string, bytesMax: number): Promise<StoredFile>
  /** Opens stored content for reading; refuses `not-found`. */
  read(digestSha256: string): Promise<Readable>
  /** The key of this digest in the content store. */
  keyOf: (digestSha256: string) => string
}

/** Files by digest; never overwritten, never removed. `kind` separates user pictures. */
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
 * Detects the type of a file and compares it with its name. Refuses `file-type-refused` and `file-extension-differs`.
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
