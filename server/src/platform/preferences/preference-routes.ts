import { z } from 'zod'
import type { AreaRoutes } from '../http/context.ts'
import { success } from '../http/envelope.ts'
import { typed } from '../http/typed-routes.ts'
import { readPreferences, valueBytesMax, writePreferences } from './preferences.ts'
import { openSharedView, shareView } from './shared-views.ts'

const key = z.string().regex(/^[A-Za-z0-9:/._ -]{1,160}$/)
const changes = z
  .array(z.object({ key, value: z.json(), changedAt: z.iso.datetime() }))
  .min(1)
  .max(100)
  .refine((list) => new Set(list.map((change) => change.key)).size === list.length, 'key twice')
const body = z.object({ changes }).meta({
  examples: [
    {
      changes: [
        {
          key: 'favourites',
          value: ['/Stock/stockSearch'],
          changedAt: '2026-11-21T08:00:00.000Z',
        },
      ],
    },
  ],
})
const viewSchema = z.object({
  pagePath: z.string().min(2).max(120),
  pageKey: key,
  name: z.string().trim().min(1).max(60),
  content: z
    .record(z.string().max(40), z.json())
    .refine((value) => JSON.stringify(value).length <= valueBytesMax, 'too large'),
})
const tags = ['preferences']

/**
 * A user's own preferences: GET and PUT /api/preferences. Shared views: POST /api/shared-views, GET
 * /api/shared-views/:id for holders of the page's role.
 */
export const preferenceRoutes: AreaRoutes = (app, { database }) => {
  const routes = typed(app)

  routes.get(
    '/api/preferences',
    { schema: { tags, summary: 'Everything the person keeps' } },
    async ({ session }) => success(await readPreferences(database, session)),
  )
  routes.put(
    '/api/preferences',
    { schema: { tags, summary: 'Keeps changes; the later one of each key wins', body } },
    async ({ session, body }) => success(await writePreferences(database, session, body.changes)),
  )
  routes.post(
    '/api/shared-views',
    { schema: { tags, summary: 'Makes a link of a view', body: viewSchema } },
    async (request) => success({ id: await shareView(database, request.session, request.body) }),
  )
  routes.get(
    '/api/shared-views/:id',
    {
      schema: {
        tags,
        summary: 'Opens the view of a link, with the role of its page',
        params: z.object({ id: z.uuid() }),
      },
    },
    async ({ session, params }) => success(await openSharedView(database, session, params.id)),
  )
}
