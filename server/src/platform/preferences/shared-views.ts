import { createHash } from 'node:crypto'
import { newId } from '@kufang/kernel/identifier.ts'
import { pageCatalogue } from '@kufang/contract/document/catalogue/page-catalogue.ts'
import { refuse } from '@kufang/kernel/refusal.ts'
import { firstOf } from '@kufang/kernel/present.ts'
import type { Database, Queryable } from '../database/database.ts'
import { holdsRole } from '../http/access.ts'
import type { Session } from '../session/session.ts'

/** Maximum number of shared views per user; the oldest is deleted when another is added. */
const perPersonMax = 200

export interface SharedView {
  id: string
  /** The path of the page, whose role is required. */
  pagePath: string
  /** The list on the page. */
  pageKey: string
  name: string
  /** Filters, columns and sort, as written by the page. */
  content: unknown
  createdByName: string
}

/**
 * Stores a copy of a view, so that its link stays unchanged when its owner changes the view. Requires the page's role.
 */
export async function shareView(
  database: Database,
  session: Session,
  view: Pick<SharedView, 'pagePath' | 'pageKey' | 'name' | 'content'>,
): Promise<string> {
  requirePage(session, view.pagePath)
  const content = JSON.stringify(view.content)
  const digest = createHash('sha256')
    .update(JSON.stringify([view.pageKey, view.name, content]))
    .digest('hex')
  return database.transaction(async (tx) => {
    const made = firstOf(
      await tx.query<{ id: string }>(
        `insert into shared_view (id, page_path, page_key, name, content, digest_sha256, created_by, created_by_name)
       values ($1, $2, $3, $4, $5::jsonb, $6, $7, $8)
       on conflict (created_by, digest_sha256) do update set created_at = excluded.created_at returning id`,
        [
          newId(),
          view.pagePath,
          view.pageKey,
          view.name,
          content,
          digest,
          session.userId,
          session.userName,
        ],
      ),
    )
    await tx.query(
      `delete from shared_view where id in (
         select id from shared_view where created_by = $1 order by created_at desc, id desc offset $2)`,
      [session.userId, perPersonMax],
    )
    return made.id
  })
}

/** The view of a link, for holders of its page's role; refuses `not-found` and `role-missing`. */
export async function openSharedView(
  queryable: Queryable,
  session: Session,
  id: string,
): Promise<SharedView> {
  const [found] = await queryable.query<SharedView>(
    `select id, page_path, page_key, name, content, created_by_name from shared_view where id = $1`,
    [id],
  )
  if (found === undefined) throw refuse('not-found', { subject: '视图', subjectEn: 'View', no: id })
  requirePage(session, found.pagePath)
  return found
}

/** Both the page and its menu group must be accessible, as in the menu. */
function requirePage(session: Session, path: string): void {
  const page = pageCatalogue.find((entry) => entry.path === path)
  if (page === undefined)
    throw refuse('not-found', { subject: '页面', subjectEn: 'Page', no: path })
  for (const role of [page.role, page.groupRole]) {
    if (role === '' || holdsRole(session, role)) continue
    throw refuse('role-missing', { action: '打开视图', actionEn: 'open the view', roles: role })
  }
}
