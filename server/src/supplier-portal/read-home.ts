import { cataloguePage } from '@kufang/contract/document/catalogue/page-catalogue.ts'
import type { ListRequest, ListResponse } from '@kufang/contract/document/api.ts'
import {
  announcePath,
  filtersOf,
  notesIn,
  noteStates,
  supplierTiles,
  type NoteState,
  type SupplierHome,
  type SupplierTile,
  type TileContent,
  type TileList,
} from '@kufang/contract/supplier-portal/supplier-home.ts'
import { companyToday } from '@kufang/kernel/company-day.ts'
import { queryOptions } from '../document/list/bind-query.ts'
import { countByState, listNamed } from '../document/list/named-list.ts'
import type { Database } from '../platform/database/database.ts'
import { holdsRole } from '../platform/http/access.ts'
import { readList } from '../platform/list/read-list.ts'
import type { Session } from '../platform/session/session.ts'
import { consignmentDrawnList } from './list-consignment-drawn.ts'

/** Rows of a tile that its card shows; the list behind it has all. */
const rowsShown = 5

/** How the rows of a tile are read: those that cannot wait first. */
const orders: Record<SupplierTile, NonNullable<ListRequest['sort']>> = {
  appointments: [
    { field: 'etaDate', direction: 'asc' },
    { field: 'appointmentSlot', direction: 'asc' },
  ],
  problems: [{ field: 'createdAt', direction: 'asc' }],
  overdue: [{ field: 'actBy', direction: 'asc' }],
  rejects: [{ field: 'createdAt', direction: 'asc' }],
  toFetch: [{ field: 'createdAt', direction: 'asc' }],
  drawn: [{ field: 'materialNo', direction: 'asc' }],
}

/**
 * What waits for a supplier, as his lists have it: each tile reads its own list, with its filters and within the person's
 * scope, so that nothing of another supplier is read. As many statements however much there is.
 *
 * @param supplierNo the supplier of the session's scope
 */
export async function readSupplierHome(
  database: Database,
  session: Session,
  supplierNo: string,
  now: Date = new Date(),
): Promise<SupplierHome> {
  const today = companyToday(now)
  const names = Object.keys(supplierTiles) as SupplierTile[]
  const [supplier, notes, ...contents] = await Promise.all([
    database.query<{ name: string; nameEn: string }>(
      'select name, name_en from supplier where supplier_no = $1',
      [supplierNo],
    ),
    readNotes(database, session),
    ...names.map((name) => readTile(database, session, name, supplierTiles[name].list(today))),
  ])
  const [known = { name: '', nameEn: '' }] = supplier
  return {
    supplierNo,
    ...known,
    today,
    mayAnnounce: mayOpen(session, announcePath),
    tiles: Object.fromEntries(
      names.flatMap((name, index) => {
        const content = contents[index]
        return content == null ? [] : [[name, content] as const]
      }),
    ),
    notes,
  }
}

const mayOpen = (session: Session, path: string): boolean =>
  holdsRole(session, cataloguePage(path).role)

const pageFor = (session: Session, { pages }: TileList): string | undefined =>
  pages.find((path) => mayOpen(session, path))

async function readNotes(database: Database, session: Session): Promise<SupplierHome['notes']> {
  const shown = (Object.keys(noteStates) as NoteState[]).flatMap((state) => {
    const path = pageFor(session, notesIn(state))
    return path === undefined ? [] : [{ state, path }]
  })
  if (shown.length === 0) return []
  const counts = await countByState(
    database,
    session,
    'delivery-note',
    shown.map(({ state }) => state),
  )
  return shown.map(({ state, path }) => ({ state, path, count: counts.get(state) ?? 0 }))
}

/** Null without a page for it. */
async function readTile(
  database: Database,
  session: Session,
  name: SupplierTile,
  list: TileList,
): Promise<TileContent | null> {
  const path = pageFor(session, list)
  if (path === undefined) return null
  const {
    rows,
    total = 0,
    totalIsCapped = false,
  } = await readRows(database, session, list.of, path, {
    filters: filtersOf(list),
    sort: orders[name],
    ...(list.grouping !== undefined && { grouping: list.grouping }),
    size: rowsShown,
    withTotals: true,
  })
  return { total, isCapped: totalIsCapped, path, rows }
}

async function readRows(
  database: Database,
  session: Session,
  of: string,
  path: string,
  request: ListRequest,
): Promise<ListResponse> {
  if (of !== consignmentDrawnList.definition.name)
    return listNamed(database, session, of, { ...request, page: path, withGoods: true })
  const options = queryOptions(consignmentDrawnList, session, request, database)
  return readList(database, { ...options, sizeMax: rowsShown })
}
