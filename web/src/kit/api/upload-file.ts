import { isAborted } from './api-error.ts'
import { api } from './client.ts'
import { sendInParts } from './upload-parts.ts'
import type { Upload, UploadCalls, UploadProgress } from './upload-parts.ts'

/**
 * Uploads a file in parts and returns its id. Resumes automatically after a lost connection, and where an earlier
 * attempt with the same file ended. Throws `ApiError`; aborting shows no message.
 */
export async function uploadInParts(
  file: File,
  options: { signal: AbortSignal; onProgress: (progress: UploadProgress) => void },
): Promise<string> {
  const { signal, onProgress } = options
  const quiet = { signal, isQuiet: true }
  const wish = {
    fileName: file.name,
    sizeBytes: file.size,
    fingerprint: `${file.name.slice(-300)} ${file.size} ${file.lastModified}`,
  }
  let begunId: string | null = null
  const calls: UploadCalls = {
    begin: async () => {
      const upload = await api.post<Upload>('/api/file/uploads', wish, quiet)
      begunId = upload.uploadId
      return upload
    },
    sendPart: async ({ uploadId, partBytes }, partNo) => {
      const part = file.slice((partNo - 1) * partBytes, partNo * partBytes)
      const digestSha256 = await digestOf(part)
      const form = new FormData()
      form.append('file', part, 'part')
      const query = { uploadId, partNo, digestSha256 }
      return api.post<Upload>('/api/file/file_upload', form, { ...quiet, query })
    },
    merge: async (uploadId) => {
      await api.post('/api/file/mergeFile', { uploadId }, quiet)
    },
    pause: (ms) => pauseUntilOnline(ms, signal),
  }
  try {
    return await sendInParts(calls, onProgress)
  } catch (error) {
    if (isAborted(error) && begunId !== null) forget(begunId)
    throw error
  }
}

/** Removes a cancelled upload; if this fails, the housekeeping job removes it. */
function forget(uploadId: string): void {
  api
    .post(`/api/file/uploads/${uploadId}/remove`, {}, { isQuiet: true, isSessionCall: true })
    .catch(() => undefined)
}

/** The checksum of a part; null over plain http, where Web Crypto is not available. */
async function digestOf(part: Blob): Promise<string | null> {
  if (!window.isSecureContext) return null
  const digest = await crypto.subtle.digest('SHA-256', await part.arrayBuffer())
  return Array.from(new Uint8Array(digest), (byte) => byte.toString(16).padStart(2, '0')).join('')
}

/** Waits for this time, or until the browser is online again; rejects when aborted. */
function pauseUntilOnline(ms: number, signal: AbortSignal): Promise<void> {
  return new Promise((resolve, reject) => {
    const end = (): void => {
      clearTimeout(timer)
      window.removeEventListener('online', goOn)
      signal.removeEventListener('abort', giveUp)
    }
    const goOn = (): void => {
      end()
      resolve()
    }
    const giveUp = (): void => {
      end()
      reject(new DOMException('given up', 'AbortError'))
    }
    const timer = setTimeout(goOn, ms)
    window.addEventListener('online', goOn)
    signal.addEventListener('abort', giveUp)
    if (signal.aborted) giveUp()
  })
}
