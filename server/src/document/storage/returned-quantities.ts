import { addAll } from '@kufang/kernel/add-all.ts'
import type { Act } from '@kufang/contract/document/declare/define-document.ts'
import { sourcesOf } from '@kufang/contract/document/page-variants.ts'
import { definitionOf } from '@kufang/contract/registry.ts'
import { zeroQuantity, type Quantity } from '@kufang/kernel/quantity.ts'
import type { Transaction } from '../../platform/database/database.ts'
import { countedAt, giveBack, type ChangedLink } from './links.ts'
import { changeProgress, type DerivedState, type LineProgress } from './progress.ts'
import { documentTable } from './table.ts'

// A document that stays may return a part of what it took of its predecessors' lines, and take it again: of an arrival the
// pieces that are found missing when it is unpacked.

/** A quantity of a line of the document that returns it to its predecessor, or takes it again. */
export interface ReturnedQuantity {
  lineNo: number
  quantity: Quantity
}

const returnedColumns = (
  companyCode: string,
  toType: string,
  toId: string,
  lines: readonly ReturnedQuantity[],
) => [
  companyCode,
  toType,
  toId,
  lines.map(({ lineNo }) => lineNo),
  lines.map(({ quantity }) => quantity),
]

/**
 * Returns these quantities of a document's lines to the predecessors, where they are open again; a predecessor that was
 * closed short meanwhile passes them on to its own. A link of which nothing is left keeps its quantity and is not live.
 */
export async function releaseQuantities(
  tx: Transaction,
  by: Act,
  companyCode: string,
  toType: string,
  toId: string,
  lines: readonly ReturnedQuantity[],
): Promise<DerivedState[]> {
  const released = await tx.query<ChangedLink>(
    `update document_link k set quantity = case when k.quantity > x.given then k.quantity - x.given else k.quantity end,
       is_live = k.quantity > x.given
     from unnest($4::int[], $5::numeric[]) as x (line_no, given)
     where k.company_code = $1 and k.to_type = $2 and k.to_id = $3 and k.to_line = x.line_no and k.is_live and k.is_counted
       and k.quantity >= x.given
     returning k.from_type, k.from_id, k.from_line, x.given as quantity, k.is_held`,
    returnedColumns(companyCode, toType, toId, lines),
  )
  if (released.length !== lines.length)
    throw new Error(`${toType} ${toId} returns more to its predecessors than it took`)
  return giveBack(tx, by, companyCode, released)
}

/** A line that cannot take its quantity again, because others have taken it of the predecessor's line. */
export interface TakenByOthers {
  lineNo: number
  quantity: Quantity
  fromNo: string
  fromLine: number
  free: Quantity
  unit: string
}

/**
 * The states in which a predecessor has its quantities to give: while it is worked off, or, of one that has no such states,
 * those in which successors are made from it.
 */
function statesThatGive(toType: string, from: string): readonly string[] {
  const { progressStates } = definitionOf(from)
  if (progressStates !== undefined) return Object.values(progressStates)
  const source = sourcesOf(definitionOf(toType)).find(({ document }) => document === from)
  return source?.states ?? []
}

/**
 * Takes quantities again that `releaseQuantities` returned. Nothing is written if a predecessor's line does not have one
 * of them any more: it was closed short, or successors of it have taken it.
 * @returns those lines, or the predecessors whose state changed
 */
export async function retakeQuantities(
  tx: Transaction,
  by: Act,
  companyCode: string,
  toType: string,
  toId: string,
  lines: readonly ReturnedQuantity[],
): Promise<{ taken: TakenByOthers[]; derived: DerivedState[] }> {
  const columns = returnedColumns(companyCode, toType, toId, lines)
  const taken: TakenByOthers[] = []
  for (const from of countedAt(toType)) {
    const table = documentTable(definitionOf(from))
    addAll(
      taken,
      await tx.query<TakenByOthers>(
        `with wanted as (
           select x.line_no, x.given, k.from_id, k.from_line from unnest($4::int[], $5::numeric[]) as x (line_no, given)
           join document_link k on k.company_code = $1 and k.to_type = $2 and k.to_id = $3 and k.to_line = x.line_no
             and k.from_type = $6 and k.is_counted
         ), locked as materialized (
           select h.id, h.doc_no, h.state from ${table.header} h
           where h.company_code = $1 and h.id in (select from_id from wanted) order by h.id for update of h
         ), asked as (
           select w.from_id, w.from_line, min(w.line_no) as line_no, sum(w.given) as given from wanted w group by 1, 2
         )
         select a.line_no, a.given as quantity, h.doc_no as from_no, a.from_line, l.unit,
           case when h.state = any ($7::text[]) then l.free_quantity else 0 end as free
         from asked a join locked h on h.id = a.from_id
         join ${table.line} l on l.company_code = $1 and l.document_id = a.from_id and l.line_no = a.from_line
         where h.state <> all ($7::text[]) or (l.free_quantity < a.given and exists (
           select from document_link o where o.company_code = $1 and o.from_type = $6 and o.from_id = a.from_id
             and o.from_line = a.from_line and o.is_live and o.is_counted and (o.to_type, o.to_id) <> ($2, $3::uuid)))
         order by a.line_no`,
        [...columns, from, statesThatGive(toType, from)],
      ),
    )
  }
  if (taken.length > 0) return { taken, derived: [] }
  const retaken = await tx.query<ChangedLink>(
    `update document_link k set quantity = case when k.is_live then k.quantity + x.given else x.given end, is_live = true
     from unnest($4::int[], $5::numeric[]) as x (line_no, given)
     where k.company_code = $1 and k.to_type = $2 and k.to_id = $3 and k.to_line = x.line_no and k.is_counted
     returning k.from_type, k.from_id, k.from_line, x.given as quantity, k.is_held`,
    columns,
  )
  const [first] = retaken
  if (first === undefined) return { taken, derived: [] }
  const changes = retaken.map(({ fromId, fromLine, quantity }): LineProgress => ({
    id: fromId,
    line: fromLine,
    held: zeroQuantity,
    done: quantity,
  }))
  return { taken, derived: await changeProgress(tx, by, companyCode, first.fromType, changes) }
}
