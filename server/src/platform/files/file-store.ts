import type { FileHandle } from 'node:fs/promises'
import type { Readable } from 'node:stream'
import { refuse } from '@kufang/kernel/refusal.ts'
import type { Queryable } from '../database/database.ts'
import type { Settings } from '../settings.ts'
import { arrivingFolder } from './content-store.ts'
import type { DetectedContent } from './detect-content.ts'
import { detectContent } from './detect-content.ts'
import { openContentStore } from './open-content-store.ts'
import { receiveFile } from './receive-file.ts'
import { countReceived } from './received-bytes.ts'
import { noteStored } from './stored-content.ts'

export interface StoredFile {
  digestSha256: string
  sizeBytes: number
  content: DetectedContent
}

export interface FileToStore {
  fileName: string
  bytesMax: number
  /** The permitted kinds of content, and the refusal of others; every known kind by default. */
  only?: { kinds: ReadonlySet<string>; refusal: string }
  /** Who sends it. */
  userId: string
}

export interface FileStore {
  /**
   * Receives a stream and validates it by its content, before anything is stored. Equal content is stored once. Refuses
   * `file-too-large`, `file-type-refused`, `file-extension-differs`, `file-missing`, `upload-quota-reached`.
   */
  store(database: Queryable, stream: Readable, wanted: FileToStore): Promise<StoredFile>
  /** Opens stored content for reading; refuses `not-found`. */
  read(digestSha256: string): Promise<Readable>
  /** The key of this digest in the content store. */
  keyOf: (digestSha256: string) => string
}

/** Files by digest; never overwritten, and removed only if nothing refers to them (`stored-content.ts`). `kind` separates user pictures. */
export function openFileStore(settings: Settings, kind: 'files' | 'photos'): FileStore {
  const content = openContentStore(settings)
  const folder = arrivingFolder(settings)
  const keyOf = (digest: string) => `${kind}/${digest.slice(0, 2)}/${digest}`
  return {
    keyOf,
    read: (digest) => content.read(keyOf(digest)),
    store: (database, stream, { fileName, bytesMax, only, userId }) =>
      receiveFile(folder, stream, { fileName, bytesMax }, async (file) => {
        const { digestSha256, sizeBytes } = file
        const detected = await allowedContent(file.handle, sizeBytes, fileName)
        if (only !== undefined && !only.kinds.has(detected.kind)) throw refuse(only.refusal)
        await countReceived(database, userId, sizeBytes, settings.uploadBytesOfPersonMax)
        await noteStored(database, keyOf(digestSha256))
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
