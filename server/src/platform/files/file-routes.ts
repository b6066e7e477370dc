import { z } from 'zod'
import { refuse } from '@kufang/kernel/refusal.ts'
import type { Database } from '../database/database.ts'
import type { AreaRoutes } from '../http/context.ts'
import { answerOf, success } from '../http/envelope.ts'
import { typed } from '../http/typed-routes.ts'
import { contentDisposition } from './content-disposition.ts'
import { plainFileName } from './plain-file-name.ts'
import { openFileStore } from './file-store.ts'
import { photoBytesMax, photoMediaTypes, photoPath } from './photo-path.ts'
import { openUploads } from './uploads.ts'

const digest = z.string().regex(/^[0-9a-f]{64}$/)
const exampleId = '0199c1d2-5b7e-7a10-9c44-2f0d6a1b8e35'
const exampleDigest = '9f86d081884c7d659a2feaa0c55ad015a3bf4f1b2b0b822cd15d6c15b0f00a08'
const beginSchema = z
  .object({
    fileName: z.string().min(1).max(1000),
    sizeBytes: z.number().int().min(1),
    /** Identifies the file on the client, so that its upload can be resumed. */
    fingerprint: z.string().min(1).max(400),
  })
  .meta({
    examples: [{ fileName: '质保书.pdf', sizeBytes: 1_300_000, fingerprint: '质保书.pdf 1300000' }],
  })
const uploadData = z.object({
  uploadId: z.uuid(),
  fileName: z.string(),
  sizeBytes: z.number(),
  partBytes: z.number(),
  partCount: z.number(),
  received: z.array(z.number()),
})
const uploadAnswer = answerOf(uploadData, {
  uploadId: exampleId,
  fileName: '质保书.pdf',
  sizeBytes: 1_300_000,
  partBytes: 524_288,
  partCount: 3,
  received: [1],
})
const takenAnswer = answerOf(z.union([z.object({ path: z.string() }), uploadData]), {
  path: `/api/file/photo/${exampleDigest}.png`,
})
const mergeSchema = z
  .object({ uploadId: z.uuid(), digestSha256: digest.optional() })
  .meta({ examples: [{ uploadId: exampleId, digestSha256: exampleDigest }] })
const mergeAnswer = answerOf(
  z.object({
    uploadId: z.uuid(),
    fileName: z.string(),
    sizeBytes: z.number(),
    digestSha256: z.string(),
    mediaType: z.string(),
    path: z.string(),
  }),
  {
    uploadId: exampleId,
    fileName: '质保书.pdf',
    sizeBytes: 1_300_000,
    digestSha256: exampleDigest,
    mediaType: 'application/pdf',
    path: `/api/file/uploads/${exampleId}/content`,
  },
)
const partSchema = z.object({
  uploadId: z
    .uuid()
    .meta({ examples: [exampleId] })
    .optional(),
  partNo: z.coerce.number().int().min(1).max(100_000).optional(),
  digestSha256: digest.optional(),
})
const tags = ['files']

/**
 * The file calls of product.md section 7, and those needed for parts. A file is sent as a whole (`POST
 * /api/file/file_upload`: a user's picture, returns its `path`), or in parts: start with `POST /api/file/uploads`, send
 * parts by `file_upload` with `uploadId` and `partNo`, finish with `POST /api/file/mergeFile`. Its owner can read a
 * merged file at `path` until it is attached.
 * @param bytesMax the maximum file size, a business parameter
 */
// oxlint-disable-next-line max-lines-per-function -- one list of routes
export function fileRoutes(bytesMax: (database: Database) => Promise<number>): AreaRoutes {
  // oxlint-disable-next-line max-lines-per-function -- one list of routes
  return (app, { database, settings }) => {
    const uploads = openUploads(settings)
    const photos = openFileStore(settings, 'photos')
    const routes = typed(app)

    routes.post(
      '/api/file/uploads',
      {
        schema: {
          tags,
          summary:
            'Begins a file that comes in parts, or takes up the unfinished one of the same file',
          body: beginSchema,
          response: { 200: uploadAnswer },
        },
      },
      async ({ session, body }) => {
        const limit = await bytesMax(database)
        const fileName = plainFileName(body.fileName)
        if (fileName === '') throw refuse('file-missing')
        return success(
          await database.transaction((tx) =>
            uploads.begin(tx, session, { ...body, fileName }, limit),
          ),
        )
      },
    )

    routes.post(
      '/api/file/file_upload',
      {
        schema: {
          tags,
          summary: 'Takes a picture of a person, or with uploadId one part of a file',
          querystring: partSchema,
          consumes: ['multipart/form-data'],
          response: { 200: takenAnswer },
        },
      },
      async (request) => {
        const { uploadId, partNo, digestSha256 } = request.query
        const part = await request.file({ limits: { fileSize: photoBytesMax + 1, files: 1 } })
        if (part === undefined) throw refuse('file-missing')
        if (uploadId !== undefined) {
          const wanted = { uploadId, partNo: partNo ?? 1, digestSha256 }
          return success(await uploads.addPart(database, request.session, wanted, part.file))
        }
        const fileName = plainFileName(part.filename)
        const { content, digestSha256: name } = await photos.store(database, part.file, {
          fileName,
          bytesMax: photoBytesMax,
          only: { kinds: new Set(Object.keys(photoMediaTypes)), refusal: 'picture-refused' },
          userId: request.session.userId,
        })
        return success({ path: `/api/file/photo/${name}.${content.kind}` })
      },
    )

    routes.post(
      '/api/file/mergeFile',
      {
        schema: {
          tags,
          summary: 'Makes one file of its parts and checks it by its content',
          body: mergeSchema,
          response: { 200: mergeAnswer },
        },
      },
      async (request) => {
        const { uploadId, digestSha256 } = request.body
        const merged = await uploads.merge(database, request.session, uploadId, digestSha256)
        const { content, ...known } = merged
        return success({
          ...known,
          mediaType: content.mediaType,
          path: `/api/file/uploads/${uploadId}/content`,
        })
      },
    )

    routes.post(
      '/api/file/uploads/:uploadId/remove',
      {
        schema: {
          tags,
          summary: 'Gives an upload up',
          params: z.object({ uploadId: z.uuid() }),
        },
      },
      async (request) => {
        await uploads.drop(database, request.session, request.params.uploadId)
        return success(null)
      },
    )

    routes.get(
      '/api/file/uploads/:uploadId/content',
      { schema: { tags, params: z.object({ uploadId: z.uuid() }) } },
      async (request, reply) => {
        const { uploadId } = request.params
        const merged = await uploads.findMerged(database, request.session, uploadId)
        return reply
          .header('content-type', merged.content.mediaType)
          .header('content-length', merged.sizeBytes)
          .header('content-disposition', contentDisposition(merged.fileName))
          .header('content-security-policy', "default-src 'none'; sandbox")
          .send(await uploads.read(uploadId))
      },
    )

    routes.get(
      '/api/file/photo/:name',
      {
        config: { access: 'anySession' },
        schema: { tags, params: z.object({ name: z.string().max(80) }) },
      },
      async (request, reply) => {
        const { name } = request.params
        const found = photoPath.exec(`/api/file/photo/${name}`)
        if (found === null)
          throw refuse('not-found', { subject: '图片', subjectEn: 'Picture', no: name })
        return reply
          .header('content-type', photoMediaTypes[found[2] as keyof typeof photoMediaTypes])
          .header('cache-control', 'private, max-age=31536000, immutable')
          .send(await photos.read(found[1]!))
      },
    )
  }
}
