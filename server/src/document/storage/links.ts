import { documentDefinition } from '@kufang/contract/registry.ts'
import type { Quantity } from '@kufang/kernel/quantity.ts'
import type { Transaction } from '../../platform/database/database.ts'
import { documentTable } from './table.ts'

// Links tie lines of a successor to lines of its predecessor. `done_quantity` of the predecessor's line is the sum of
// its live links, kept in the same transaction; a proof holds the two against each other.

export interface NewLink {
  fromType: string
  fromId: string
  fromLine: number
  toLine: number
  quantity: Quantity
}

/** Writes links to a new document's lines and takes the quantities up at the predecessors. */
export function linkSources(
  tx: Transaction,
  companyCode: string,
  toType: string,
  toId: string,
  links: readonly NewLink[],
): void {
  if (links.length === 0) return
  const consumesOpenQuantity = documentDefinition(toType)!.source?.consumesOpenQuantity !== false
  tx.write(
    `insert into document_link (company_code, from_type, from_id, from_line, to_type, to_id, to_line, quantity, is_counted)
     select $1, $2, x.from_id, x.from_line, $3, $4::uuid, x.to_line, x.quantity, $9
     from unnest($5::uuid[], $6::int[], $7::int[], $8::numeric[]) as x(from_id, from_line, to_line, quantity)`,
    [
      companyCode,
      links[0]!.fromType,
      toType,
      toId,
      links.map((link) => link.fromId),
      links.map((link) => link.fromLine),
      links.map((link) => link.toLine),
      links.map((link) => link.quantity),
      consumesOpenQuantity,
    ],
  )
  if (!consumesOpenQuantity) return
  changeDone(
    tx,
    companyCode,
    links[0]!.fromType,
    links.map((link) => ({ id: link.fromId, line: link.fromLine, delta: link.quantity })),
  )
}

/**
 * Gives quantities back to the predecessors: all of them (the document was reversed or deleted), or only
 * what is still open of the document's lines (it was closed short). The links stay for the flow.
 */
export async function releaseSources(
  tx: Transaction,
  companyCode: string,
  toType: string,
  toId: string,
  share: 'all' | 'open',
): Promise<void> {
  const table = documentTable(documentDefinition(toType)!)
  const released = await tx.query<{
    fromType: string
    fromId: string
    fromLine: number
    given: Quantity
  }>(
    share === 'all'
      ? `update document_link set is_live = false where company_code = $1 and to_type = $2 and to_id = $3 and is_live
         returning from_type, from_id, from_line, quantity as given`
      : `update document_link k set quantity = greatest(k.quantity - l.open_quantity, 0.001), is_live = k.quantity > l.open_quantity
         from ${table.line} l
         where k.company_code = $1 and k.to_type = $2 and k.to_id = $3 and k.is_live
           and l.company_code = $1 and l.document_id = $3 and l.line_no = k.to_line and l.open_quantity > 0
         returning k.from_type, k.from_id, k.from_line, l.open_quantity as given`,
    [companyCode, toType, toId],
  )
  if (released.length === 0 || table.definition.source?.consumesOpenQuantity === false) return
  await giveBack(tx, companyCode, released)
}

interface GivenBack {
  fromType: string
  fromId: string
  fromLine: number
  given: Quantity
}

/** Takes quantities off what is done of the predecessors. */
async function giveBack(
  tx: Transaction,
  companyCode: string,
  released: readonly GivenBack[],
): Promise<void> {
  const [first] = released
  if (first === undefined) return
  changeDone(
    tx,
    companyCode,
    first.fromType,
    released.map((row) => ({
      id: row.fromId,
      line: row.fromLine,
      delta: `-${row.given}` as Quantity,
    })),
  )
  await closeReturned(tx, companyCode, first.fromType, released)
}

/**
 * What comes back to a document that was closed short meanwhile is closed short as well: nobody can draw it
 * there any more. It goes on to the document before, where it is open again.
 */
