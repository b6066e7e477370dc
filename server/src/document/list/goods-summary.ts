import type { GoodsSummary } from '@kufang/contract/document/api.ts'
import { fieldsHiddenAtFirst, hiddenFields } from '@kufang/contract/document/visible.ts'
import { documentDefinition } from '@kufang/contract/registry.ts'
import type { Queryable } from '../../platform/database/database.ts'
import type { Session } from '../../platform/session/session.ts'
import { lineScope } from './scope.ts'
import { isShownByNow } from './not-shown-yet.ts'
import { documentTable } from '../storage/table.ts'

/** A reference to a document from another table. */
export interface DocumentReference {
  documentType: string
  documentId: string
  companyCode: string
}

/** Unknown if the amount of a line is. */
const amountOfAll =
  'case when count(l.amount) over of_document = count(*) over of_document then sum(l.amount) over of_document end'

type Reader = Pick<Session, 'scope' | 'roles' | 'isAdmin'>

/**
 * Summarises the goods of documents of any type in one statement, limited to the lines within the person's scope;
 * documents without goods are omitted.
 */
export async function summariseGoods(
  queryable: Queryable,
  session: Reader,
  documents: readonly DocumentReference[],
): Promise<Map<string, Omit<GoodsSummary, 'amount'>>> {
  return summarise(queryable, session, documents, false)
}

/** The same with the amount of each document, null for who may not see it. */
export async function summariseGoodsWithAmounts(
  queryable: Queryable,
  session: Reader,
  documents: readonly DocumentReference[],
): Promise<Map<string, GoodsSummary>> {
  return summarise(queryable, session, documents, true)
}

async function summarise<Summary extends Omit<GoodsSummary, 'amount'>>(
  queryable: Queryable,
  session: Reader,
  documents: readonly DocumentReference[],
  withAmounts: boolean,
): Promise<Map<string, Summary>> {
  const values: unknown[] = []
  const parts: string[] = []
  for (const [documentType, some] of Map.groupBy(documents, (document) => document.documentType)) {
    const definition = documentDefinition(documentType)
    if (definition === undefined) continue
    const table = documentTable(definition)
    if (
      !['materialNo', 'description', 'quantity', 'unit'].every((name) => name in table.lineFields)
    )
      continue
    const companies = values.push(some.map(({ companyCode }) => companyCode))
    const ids = values.push(some.map(({ documentId }) => documentId))
    const scope = lineScope(table, session, 'l', values.length + 1)
    values.push(...(scope?.values ?? []))
    const hasAmount =
      'amount' in table.lineFields && !hiddenFields(definition, session).has('amount')
    const amount = withAmounts ? `, ${hasAmount ? amountOfAll : 'null::numeric'} as amount` : ''
    const isShown = fieldsHiddenAtFirst(definition).has('quantity') ? isShownByNow(table) : null
    // Joined with all documents at once: Citus sends a join to the machines of the lines, but no query per document.
    parts.push(`select id, material_no, description, quantity, unit, line_count${withAmounts ? ', amount' : ''} from (
        select d.id, l.material_no, l.description, l.unit,
          ${isShown === null ? 'l.quantity' : `case when ${isShown} then l.quantity end as quantity`},
          row_number() over (partition by l.company_code, l.document_id order by l.line_no) as place,
          count(*) over of_document as line_count${amount}
        from unnest($${companies}::text[], $${ids}::uuid[]) as d (company_code, id)
        join ${table.line} l on l.company_code = d.company_code and l.document_id = d.id
        ${isShown === null ? '' : `join ${table.header} h on h.company_code = l.company_code and h.id = l.document_id`}
        where l.company_code = any($${companies}) ${scope === null ? '' : `and ${scope.sql}`}
        window of_document as (partition by l.company_code, l.document_id)) l
      where place = 1`)
  }
  if (parts.length === 0) return new Map()
  const rows = await queryable.query<Summary & { id: string }>(parts.join(' union all '), values)
  return new Map(rows.map(({ id, ...goods }) => [id, goods as unknown as Summary]))
}
