import type { ProblemCause } from '@kufang/contract/delivery/problem-document.ts'
import { sumQuantities, type Quantity } from '@kufang/kernel/quantity.ts'
import type { SystemDocuments } from '../document/public.ts'
import type { Queryable, Transaction } from '../platform/database/database.ts'
import { keyOf, knownItems, raiseProblems, remarkOf, unique } from './raise-problem.ts'

// Some problems are what several documents of ours say of an order item together, such as the checks of its crates: with
// each of them that begins or ceases to count, the open problem document says again what those that count say.

interface OrderItem {
  orderNo: string
  orderLine: number
}

/** What one document of ours says of an order item. */
export interface Statement extends OrderItem {
  docNo: string
  /** The delivery notes that the goods came with. */
  noteNos: readonly string[]
  /** Above zero, in the base unit. */
  quantity: Quantity
  remark: string
}

/** What changes about the problems of a cause. */
export interface Restated {
  cause: ProblemCause
  /** The document that begins to count, or has ceased to. */
  docNo: string
  isFurther: boolean
  /** What it says, or has said, something of. */
  items: readonly OrderItem[]
  /** What those of these documents say that count now; one call. */
  standing: (docNos: readonly string[]) => Promise<readonly Statement[]>
}

interface OpenLine extends OrderItem {
  problemId: string
  lineNo: number
  openQuantity: Quantity
}

/** The lines of problem documents that are not gone, by document; one statement. */
async function openLines(
  queryable: Queryable,
  companyCode: string,
  problemIds: readonly string[],
): Promise<Map<string, OpenLine[]>> {
  const rows = await queryable.query<OpenLine>(
    `select h.id as problem_id, l.line_no, h.purchase_order_no as order_no, l.purchase_order_line as order_line,
       l.quantity - l.closed_quantity as open_quantity
     from problem_document h
     join problem_document_line l on l.company_code = $1 and l.document_id = h.id
     where h.company_code = $1 and h.id = any ($2::uuid[]) and l.closed_quantity < l.quantity
     order by h.id, l.line_no`,
    [companyCode, problemIds],
  )
  return Map.groupBy(rows, ({ problemId }) => problemId)
}

/**
 * Restates the open problem documents of the order items of a document of ours by what is said of them now, and raises those
 * that are not there. An order item of which nothing is said any more is gone; a problem of which nothing is left is closed.
 * What somebody has decided about stays decided: a problem counts only the documents it names.
 */
export async function restateProblems(
  tx: Transaction,
  documents: SystemDocuments,
  companyCode: string,
  { cause, docNo, isFurther, items, standing }: Restated,
): Promise<void> {
  if (items.length === 0) return
  const known = await knownItems(tx, companyCode, cause, items)
  const concerned = new Map(
    [...known.values()]
      .filter(({ concernedNos }) => isFurther || concernedNos.includes(docNo))
      .flatMap(({ problemId, concernedNos }) =>
        problemId === null ? [] : [[problemId, unique([...concernedNos, docNo])] as const],
      ),
  )
  const said = await standing(unique([...[...concerned.values()].flat(), docNo]))
  const isUntold = (one: Statement) =>
    one.docNo === docNo && known.get(keyOf(one))?.problemId === null
  const untold = said.filter(isUntold).map((one) => ({ ...one, concernedNos: [docNo] }))
  if (isFurther) await raiseProblems(tx, documents, companyCode, cause, untold)
  const lines = await openLines(tx, companyCode, [...concerned.keys()])
  for (const [id, docNos] of concerned) {
    const own = (lines.get(id) ?? []).map((line) => ({
      line,
      said: said.filter((one) => docNos.includes(one.docNo) && keyOf(one) === keyOf(line)),
    }))
    const left = own.filter((one) => one.said.length > 0)
    const gone = own.filter((one) => one.said.length === 0)
    const statements = left.flatMap((one) => one.said)
    if (left.length > 0)
      await documents.act('problem-document', companyCode, id, 'restate', {
        input: {
          concernedNos: docNos.filter((no) => statements.some((one) => one.docNo === no)),
          noteNos: unique(statements.flatMap(({ noteNos }) => noteNos)),
          isFurther,
          remark: remarkOf(statements).remark ?? null,
        },
        lines: left.map((one) => ({
          lineNo: one.line.lineNo,
          quantity: sumQuantities(one.said.map(({ quantity }) => quantity)),
        })),
      })
    if (gone.length > 0)
      await documents.act('problem-document', companyCode, id, 'withdraw', {
        lines: gone.map(({ line }) => ({ lineNo: line.lineNo, goneQuantity: line.openQuantity })),
      })
  }
}
