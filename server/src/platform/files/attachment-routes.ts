import { z } from 'zod'
import { refuse } from '@kufang/kernel/refusal.ts'
import type { Database, Queryable, Transaction } from '../database/database.ts'
import type { AreaRoutes } from '../http/context.ts'
import { success } from '../http/envelope.ts'
import { typed } from '../http/typed-routes.ts'
import type { Session } from '../session/session.ts'
import type { Attachment, AttachmentSubject } from './attachments.ts'
import { addAttachment, findAttachment, listAttachments, removeAttachment } from './attachments.ts'
import { contentDisposition } from './content-disposition.ts'
import { openFileStore } from './file-store.ts'
import { plainFileName } from './plain-file-name.ts'
import { openUploads } from './uploads.ts'

/**
 * Decides whether the person may read, add or remove attachments of a document; throws the refusal if not. Provided by
 * the document service, which knows scope and states.
 */
export type AuthoriseAttachment = (
  database: Queryable,
  session: Session,
  subject: AttachmentSubject,
  intent: 'read' | 'add' | { remove: Attachment },
) => Promise<void>

/** Called in the transaction that has added or removed an attachment, for what its document knows of them. */
export type FollowAttachment = (tx: Transaction, subject: AttachmentSubject) => Promise<void>

const subjectSchema = z.object({
  companyCode: z.string().min(1).max(20),
  documentType: z.string().min(1).max(60),
  documentId: z.uuid(),
})
const uploadSchema = subjectSchema.extend({
  // Without a point: kinds with one are evidence that only an act writes (contract `document/service/evidence.ts`).
  kind: z
    .string()
    .max(40)
    .regex(/^[\w-]+$/)
    .default('other'),
  lineNo: z.coerce.number().int().min(1).optional(),
  /** Whether external persons who read the document see it; what staff attach is internal unless they say otherwise. */
  visibility: z.enum(['internal', 'everybody']).default('internal'),
})
const idSchema = z.object({ id: z.uuid() })

/**
 * The routes of attachments: GET /api/attachments (query: company, type, id), POST /api/attachments (the same query,
 * multipart files), GET /api/attachments/:id/content, POST /api/attachments/:id/remove, POST
 * /api/attachments/from-upload (a merged upload, see file-routes.ts). `inline=1` displays pictures and PDF instead of
 * downloading them.
 * @param bytesMax the maximum size of an attachment, a business parameter
 * @param follow what happens with a document whose attachments have changed
 */
// oxlint-disable-next-line max-lines-per-function -- one list of routes
export function attachmentRoutes(
  authorise: AuthoriseAttachment,
  bytesMax: (database: Database) => Promise<number>,
  follow: FollowAttachment = () => Promise.resolve(),
): AreaRoutes {
  // oxlint-disable-next-line max-lines-per-function -- one list of routes
  return (app, { database, settings }) => {
    const store = openFileStore(settings, 'files')
    const uploads = openUploads(settings)
    const routes = typed(app)
    const schema = { tags: ['attachments'] }

    routes.get(
      '/api/attachments',
      { schema: { ...schema, querystring: subjectSchema } },
      async (request) => {
        await authorise(database, request.session, request.query, 'read')
        return success(await listAttachments(database, request.session, request.query))
      },
    )

    routes.post(
      '/api/attachments',
      { schema: { ...schema, querystring: uploadSchema, consumes: ['multipart/form-data'] } },
      async (request) => {
        const { kind, lineNo, visibility, ...subject } = request.query
        const isInternal = visibility === 'internal'
        await authorise(database, request.session, subject, 'add')
        const stored: Parameters<typeof addAttachment>[3][] = []
        const fileSize = Math.min(await bytesMax(database), settings.fileBytesMax)
        for await (const part of request.files({ limits: { fileSize } })) {
          const fileName = plainFileName(part.filename)
          const file = await store.store(database, part.file, {
            fileName,
            bytesMax: fileSize,
            userId: request.session.userId,
          })
          stored.push({ ...file, fileName, kind, lineNo: lineNo ?? null, isInternal })
        }
        if (stored.length === 0) throw refuse('file-missing')
        const made = await database.transaction(async (tx) => {
          await authorise(tx, request.session, subject, 'add')
          const rows: Attachment[] = []
          for (const file of stored)
            rows.push(await addAttachment(tx, request.session, subject, file))
          await follow(tx, subject)
          return rows
        })
        return success(made)
      },
    )

    routes.post(
      '/api/attachments/from-upload',
      { schema: { ...schema, body: uploadSchema.extend({ uploadId: z.uuid() }) } },
      async (request) => {
        const { kind, lineNo, uploadId, visibility, ...subject } = request.body
        const { session } = request
        await authorise(database, session, subject, 'add')
        const file = await uploads.keep(database, session, uploadId, store.keyOf)
        return success(
          await database.transaction(async (tx) => {
            await authorise(tx, session, subject, 'add')
            const made = await addAttachment(tx, session, subject, {
              ...file,
              kind,
              lineNo: lineNo ?? null,
              isInternal: visibility === 'internal',
            })
            await follow(tx, subject)
            return made
          }),
        )
      },
    )

    routes.get(
      '/api/attachments/:id/content',
      {
        schema: {
          ...schema,
          params: idSchema,
          querystring: z.object({ inline: z.enum(['0', '1']).default('0') }),
        },
      },
      async (request, reply) => {
        const attachment = await findAttachment(database, request.session, request.params.id)
        await authorise(database, request.session, attachment, 'read')
        const shown = request.query.inline === '1' && /^image\/|\/pdf$/.test(attachment.mediaType)
        return (
          reply
            .header('content-type', attachment.mediaType)
            .header('content-length', attachment.sizeBytes)
            .header('content-disposition', contentDisposition(attachment.fileName, shown))
            .header('cache-control', 'private, no-cache')
            // Opened as a page, the content must not execute anything.
            .header(
              'content-security-policy',
              "default-src 'none'; style-src 'unsafe-inline'; sandbox",
            )
            .send(await store.read(attachment.digestSha256))
        )
      },
    )

    routes.post(
      '/api/attachments/:id/remove',
      { schema: { ...schema, params: idSchema } },
      async (request) => {
        const attachment = await findAttachment(database, request.session, request.params.id)
        await database.transaction(async (tx) => {
          await authorise(tx, request.session, attachment, { remove: attachment })
          await removeAttachment(tx, request.session, attachment)
          await follow(tx, attachment)
        })
        return success(null)
      },
    )
  }
}
