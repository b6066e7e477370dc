import { join } from 'node:path'
import type { Readable } from 'node:stream'
import type { Settings } from '../settings.ts'

/**
 * Storage for file contents: disk or S3. Keys are generated, never taken from a request: `files/ab/<digest>`,
 * `photos/ab/<digest>`, `uploads/<id>/<part>`. Content under a digest is never overwritten with other content.
 */
export interface ContentStore {
  /** Stores a copy of a local file under a key. */
  putFile(key: string, path: string, sizeBytes: number): Promise<void>
  /** Opens content for reading; refuses `not-found`. */
  read(key: string): Promise<Readable>
  copy(from: string, to: string): Promise<void>
  /** Removes content under a digest; nothing if there is none. */
  remove(key: string): Promise<void>
  /** Removes everything below `uploads/<id>`. */
  removeUpload(uploadId: string): Promise<void>
}

const uuid = /^[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}$/
const keyPattern =
  /^(?:(?:files|photos)\/[0-9a-f]{2}\/[0-9a-f]{64}|uploads\/[0-9a-f-]{36}\/[a-z0-9]{1,8})$/

/** Returns a valid key; throws `RangeError` for anything else, such as `../x`. */
export function checkedKey(key: string): string {
  if (!keyPattern.test(key)) throw new RangeError('not a key of stored content')
  return key
}

/** The folder of an upload; throws `RangeError` for an invalid id. */
export function uploadPrefix(uploadId: string): string {
  if (!uuid.test(uploadId)) throw new RangeError('not an id of an upload')
  return `uploads/${uploadId}/`
}

/** The local folder for files not yet validated. */
export function arrivingFolder(settings: Pick<Settings, 'dataFolder'>): string {
  return join(settings.dataFolder, 'files', 'arriving')
}
