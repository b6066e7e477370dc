import { ApiError } from './api-error.ts'

/** An upload on the server; `received` are the numbers of the stored parts. */
export interface Upload {
  uploadId: string
  partBytes: number
  partCount: number
  received: readonly number[]
}

/** The calls of an upload, and the pause between attempts. */
export interface UploadCalls {
  begin: () => Promise<Upload>
  sendPart: (upload: Upload, partNo: number) => Promise<Upload>
  merge: (uploadId: string) => Promise<void>
  /** Waits before the next attempt; rejects when the user has cancelled. */
  pause: (ms: number) => Promise<void>
}

export interface UploadProgress {
  /** 0 to 100. */
  percent: number
  /** The connection is lost; the upload resumes automatically. */
  isWaiting: boolean
}

const firstPauseMs = 1000
const longestPauseMs = 30_000

/**
 * Uploads a file part by part, merges it and returns its id. After a lost connection only missing parts are sent again.
 * Throws `ApiError` if the server refuses.
 */
export async function sendInParts(
  calls: UploadCalls,
  onProgress: (progress: UploadProgress) => void,
): Promise<string> {
  let upload: Upload | null = null
  let pauseMs = firstPauseMs
  const percent = (): number =>
    upload === null ? 0 : Math.floor((upload.received.length / upload.partCount) * 99)
  for (;;) {
    try {
      // After a lost connection ask the server which parts it has, because a response may have been lost.
      upload = await calls.begin()
      onProgress({ percent: percent(), isWaiting: false })
      for (const partNo of missingParts(upload)) {
        upload = await calls.sendPart(upload, partNo)
        pauseMs = firstPauseMs
        onProgress({ percent: percent(), isWaiting: false })
      }
      await calls.merge(upload.uploadId)
      onProgress({ percent: 100, isWaiting: false })
      return upload.uploadId
    } catch (error) {
      if (!(error instanceof ApiError) || !error.isTransient) throw error
      onProgress({ percent: percent(), isWaiting: true })
      await calls.pause(pauseMs)
      pauseMs = Math.min(pauseMs * 2, longestPauseMs)
    }
  }
}

function missingParts({ partCount, received }: Upload): number[] {
  const here = new Set(received)
  return Array.from({ length: partCount }, (_, at) => at + 1).filter((partNo) => !here.has(partNo))
}