async function closeReturned(
  tx: Transaction,
  companyCode: string,
  type: string,
  released: readonly GivenBack[],
): Promise<void> {
  const table = documentTable(documentDefinition(type)!)
  const states = table.definition.progressStates
  if (!states) return
  const closed = await tx.query<{ id: string; line: number; given: Quantity }>(
    `update ${table.line} l set closed_quantity = l.closed_quantity + x.given
     from (select id, line_no, sum(given) as given from unnest($2::uuid[], $3::int[], $4::numeric[]) as c(id, line_no, given) group by 1, 2) x
     join ${table.header} h on h.company_code = $1 and h.id = x.id and h.state <> all($5::text[])
     where l.company_code = $1 and l.document_id = x.id and l.line_no = x.line_no
     returning l.document_id as id, l.line_no as line, x.given`,
    [
      companyCode,
      released.map((row) => row.fromId),
      released.map((row) => row.fromLine),
      released.map((row) => row.given),
      [states.none, states.partial, states.all],
    ],
  )
  if (closed.length === 0) return
  await giveBack(
    tx,
    companyCode,
    await tx.query<GivenBack>(
      `update document_link k set quantity = greatest(k.quantity - x.given, 0.001), is_live = k.quantity > x.given
       from unnest($3::uuid[], $4::int[], $5::numeric[]) as x(id, line_no, given)
       where k.company_code = $1 and k.to_type = $2 and k.to_id = x.id and k.to_line = x.line_no and k.is_live and k.is_counted
       returning k.from_type, k.from_id, k.from_line, least(old.quantity, x.given) as given`,
      [
        companyCode,
        type,
        closed.map((row) => row.id),
        closed.map((row) => row.line),
        closed.map((row) => row.given),
      ],
    ),
  )
}

/** Adds to what is done of lines (summed per line first) and moves the predecessors' states along. */
function changeDone(
  tx: Transaction,
  companyCode: string,
  type: string,
  changes: readonly { id: string; line: number; delta: Quantity }[],
): void {
  const definition = documentDefinition(type)!
  const table = documentTable(definition)
  const ids = changes.map((change) => change.id)
  tx.write(
    `update ${table.line} l set done_quantity = l.done_quantity + x.delta
     from (select id, line_no, sum(delta) as delta from unnest($2::uuid[], $3::int[], $4::numeric[]) as c(id, line_no, delta) group by 1, 2) x
     where l.company_code = $1 and l.document_id = x.id and l.line_no = x.line_no and l.document_id = any($2::uuid[])`,
    [companyCode, ids, changes.map((change) => change.line), changes.map((change) => change.delta)],
  )
  const states = definition.progressStates
  if (!states) return
  tx.write(
    `update ${table.header} h set state = p.state, version = h.version + 1, updated_at = now()
     from (select document_id, case when bool_and(progress in ('done', 'closed')) then $3 when bool_or(done_quantity > 0) then $4 else $5 end as state
           from ${table.line} where company_code = $1 and document_id = any($2::uuid[]) group by document_id) p
     where h.company_code = $1 and h.id = p.document_id and h.id = any($2::uuid[]) and h.state in ($3, $4, $5) and h.state <> p.state`,
    [companyCode, [...new Set(ids)], states.all, states.partial, states.none],
  )
}

export interface Successor {
  type: string
  id: string
  docNo: string
  state: string
  erpState: string
}

/** The live successors of a document, latest first; of one kind where given. One statement per kind there is. */
export async function liveSuccessors(
  tx: Transaction,
  companyCode: string,
  fromType: string,
  fromId: string,
  toType?: string,
): Promise<Successor[]> {
  const found = await tx.query<{ type: string; ids: string[] }>(
    `select to_type as type, array_agg(distinct to_id) as ids from document_link
     where company_code = $1 and from_type = $2 and from_id = $3 and is_live and ($4::text is null or to_type = $4) group by to_type`,
    [companyCode, fromType, fromId, toType ?? null],
  )
  const successors: Successor[] = []
  for (const { type, ids } of found) {
    const rows = await tx.query<Omit<Successor, 'type'>>(
      `select id, doc_no, state, erp_state from ${documentTable(documentDefinition(type)!).header}
       where company_code = $1 and id = any($2::uuid[]) order by created_at desc`,
      [companyCode, ids],
    )
    successors.push(...rows.map((row) => ({ ...row, type })))
  }
  return successors
}
