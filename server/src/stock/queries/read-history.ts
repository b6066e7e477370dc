import type { Filter, MoveRow } from '@kufang/contract/document/api.ts'
import { refuse } from '@kufang/kernel/refusal.ts'
import type { Database, Queryable } from '../../platform/database/database.ts'
import type { Session } from '../../platform/session/session.ts'
import { moveHistory } from './history.ts'
import type { MoveHistoryRow } from './history.ts'
import { readCursor } from './read-cursor.ts'
import { readStockFilters } from './read-filters.ts'

export interface HistoryRequest {
  keyId?: number | undefined
  companyCode?: string | undefined
  filters?: readonly Filter[] | undefined
  search?: string | undefined
  from?: string | undefined
  to?: string | undefined
  cursor?: string | null | undefined
  size?: number | undefined
}

/** A move as the page shows it; the amount is there only for those who may see amounts. */
export interface HistoryRow extends MoveRow {
  companyCode: string
  postsToErp: boolean
  reversesDocumentNo: string | null
  reversedQuantity: string
  reversedByDocumentNos: string[]
  amount?: string | null
  amountSource?: string
}

interface Explanation {
  companyCode: string
  moveId: string
  materialDocument: string
  materialDocumentYear: string
}

const sizeDefault = 50
const sizeMax = 200

/** The moves behind stock, latest first, with the ERP's documents of each and who moved. */
export async function readHistory(
  database: Database,
  session: Session,
  request: HistoryRequest,
  withAmounts: boolean,
): Promise<{ rows: HistoryRow[]; nextCursor: string | null }> {
  const { scope } = session
  const { companyCode } = request
  if (companyCode !== undefined && !scope.companyCodes.includes(companyCode))
    throw refuse('outside-scope', { what: '公司', whatEn: 'Company', value: companyCode })
  return database.snapshot(async (tx) => {
    const filters = await readStockFilters(tx, request)
    const page = await moveHistory(tx, {
      scope: companyCode === undefined ? scope : { ...scope, companyCodes: [companyCode] },
      filters: request.keyId === undefined ? filters : { ...filters, keyIds: [request.keyId] },
      size: Math.min(request.size ?? sizeDefault, sizeMax),
      after:
        request.cursor == null
          ? null
          : readCursor(request.cursor, 'history', ['timestamptz', 'uuid']),
      ...(request.from === undefined ? {} : { from: new Date(request.from) }),
      ...(request.to === undefined ? {} : { to: new Date(request.to) }),
    })
    return { rows: await explained(tx, page.rows, withAmounts), nextCursor: page.next }
  })
}

async function explained(
  queryable: Queryable,
  rows: readonly MoveHistoryRow[],
  withAmounts: boolean,
): Promise<HistoryRow[]> {
  if (rows.length === 0) return []
  const documents = await queryable.query<Explanation>(
    `select distinct on (i.company_code, i.move_id) i.company_code, i.move_id, p.material_document, p.material_document_year
     from unnest($1::text[], $2::uuid[]) as wanted (company_code, move_id)
     join erp_posting_item i on i.company_code = wanted.company_code and i.move_id = wanted.move_id
     join erp_posting p on p.company_code = i.company_code and p.id = i.posting_id
     where p.direction = 'post' and p.material_document <> ''
     order by i.company_code, i.move_id, p.sequence desc`,
    [rows.map((row) => row.companyCode), rows.map((row) => row.id)],
  )
  const people = await queryable.query<{ id: string; userName: string }>(
    `select id, user_name from app_user where id = any($1::uuid[])`,
    [[...new Set(rows.map((row) => row.userId))]],
  )
  const documentOf = new Map(
    documents.map((found) => [`${found.companyCode}/${found.moveId}`, found]),
  )
  const nameOf = new Map(people.map((person) => [person.id, person.userName]))
  return rows.map(({ userId, fromKey: _from, toKey: _to, amount, amountSource, ...row }) => {
    const document = documentOf.get(`${row.companyCode}/${row.id}`)
    return {
      ...row,
      userName: nameOf.get(userId) ?? '',
      materialDocument: document?.materialDocument ?? null,
      materialDocumentYear: document?.materialDocumentYear ?? null,
      ...(withAmounts ? { amount, amountSource } : {}),
    }
  })
}
