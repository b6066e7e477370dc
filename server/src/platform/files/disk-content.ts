import { copyFile, link, mkdir, open, rm } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import { refuse } from '@kufang/kernel/refusal.ts'
import type { ContentStore } from './content-store.ts'
import { checkedKey, uploadPrefix } from './content-store.ts'

/** Content as files below the data folder, which several processes may share. */
export function openDiskContent(dataFolder: string): ContentStore {
  const pathOf = (key: string): string => join(dataFolder, checkedKey(key))
  const place = async (from: string, key: string): Promise<void> => {
    const to = pathOf(key)
    await mkdir(dirname(to), { recursive: true })
    await link(from, to).catch(async (error: NodeJS.ErrnoException) => {
      if (error.code === 'EEXIST') return
      // Some network drives do not support hard links.
      if (error.code !== 'EPERM' && error.code !== 'EXDEV' && error.code !== 'ENOTSUP') throw error
      await copyFile(from, to)
    })
  }
  return {
    async putFile(key, path) {
      // A part sent again replaces an interrupted one.
      if (key.startsWith('uploads/')) await rm(pathOf(key), { force: true })
      await place(path, key)
    },
    async read(key) {
      const file = await open(pathOf(key), 'r').catch((error: NodeJS.ErrnoException) => {
        if (error.code === 'ENOENT') throw notThere(key)
        throw error
      })
      return file.createReadStream()
    },
    copy: (from, to) =>
      place(pathOf(from), to).catch((error: NodeJS.ErrnoException) => {
        if (error.code === 'ENOENT') throw notThere(from)
        throw error
      }),
    remove: (key) => rm(pathOf(key), { force: true }),
    removeUpload: (uploadId) =>
      rm(join(dataFolder, uploadPrefix(uploadId)), { recursive: true, force: true }),
  }
}

function notThere(key: string) {
  return refuse('not-found', {
    subject: '文件',
    subjectEn: 'File',
    no: key.split('/').at(-1) ?? '',
  })
}
