import type { AnyDocument } from '@kufang/contract/document/declare/define-document.ts'
import type { PostsAfterDeclaration } from '@kufang/contract/document/declare/posts-after.ts'
import { erpStatesToPost, type ErpState } from '@kufang/contract/document/declare/erp-state.ts'
import { documents, definitionOf } from '@kufang/contract/registry.ts'
import { firstOf } from '@kufang/kernel/present.ts'
import { readHistory } from '../history/read-history.ts'
import type { Transaction } from '../../platform/database/database.ts'
import { lineErpState } from '../storage/line-erp-state.ts'
import { recordHistory } from '../storage/record-history.ts'
import { conditionOf, pathOf } from '../storage/standing-history.ts'
import { documentTable } from '../storage/table.ts'

// Documents that are posted after lines of another document (`postsAfter`), as the declarations and the histories of these
// lines say. Lines are written `id/line`. What is decided by it is read while the document of the lines is locked.

export type PostingAfter = AnyDocument & { postsAfter: PostsAfterDeclaration }

/** The types that are posted after lines of documents of this type. */
export function typesAfter(item: string, by: PostsAfterDeclaration['by']): PostingAfter[] {
  return Object.values<AnyDocument>(documents).filter(
    (one): one is PostingAfter =>
      one.postsAfter?.item.document === item && one.postsAfter.by === by,
  )
}

/** A document that is posted after lines of another one. */
export interface DocumentAfter {
  id: string
  erpState: ErpState
  /** The lines, in order. */
  lines: string[]
  /** All of them are posted or on their way there, or nothing is left of them that a request of others would post. */
  isNow: boolean
  /** It waits for no further request of others, or precedes it. */
  isDue: boolean
}

/** As SQL: the rows of the stock in the history of lines of a document type that documents of these types have written. */
const standingRows = (item: string, types: readonly string[]): string =>
  `y.company_code = $1 and y.item_type = '${item}' and y.document_type in (${types.map((name) => `'${name}'`).join(', ')})
     and y.book not in ('posting', 'erp')`

/** As SQL: the documents of a type with the ids `$2`, or after the lines `$3` of documents with the ids `$2`. */
function afterSql(definition: PostingAfter, by: 'own' | 'lines'): string {
  const { item, first } = definition.postsAfter
  const own = documentTable(definition)
  const before = documentTable(definitionOf(item.document))
  const path = pathOf(definition, item, 'i')
  const state = lineErpState('bh', 'bl')
  const isPosted = `${state} in ('posting', 'posted')`
  const isNothingLeft = 'bl.quantity <= bl.closed_quantity'
  const toPost = erpStatesToPost.map((name) => `'${name}'`).join(', ')
  const precedes =
    first === undefined
      ? ''
      : ` or bool_or(${[...conditionOf(definition, first), isPosted].join(' and ')})`
  const key = `bl.document_id || '/' || bl.line_no`
  const ids =
    by === 'own'
      ? 'any($2::uuid[])'
      : `any(array(select y.document_id from item_history y
          where ${standingRows(item.document, [definition.name])}
            and y.item_id = any($2::uuid[]) and y.item_id || '/' || y.item_line = any($3)
          group by y.document_id having sum(y.quantity) > 0))`
  return `select h.id, h.erp_state, array_agg(distinct ${key} order by ${key}) as lines,
     bool_and(${isPosted} or (${isNothingLeft} and ${state} in (${toPost}))) as is_now,
     bool_and(${isPosted} or ${isNothingLeft})${precedes} as is_due
   from ${own.header} h
   join ${own.line} l on l.company_code = h.company_code and l.document_id = h.id
   ${path.joins.join('\n   ')}
   join ${before.line} bl on bl.company_code = h.company_code and bl.document_id = ${path.id} and bl.line_no = ${path.line}
   join ${before.header} bh on bh.company_code = h.company_code and bh.id = bl.document_id
   where h.company_code = $1 and h.id = ${ids}
   group by h.id, h.erp_state order by h.id`
}

const documentIds = (lines: readonly string[]): string[] => [
  ...new Set(lines.map((line) => firstOf(line.split('/')))),
]

/** The document with the lines that are posted before it; one statement. */
export async function documentAfter(
  tx: Transaction,
  definition: PostingAfter,
  { companyCode, id }: { companyCode: string; id: string },
): Promise<DocumentAfter> {
  const [found] = await tx.query<DocumentAfter>(afterSql(definition, 'own'), [companyCode, [id]])
  return found ?? { id, erpState: 'notNeeded', lines: [], isNow: false, isDue: false }
}

/** The documents of a type that stand after any of these lines; one statement. */
export function documentsAfter(
  tx: Transaction,
  definition: PostingAfter,
  companyCode: string,
  lines: readonly string[],
): Promise<DocumentAfter[]> {
  const values = [companyCode, documentIds(lines), lines]
  return readHistory<DocumentAfter>(tx, afterSql(definition, 'lines'), values)
}

/**
 * Whether a document that the system posts stands after any of these lines of documents of a type; of many acts at once one
 * statement.
 */
export async function isAnyAfter(
  tx: Transaction,
  item: string,
  companyCode: string,
  lines: readonly string[],
): Promise<boolean> {
  const types = typesAfter(item, 'system').map(({ name }) => name)
  recordHistory(tx)
  const found = await Promise.all(
    documentIds(lines).map((id) =>
      tx.queryTogether<{ itemId: string; itemLine: number }>(
        `select y.item_id, y.item_line from item_history y
         where ${standingRows(item, types)} and y.item_id = any($2::uuid[])
         group by y.item_id, y.item_line having sum(y.quantity) > 0`,
        [companyCode],
        id,
        (row) => row.itemId,
      ),
    ),
  )
  return found.flat().some(({ itemId, itemLine }) => lines.includes(`${itemId}/${itemLine}`))
}

/** The lines of a document that posted documents need which persons posted, except this one; one statement. */
export async function linesNeededByOthers(
  tx: Transaction,
  item: string,
  { companyCode, id }: { companyCode: string; id: string },
  exceptId: string,
): Promise<number[]> {
  const needing = typesAfter(item, 'person').map((definition) => {
    const { header } = documentTable(definition)
    return `select y.item_line as line_no from item_history y
      join ${header} h on h.company_code = y.company_code and h.id = y.document_id
      where ${standingRows(item, [definition.name])} and y.item_id = $2 and h.id <> $3
        and h.erp_state in ('posting', 'posted', 'partlyPosted', 'failed')
      group by y.item_line, h.id having sum(y.quantity) > 0`
  })
  const text = needing.join('\n union ')
  const rows = await readHistory<{ lineNo: number }>(tx, text, [companyCode, id, exceptId])
  return rows.map(({ lineNo }) => lineNo)
}
