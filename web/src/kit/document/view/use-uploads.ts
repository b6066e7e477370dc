import { useState } from 'react'
import { isAborted } from '../../api/api-error.ts'
import { uploadInParts } from '../../api/upload-file.ts'
import { useTab, useUnsavedWork } from '../../tab/tab-context.ts'

/** A running upload, or a refused one awaiting the user. */
export interface RunningUpload {
  id: number
  name: string
  percent: number
  isWaiting: boolean
  error: unknown
}

interface Known extends RunningUpload {
  file: File
  abort: AbortController
}

let lastId = 0

/**
 * Uploads files one after the other and calls `use` for each. Uploads continue while the tab is hidden and end when it
 * is closed, which requires confirmation.
 */
export function useUploads(use: (uploadId: string) => Promise<void>): {
  uploads: readonly RunningUpload[]
  add: (files: readonly File[]) => void
  cancel: (id: number) => void
  retry: (id: number) => void
} {
  const tab = useTab()
  const [known, setKnown] = useState<readonly Known[]>([])
  useUnsavedWork(known.some(({ error }) => error === null))
  const change = (id: number, part: Partial<Known>): void =>
    setKnown((list) => list.map((one) => (one.id === id ? { ...one, ...part } : one)))
  const drop = (id: number): void => setKnown((list) => list.filter((one) => one.id !== id))

  const run = async ({ id, file, abort }: Known): Promise<void> => {
    const signal = AbortSignal.any([abort.signal, tab.signal])
    try {
      const uploadId = await uploadInParts(file, {
        signal,
        onProgress: (progress) => change(id, progress),
      })
      await use(uploadId)
      drop(id)
    } catch (error) {
      if (isAborted(error)) drop(id)
      else change(id, { error, isWaiting: false })
    }
  }
  const runAll = async (list: readonly Known[]): Promise<void> => {
    for (const one of list) if (!one.abort.signal.aborted) await run(one)
  }
  return {
    uploads: known,
    add: (files) => {
      const added = files.map((file): Known => {
        lastId += 1
        const abort = new AbortController()
        return {
          id: lastId,
          name: file.name,
          percent: 0,
          isWaiting: false,
          error: null,
          file,
          abort,
        }
      })
      setKnown((list) => [...list, ...added])
      void runAll(added)
    },
    cancel: (id) => {
      known.find((one) => one.id === id)?.abort.abort()
      drop(id)
    },
    retry: (id) => {
      const one = known.find((candidate) => candidate.id === id)
      if (one === undefined) return
      const again = { ...one, error: null, percent: 0, abort: new AbortController() }
      change(id, again)
      void run(again)
    },
  }
}
