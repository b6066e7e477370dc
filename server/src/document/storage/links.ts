import { addAll } from '@kufang/kernel/add-all.ts'
import type { Act } from '@kufang/contract/document/declare/define-document.ts'
import { sourcesOf } from '@kufang/contract/document/page-variants.ts'
import { definitionOf } from '@kufang/contract/registry.ts'
import { negateQuantity, zeroQuantity, type Quantity } from '@kufang/kernel/quantity.ts'
import type { Transaction } from '../../platform/database/database.ts'
import { dependsOnFields, noteHistory } from './record-history.ts'
import { changeProgress, type DerivedState, type LineProgress } from './progress.ts'
import { documentTable } from './table.ts'

// Links connect lines of a successor to lines of its predecessor. `held_quantity` of the predecessor's line is the sum
// of its live held links, `done_quantity` the sum of its other live links, updated in the same transaction; a proof
// (lines-equal-links.sql) compares them.

export interface NewLink {
  fromType: string
  fromId: string
  fromLine: number
  toLine: number
  quantity: Quantity
}

/** A changed link as returned by a statement. */
export interface ChangedLink {
  fromType: string
  fromId: string
  fromLine: number
  quantity: Quantity
  isHeld: boolean
}

/** A line that another document was made for, without being its predecessor. */
export interface Reference {
  fromLine: number
  toLine: number
  quantity: Quantity
}

/** Whether documents of a type consume quantity of predecessors of another. */
const isCounted = (toType: string, fromType: string): boolean =>
  sourcesOf(definitionOf(toType)).find(({ document }) => document === fromType)
    ?.consumesOpenQuantity !== false

/** The types of predecessors whose quantity documents of a type consume. */
export const countedAt = (toType: string): string[] => [
  ...new Set(
    sourcesOf(definitionOf(toType)).flatMap(({ document }) =>
      isCounted(toType, document) ? [document] : [],
    ),
  ),
]

/**
 * Inserts the links of a new document's lines and adds the quantities to the predecessors' lines.
 * @param isHeld the document has not carried anything out yet
 */
export async function linkSources(
  tx: Transaction,
  by: Act,
  companyCode: string,
  toType: string,
  toId: string,
  links: readonly NewLink[],
  isHeld: boolean,
): Promise<DerivedState[]> {
  const [first] = links
  if (first === undefined) return []
  const counts = isCounted(toType, first.fromType)
  tx.write(
    `insert into document_link (company_code, from_type, from_id, from_line, to_type, to_id, to_line, quantity, is_counted, is_held)
     select $1, $2, x.from_id, x.from_line, $3, $4::uuid, x.to_line, x.quantity, $9, $10
     from unnest($5::uuid[], $6::int[], $7::int[], $8::numeric[]) as x(from_id, from_line, to_line, quantity)`,
    [
      companyCode,
      first.fromType,
      toType,
      toId,
      links.map((link) => link.fromId),
      links.map((link) => link.fromLine),
      links.map((link) => link.toLine),
      links.map((link) => link.quantity),
      counts,
      isHeld,
    ],
  )
  if (!counts) return []
  const changes = links.map(({ fromId, fromLine, quantity }): LineProgress =>
    isHeld
      ? { id: fromId, line: fromLine, held: quantity, done: zeroQuantity }
      : { id: fromId, line: fromLine, held: zeroQuantity, done: quantity },
  )
  return changeProgress(tx, by, companyCode, first.fromType, changes)
}

/**
 * Links lines of a document to those of one made for it from another predecessor, so that the flow of both shows it: the
 * delivery note of goods that came before it. Nothing is consumed, and the link ends with the later document.
 */
export function writeReferences(
  tx: Transaction,
  companyCode: string,
  from: { type: string; id: string },
  to: { type: string; id: string },
  lines: readonly Reference[],
): void {
  tx.write(
    `insert into document_link (company_code, from_type, from_id, from_line, to_type, to_id, to_line, quantity, is_counted, is_held)
     select $1, $2, $3::uuid, x.from_line, $4, $5::uuid, x.to_line, x.quantity, false, false
     from unnest($6::int[], $7::int[], $8::numeric[]) as x(from_line, to_line, quantity)`,
    [
      companyCode,
      from.type,
      from.id,
      to.type,
      to.id,
      lines.map(({ fromLine }) => fromLine),
      lines.map(({ toLine }) => toLine),
      lines.map(({ quantity }) => quantity),
    ],
  )
}

