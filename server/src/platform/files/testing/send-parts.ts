import { createHash } from 'node:crypto'
import type { FailureData } from '../../http/envelope.ts'
import type { TestAnswer, TestServer } from '../../testing/test-server.ts'
import type { Upload } from '../uploads.ts'

export type MergeAnswer = FailureData & { uploadId: string; path: string; digestSha256: string }

export const sha256 = (content: Buffer): string =>
  createHash('sha256').update(content).digest('hex')

/** A multipart body with one file, and its header. */
export function form(name: string, content: Buffer | string) {
  const boundary = 'boundary-of-this-test'
  const head = `--${boundary}\r\nContent-Disposition: form-data; name="file"; filename="${name}"\r\nContent-Type: application/x-claimed\r\n\r\n`
  return {
    payload: Buffer.concat([
      Buffer.from(head),
      Buffer.from(content),
      Buffer.from(`\r\n--${boundary}--\r\n`),
    ]),
    headers: { 'content-type': `multipart/form-data; boundary=${boundary}` },
  }
}

/** The calls of an upload in parts, as one user. */
export function uploader(server: TestServer, token: string) {
  return {
    begin: (fileName: string, content: Buffer, fingerprint = fileName) =>
      server.call<Upload & FailureData>('POST', '/api/file/uploads', {
        token,
        payload: { fileName, sizeBytes: content.length, fingerprint },
      }),
    part: (
      upload: Pick<Upload, 'uploadId' | 'partBytes'>,
      content: Buffer,
      partNo: number,
      digest?: string,
    ): Promise<TestAnswer<Upload & FailureData>> => {
      const piece = content.subarray((partNo - 1) * upload.partBytes, partNo * upload.partBytes)
      const query = `uploadId=${upload.uploadId}&partNo=${partNo}&digestSha256=${digest ?? sha256(piece)}`
      return server.call('POST', `/api/file/file_upload?${query}`, {
        token,
        ...form('part', piece),
      })
    },
    merge: (uploadId: string, digestSha256?: string) =>
      server.call<MergeAnswer>('POST', '/api/file/mergeFile', {
        token,
        payload: { uploadId, ...(digestSha256 !== undefined && { digestSha256 }) },
      }),
  }
}
