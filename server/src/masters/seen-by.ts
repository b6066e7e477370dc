import { pageCatalogue } from '@kufang/contract/document/catalogue/page-catalogue.ts'
import type { AnyMaster } from '@kufang/contract/document/declare/define-master.ts'
import type { MasterName } from '@kufang/contract/document/declare/field.ts'
import type { SeenBy, SeenMaster } from '@kufang/contract/identity/relation-board.ts'
import { masters } from '@kufang/contract/masters/declarations.ts'
import { registry } from '@kufang/contract/registry.ts'
import { refuse } from '@kufang/kernel/refusal.ts'
import { textOf } from '@kufang/kernel/text-of.ts'
import { firstOf } from '@kufang/kernel/present.ts'
import type { Queryable } from '../platform/database/database.ts'
import { readRights } from '../platform/session/rights.ts'
import type { Session } from '../platform/session/session.ts'
import { masterScope } from './master-scope.ts'
import { columnOf, masterSource } from './master-table.ts'

// What a person may see, asked by whoever grants it: by the same conditions in SQL that his own lists have.

/** The masters that data scopes are about. */
const shown: readonly MasterName[] = [
  'company',
  'plant',
  'storage-location',
  'bin',
  'material-group',
  'material',
  'picking-unit',
  'supplier',
]
const examplesMax = 8

/** @throws Refusal `not-found` for an unknown account, or one of none of the reader's companies */
export async function readSeenBy(
  queryable: Queryable,
  session: Session,
  userId: string,
): Promise<SeenBy> {
  const [user] = await queryable.query<{ account: string; userName: string }>(
    `select account, user_name from app_user u where id = $1 and ($2 or exists (
       select 1 from user_plant p where p.user_id = u.id and p.valid_to is null and p.company_code = any($3::text[])))`,
    [userId, session.isAdmin, session.scope.companyCodes],
  )
  const rights = (await readRights(queryable, [userId])).get(userId)
  if (user === undefined || rights === undefined)
    throw refuse('not-found', { subject: '用户', subjectEn: 'User', no: userId })
  const { isAdmin, roles, scope } = rights
  const person: Session = { ...session, userId, account: user.account, isAdmin, roles, scope }
  const seen: SeenMaster[] = []
  for (const name of shown)
    // oxlint-disable-next-line no-await-in-loop -- one connection
    seen.push(await seenOf(queryable, session, person, masters[name]))
  return { ...user, isAdmin, pages: pagesOf(person), masters: seen }
}

/** The rows that both the person and the reader may see, active ones. */
async function seenOf(
  queryable: Queryable,
  reader: Session,
  person: Session,
  definition: AnyMaster,
): Promise<SeenMaster> {
  const own = masterScope(definition, person)
  const other = masterScope(definition, reader)
  const moved = other.sql.replace(
    /\$(\d+)/g,
    (_all, place: string) => `$${Number(place) + own.values.length}`,
  )
  const code = definition.key.map((part) => columnOf(part))
  const rows = await queryable.query(
    `select count(*) over ()::integer as total, ${code.at(-1)} as code, ${columnOf(definition.display)} as words
     from ${masterSource(definition)} where m.is_active and (${own.sql}) and (${moved})
     order by ${code.join(', ')} limit ${examplesMax}`,
    [...own.values, ...other.values],
  )
  return {
    master: definition.name,
    label: definition.label,
    count: Number(rows[0]?.['total'] ?? 0),
    examples: rows.map((row) => {
      const [shownCode, words] = [textOf(row['code']), textOf(row['words'])]
      return words === '' || words === shownCode ? shownCode : `${shownCode} ${words}`
    }),
  }
}

/** The pages in his menu that there are, by their groups. */
function pagesOf({ isAdmin, roles }: Session): SeenBy['pages'] {
  const built = new Set(registry.pages.map(({ path }) => path))
  const groups = Map.groupBy(
    pageCatalogue.filter(
      ({ path, role, hidden }) => !hidden && built.has(path) && (isAdmin || roles.has(role)),
    ),
    ({ group }) => group,
  )
  return [...groups.values()].map((pages) => ({
    group: { zh: firstOf(pages).groupZh, en: firstOf(pages).groupEn },
    titles: pages.map(({ zh, en }) => ({ zh, en })),
  }))
}