/**
 * Changes quantities of documents at their predecessors from held to done, or back. Predecessors are locked first, in
 * the same order in which new successors lock them.
 * @param held the types of predecessors, with whether their quantities are held from now on
 */
export async function shiftSources(
  tx: Transaction,
  by: Act,
  companyCode: string,
  toType: string,
  toIds: readonly string[],
  held: ReadonlyMap<string, boolean>,
): Promise<DerivedState[]> {
  if (toIds.length === 0) return []
  const derived: DerivedState[] = []
  for (const [from, isHeld] of held)
    addAll(derived, await shiftAt(tx, by, companyCode, from, toType, toIds, isHeld))
  return derived
}

/** The same for predecessors of one kind. */
async function shiftAt(
  tx: Transaction,
  by: Act,
  companyCode: string,
  from: string,
  toType: string,
  toIds: readonly string[],
  isHeld: boolean,
): Promise<DerivedState[]> {
  const links = [companyCode, toType, toIds, from]
  tx.write(
    `select 1 as locked from ${documentTable(definitionOf(from)).header} h
     where h.company_code = $1 and h.id in (
       select from_id from document_link
       where company_code = $1 and to_type = $2 and to_id = any($3::uuid[]) and from_type = $4 and is_live)
     order by h.id for update of h`,
    links,
  )
  const shifted = await tx.query<ChangedLink>(
    `update document_link set is_held = $5
     where company_code = $1 and to_type = $2 and to_id = any($3::uuid[]) and from_type = $4 and is_live and is_counted and is_held <> $5
     returning from_type, from_id, from_line, quantity, is_held`,
    [...links, isHeld],
  )
  if (shifted.length === 0) return []
  const changes = shifted.map(({ fromId, fromLine, quantity }): LineProgress => {
    const back = negateQuantity(quantity)
    return isHeld
      ? { id: fromId, line: fromLine, held: quantity, done: back }
      : { id: fromId, line: fromLine, held: back, done: quantity }
  })
  return changeProgress(tx, by, companyCode, from, changes)
}

/**
 * Returns quantities to the predecessors: all of them (the document was reversed or deleted), or only the part of the
 * document's lines that is neither done nor held (it was closed short). The links remain for the flow.
 */
export async function releaseSources(
  tx: Transaction,
  by: Act,
  companyCode: string,
  toType: string,
  toId: string,
  share: 'all' | 'free',
): Promise<DerivedState[]> {
  const table = documentTable(definitionOf(toType))
  const released = await tx.query<ChangedLink & { isCounted: boolean }>(
    share === 'all'
      ? `update document_link set is_live = false, lapsed_at = null where company_code = $1 and to_type = $2 and to_id = $3 and is_live
         returning from_type, from_id, from_line, quantity, is_held, is_counted`
      : `update document_link k set quantity = greatest(k.quantity - l.free_quantity, 0.001), is_live = k.quantity > l.free_quantity
         from ${table.line} l
         where k.company_code = $1 and k.to_type = $2 and k.to_id = $3 and k.is_live
           and l.company_code = $1 and l.document_id = $3 and l.line_no = k.to_line and l.free_quantity > 0
         returning k.from_type, k.from_id, k.from_line, l.free_quantity as quantity, k.is_held, k.is_counted`,
    [companyCode, toType, toId],
  )
  return giveBack(
    tx,
    by,
    companyCode,
    released.filter((link) => link.isCounted),
  )
}

/** Returns all quantities to the predecessors of one type; those of others stay taken. */
export async function releaseSourcesOf(
  tx: Transaction,
  by: Act,
  companyCode: string,
  toType: string,
  toId: string,
  fromType: string,
): Promise<DerivedState[]> {
  const released = await tx.query<ChangedLink>(
    `update document_link set is_live = false, lapsed_at = null
     where company_code = $1 and to_type = $2 and to_id = $3 and from_type = $4 and is_live
     returning from_type, from_id, from_line, quantity, is_held`,
    [companyCode, toType, toId, fromType],
  )
  return giveBack(tx, by, companyCode, released)
}

/** Deletes the links of a draft that is rewritten or deleted; its quantities were released before. */
export function deleteLinks(
  tx: Transaction,
  companyCode: string,
  toType: string,
  toId: string,
): void {
  tx.write('delete from document_link where company_code = $1 and to_type = $2 and to_id = $3', [
    companyCode,
    toType,
    toId,
  ])
}

