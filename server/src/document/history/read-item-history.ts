import type {
  ItemHistoryResponse,
  ItemHistoryRow,
  ItemHistorySum,
} from '@kufang/contract/document/item-history.ts'
import type { Queryable } from '../../platform/database/database.ts'
import type { Session } from '../../platform/session/session.ts'
import { readableIds } from '../storage/readable-flow.ts'

/** A line of a document that is an item. */
interface Item {
  companyCode: string
  type: string
  id: string
  lineNo: number
}

/** So many rows are given; the others are in the query of item histories. */
const rowsMax = 500

/**
 * What became of an item, as this person may see it: the rows of documents that he may read, of others within the company type
 * and number (`readableFlow`). The sums are of the item, which he reads, so they contain all documents; those of a supplier
 * contain only what he may read, and nothing of the ERP. Within a transaction that has written documents, call `recordHistory`
 * before. Three statements, and one for each type of document.
 */
export async function readItemHistory(
  queryable: Queryable,
  session: Session,
  item: Item,
): Promise<ItemHistoryResponse> {
  const isExternal = session.scope.supplierNo !== null
  const key = [item.companyCode, item.type, item.id, item.lineNo]
  const documents = await queryable.query<{ type: string; id: string; no: string }>(
    `select document_type as type, document_id as id, max(document_no) as no from item_history
     where company_code = $1 and item_type = $2 and item_id = $3 and item_line = $4
     group by document_type, document_id order by max(at) desc, document_id`,
    key,
  )
  const readable = new Set<string>()
  for (const [type, some] of Map.groupBy(documents, (document) => document.type)) {
    const ids = some.map(({ id }) => id)
    for (const id of await readableIds(queryable, session, type, ids)) readable.add(id)
  }
  const readableOnes = [...readable]
  const ofItem = `company_code = $1 and item_type = $2 and item_id = $3 and item_line = $4`
  const ofReader = `${ofItem} and not ($6 and (book in ('posting', 'erp') or document_id <> all($5::uuid[])))`
  // What the ERP was asked for and has answered is not asked for any more, and its end would look like a reversal.
  const [sums, rows] = await Promise.all([
    queryable.query<ItemHistorySum>(
      `select event, book, sum(quantity) as quantity from item_history where ${ofReader}
       group by event, book having sum(quantity) <> 0 or book <> 'posting'`,
      [...key, readableOnes, isExternal],
    ),
    queryable.query<ItemHistoryRow>(
      `select history_no::text as id, event, book, quantity, document_type, document_id, document_no, document_line, h.at,
         case when not $6 and user_id <> 'system' then user_name end as user_name,
         case when not $6 then nullif(material_document, '') end as material_document
       from (select *, sum(quantity) over (partition by event, book, document_id, document_line) as standing
         from item_history where ${ofReader} and document_id = any($5::uuid[])) h
       where standing <> 0 or book <> 'posting' order by h.at desc, h.history_no desc limit ${rowsMax + 1}`,
      [...key, readableOnes, isExternal],
    ),
  ])
  return {
    lineNo: item.lineNo,
    sums,
    rows: rows.slice(0, rowsMax),
    hasMore: rows.length > rowsMax,
    closed: isExternal
      ? []
      : documents.flatMap(({ type, id, no }) =>
          readable.has(id) ? [] : [{ documentType: type, documentNo: no }],
        ),
  }
}
