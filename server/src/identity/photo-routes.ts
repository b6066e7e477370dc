import { join } from 'node:path'
import type { FastifyInstance } from 'fastify'
import { z } from 'zod'
import { refuse } from '@kufang/kernel/refusal.ts'
import { plainFileName } from '../platform/files/attachment-routes.ts'
import { openFileStore } from '../platform/files/file-store.ts'
import type { ServerContext } from '../platform/http/context.ts'
import { success } from '../platform/http/envelope.ts'
import { typed } from '../platform/http/typed-routes.ts'

const photoBytesMax = 2 * 1024 * 1024
/** Where a stored picture is read; also what a profile's `photo` must look like. */
export const photoPath = /^\/api\/file\/photo\/([0-9a-f]{64})\.(png|gif|jpg)$/
const mediaTypes = { png: 'image/png', gif: 'image/gif', jpg: 'image/jpeg' } as const

/** Pictures of persons: POST /api/file/file_upload (product.md section 7), and reading them. */
export function registerPhotos(app: FastifyInstance, { dataFolder }: ServerContext): void {
  const store = openFileStore(join(dataFolder, 'photos'))
  const routes = typed(app)

  routes.post(
    '/api/file/file_upload',
    { schema: { tags: ['session'], consumes: ['multipart/form-data'] } },
    async (request) => {
      const part = await request.file({ limits: { fileSize: photoBytesMax, files: 1 } })
      if (part === undefined) throw refuse('file-missing')
      const { content, digestSha256 } = await store.store(
        part.file,
        plainFileName(part.filename),
        photoBytesMax,
      )
      if (!Object.hasOwn(mediaTypes, content.kind)) throw refuse('picture-refused')
      return success({ path: `/api/file/photo/${digestSha256}.${content.kind}` })
    },
  )

  routes.get(
    '/api/file/photo/:name',
    {
      config: { access: 'anySession' },
      schema: { tags: ['session'], params: z.object({ name: z.string().max(80) }) },
    },
    async (request, reply) => {
      const found = photoPath.exec(`/api/file/photo/${request.params.name}`)
      if (found === null) throw refuse('not-found', { subject: '图片', no: request.params.name })
      return reply
        .header('content-type', mediaTypes[found[2] as keyof typeof mediaTypes])
        .header('cache-control', 'private, max-age=31536000, immutable')
        .send(await store.read(found[1]!))
    },
  )
}
