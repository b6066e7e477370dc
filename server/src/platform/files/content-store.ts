import { join } from 'node:path'
import type { Readable } from 'node:stream'
import type { Settings } from '../settings.ts'

/**
 * Where bytes lie: on disk, or on S3. Keys are made by us, never by a person: `files/ab/<digest>`,
 * `photos/ab/<digest>`, `uploads/<id>/<part>`. What is put under a digest is never overwritten with
 * anything else.
 */
export interface ContentStore {
  /** Takes a local file over under a key; the local file stays the caller's. */
  putFile(key: string, path: string, sizeBytes: number): Promise<void>
  /** Opens for reading, from the first byte; refuses `not-found`. */
  read(key: string): Promise<Readable>
  copy(from: string, to: string): Promise<void>
  /** Removes everything below `uploads/<id>`; nothing else is ever removed. */
  removeUpload(uploadId: string): Promise<void>
}

const uuid = /^[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}$/
const keyPattern =
  /^(?:(?:files|photos)\/[0-9a-f]{2}\/[0-9a-f]{64}|uploads\/[0-9a-f-]{36}\/[a-z0-9]{1,8})$/

/** The key itself when it is one of ours; throws `RangeError` for anything else, such as `../x`. */
export function checkedKey(key: string): string {
  if (!keyPattern.test(key)) throw new RangeError('not a key of stored content')
  return key
}

/** The folder of an upload; throws `RangeError` for what is no id. */
export function uploadPrefix(uploadId: string): string {
  if (!uuid.test(uploadId)) throw new RangeError('not an id of an upload')
  return `uploads/${uploadId}/`
}

/** Where files wait until they are known to be good: always on this machine. */
export function arrivingFolder(settings: Pick<Settings, 'dataFolder'>): string {
  return join(settings.dataFolder, 'files', 'arriving')
}
