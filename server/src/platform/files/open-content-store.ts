import type { Settings } from '../settings.ts'
import type { ContentStore } from './content-store.ts'
import { openDiskContent } from './disk-content.ts'

/** Opens the configured store. The S3 client is loaded with the first file, not at startup. */
export function openContentStore(settings: Pick<Settings, 'dataFolder' | 's3'>): ContentStore {
  const { s3 } = settings
  if (s3 === null) return openDiskContent(settings.dataFolder)
  let opened: Promise<ContentStore> | undefined
  const store = (): Promise<ContentStore> =>
    (opened ??= import('./s3-content.ts').then(({ openS3Content }) => openS3Content(s3)))
  return {
    putFile: async (key, path, sizeBytes) => (await store()).putFile(key, path, sizeBytes),
    read: async (key) => (await store()).read(key),
    copy: async (from, to) => (await store()).copy(from, to),
    remove: async (key) => (await store()).remove(key),
    removeUpload: async (uploadId) => (await store()).removeUpload(uploadId),
  }
}