/** Releases the quantities of lapsed drafts; the links remain, so that they can be held again. */
export async function lapseSources(
  tx: Transaction,
  by: Act,
  companyCode: string,
  toType: string,
  toIds: readonly string[],
): Promise<void> {
  const lapsed = await tx.query<ChangedLink>(
    `update document_link set is_live = false, lapsed_at = now()
     where company_code = $1 and to_type = $2 and to_id = any($3::uuid[]) and is_live and is_counted and is_held
     returning from_type, from_id, from_line, quantity, is_held`,
    [companyCode, toType, toIds],
  )
  if (lapsed.length > 0) await giveBack(tx, by, companyCode, lapsed)
}

/** Holds the quantities of a lapsed draft again. The caller has checked that they are free. */
export async function retakeSources(
  tx: Transaction,
  by: Act,
  companyCode: string,
  toType: string,
  toId: string,
): Promise<void> {
  const retaken = await tx.query<ChangedLink>(
    `update document_link set is_live = true, lapsed_at = null
     where company_code = $1 and to_type = $2 and to_id = $3 and lapsed_at is not null
     returning from_type, from_id, from_line, quantity, is_held`,
    [companyCode, toType, toId],
  )
  for (const [fromType, own] of Map.groupBy(retaken, (link) => link.fromType)) {
    const changes = own.map(({ fromId, fromLine, quantity }): LineProgress => ({
      id: fromId,
      line: fromLine,
      held: quantity,
      done: zeroQuantity,
    }))
    await changeProgress(tx, by, companyCode, fromType, changes)
  }
}

/** Subtracts quantities from the predecessors' held or done quantities. */
export async function giveBack(
  tx: Transaction,
  by: Act,
  companyCode: string,
  released: readonly ChangedLink[],
): Promise<DerivedState[]> {
  const derived: DerivedState[] = []
  for (const [fromType, own] of Map.groupBy(released, (link) => link.fromType))
    addAll(derived, await giveBackTo(tx, by, companyCode, fromType, own))
  return derived
}

/** The same for predecessors of one type. */
async function giveBackTo(
  tx: Transaction,
  by: Act,
  companyCode: string,
  fromType: string,
  released: readonly ChangedLink[],
): Promise<DerivedState[]> {
  const changes = released.map(({ fromId, fromLine, quantity, isHeld }): LineProgress => {
    const back = negateQuantity(quantity)
    return isHeld
      ? { id: fromId, line: fromLine, held: back, done: zeroQuantity }
      : { id: fromId, line: fromLine, held: zeroQuantity, done: back }
  })
  const derived = await changeProgress(tx, by, companyCode, fromType, changes)
  return [...derived, ...(await closeReturned(tx, by, companyCode, fromType, released))]
}

/**
 * Quantities returned to a document that was closed short meanwhile are closed short too, because they cannot be
 * consumed there. They are passed on to its predecessor, where they are open again.
 */
async function closeReturned(
  tx: Transaction,
  by: Act,
  companyCode: string,
  type: string,
  released: readonly ChangedLink[],
): Promise<DerivedState[]> {
  const table = documentTable(definitionOf(type))
  const states = table.definition.progressStates
  if (!states) return []
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
      released.map((row) => row.quantity),
      [states.none, states.partial, states.all],
    ],
  )
  if (closed.length === 0) return []
  if (dependsOnFields(table.definition, ['closedQuantity', 'openQuantity']))
    noteHistory(
      tx,
      table,
      closed.map(({ id }) => ({ companyCode, id })),
    )
  const passed = await tx.query<ChangedLink>(
    `update document_link k set quantity = greatest(k.quantity - x.given, 0.001), is_live = k.quantity > x.given
     from unnest($3::uuid[], $4::int[], $5::numeric[]) as x(id, line_no, given)
     where k.company_code = $1 and k.to_type = $2 and k.to_id = x.id and k.to_line = x.line_no and k.is_live and k.is_counted
     returning k.from_type, k.from_id, k.from_line, least(old.quantity, x.given) as quantity, k.is_held`,
    [
      companyCode,
      type,
      closed.map((row) => row.id),
      closed.map((row) => row.line),
      closed.map((row) => row.given),
    ],
  )
  return giveBack(tx, by, companyCode, passed)
}
