import { createReadStream } from 'node:fs'
import type { Readable } from 'node:stream'
import {
  CopyObjectCommand,
  DeleteObjectCommand,
  DeleteObjectsCommand,
  GetObjectCommand,
  ListObjectsV2Command,
  PutObjectCommand,
  S3Client,
  S3ServiceException,
} from '@aws-sdk/client-s3'
import { refuse } from '@kufang/kernel/refusal.ts'
import type { S3Settings } from '../settings.ts'
import type { ContentStore } from './content-store.ts'
import { checkedKey, uploadPrefix } from './content-store.ts'

/** Time-out after which the store is reported as unavailable. */
const answerWithinMs = 20_000

/** Content as objects of one bucket, for several machines without a shared drive. */
export function openS3Content(settings: S3Settings): ContentStore {
  const { bucket, prefix } = settings
  const client = new S3Client({
    region: settings.region,
    ...(settings.endpoint === '' ? {} : { endpoint: settings.endpoint, forcePathStyle: true }),
    // Without keys the SDK uses the machine's role.
    ...(settings.accessKey === ''
      ? {}
      : { credentials: { accessKeyId: settings.accessKey, secretAccessKey: settings.secretKey } }),
    requestChecksumCalculation: 'WHEN_REQUIRED',
    responseChecksumValidation: 'WHEN_REQUIRED',
    requestHandler: { requestTimeout: answerWithinMs, connectionTimeout: 5000 },
    maxAttempts: 3,
  })
  const named = (key: string): string => `${prefix}${checkedKey(key)}`
  return {
    putFile: (key, path, sizeBytes) =>
      asked(key, async () => {
        await client.send(
          new PutObjectCommand({
            Bucket: bucket,
            Key: named(key),
            Body: createReadStream(path),
            ContentLength: sizeBytes,
          }),
        )
      }),
    read: (key) =>
      asked(key, async () => {
        const answer = await client.send(new GetObjectCommand({ Bucket: bucket, Key: named(key) }))
        return answer.Body as Readable
      }),
    copy: (from, to) =>
      asked(from, async () => {
        await client.send(
          new CopyObjectCommand({
            Bucket: bucket,
            Key: named(to),
            CopySource: encodeURI(`${bucket}/${named(from)}`),
          }),
        )
      }),
    remove: (key) =>
      asked(key, async () => {
        await client.send(new DeleteObjectCommand({ Bucket: bucket, Key: named(key) }))
      }),
    removeUpload: (uploadId) =>
      asked(uploadId, async () => {
        const Prefix = `${prefix}${uploadPrefix(uploadId)}`
        for (;;) {
          const listed = await client.send(new ListObjectsV2Command({ Bucket: bucket, Prefix }))
          const objects = (listed.Contents ?? []).flatMap(({ Key }) =>
            Key === undefined ? [] : [{ Key }],
          )
          if (objects.length === 0) return
          await client.send(
            new DeleteObjectsCommand({ Bucket: bucket, Delete: { Objects: objects, Quiet: true } }),
          )
        }
      }),
  }
}

/** Refuses missing objects and an unreachable store; other errors are thrown. */
async function asked<Answer>(key: string, ask: () => Promise<Answer>): Promise<Answer> {
  try {
    return await ask()
  } catch (error) {
    if (error instanceof S3ServiceException) {
      if (error.name === 'NoSuchKey' || error.name === 'NotFound') {
        const no = key.split('/').at(-1) ?? ''
        throw refuse('not-found', { subject: '文件', subjectEn: 'File', no })
      }
      throw error
    }
    const code = (error as { code?: unknown }).code
    const name = (error as { name?: unknown }).name
    const isSilent =
      name === 'TimeoutError' ||
      (typeof code === 'string' && /^(E(CONN|HOST|NET|NOTFOUND|AI_)|EPIPE)/.test(code))
    if (isSilent) throw refuse('file-store-unreachable')
    throw error
  }
}
