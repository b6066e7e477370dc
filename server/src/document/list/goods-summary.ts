import { addAll } from '@kufang/kernel/add-all.ts'
import type { GoodsSummary } from '@kufang/contract/document/goods-words.ts'
import { hiddenFields } from '@kufang/contract/document/visible.ts'
import { documentDefinition, definitionOf } from '@kufang/contract/registry.ts'
import { entryOf } from '@kufang/kernel/present.ts'
import type { Queryable } from '../../platform/database/database.ts'
import type { Session } from '../../platform/session/session.ts'
import { lineScope } from '../storage/scope.ts'
import { aboutWords, summaryColumns } from './summary-columns.ts'
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
 * of those without goods it says what they are about.
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
    const columns = summaryColumns(table)
    if (columns === null) continue
    const companies = values.push(some.map(({ companyCode }) => companyCode))
    const ids = values.push(some.map(({ documentId }) => documentId))
    const scope = lineScope(table, session, 'l', values.length + 1)
    addAll(values, scope?.values ?? [])
    const hasAmount =
      'amount' in table.lineFields && !hiddenFields(definition, session).has('amount')
    const amount = withAmounts ? `, ${hasAmount ? amountOfAll : 'null::numeric'} as amount` : ''
    // Joined with all documents at once: Citus sends a join to the machines of the lines, but no query per document.
    parts.push(`select id, about, material_no, description, quantity, unit, line_count${withAmounts ? ', amount' : ''} from (
        select d.id, ${columns.sql},
          row_number() over (partition by l.company_code, l.document_id order by l.line_no) as place,
          count(*) over of_document as line_count${amount}
        from unnest($${companies}::text[], $${ids}::uuid[]) as d (company_code, id)
        join ${table.line} l on l.company_code = d.company_code and l.document_id = d.id
        ${columns.isOfHeader ? `join ${table.header} h on h.company_code = l.company_code and h.id = l.document_id` : ''}
        where l.company_code = any($${companies}) ${scope === null ? '' : `and ${scope.sql}`}
        window of_document as (partition by l.company_code, l.document_id)) l
      where place = 1`)
  }
  if (parts.length === 0) return new Map()
  const rows = await queryable.query<SummaryRow>(parts.join(' union all '), values)
  const typeOf = new Map(documents.map((one) => [one.documentId, one.documentType]))
  return new Map(
    rows.map(({ id, about, ...goods }) => {
      if (about === null) return [id, goods as unknown as Summary]
      const words = aboutWords(definitionOf(entryOf(typeOf, id)), about, goods.description)
      return [id, { ...goods, about: words, description: '' } as unknown as Summary]
    }),
  )
}

interface SummaryRow extends Record<string, unknown> {
  id: string
  /** Of a document without goods: the field whose value is the description. */
  about: string | null
  description: string
}
