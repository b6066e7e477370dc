import { isDeepStrictEqual } from 'node:util'
import { documentDefinition } from '@kufang/contract/registry.ts'
import { derivedActions } from '../../server/src/document/storage/derived-states.ts'
import type { Queryable } from '../../server/src/platform/database/database.ts'
import { historyProof } from '../../server/src/document/storage/prove-history.ts'
import { registerProof, runProofs } from '../../server/src/ledger/public.ts'
import type { DocumentsOfKey } from '../../tools/demo/erp.ts'
import type { Act, ActBook } from './act-book.ts'
import type { Site } from './site.ts'

registerProof(historyProof)

/** Findings of a check; all lists are empty if there are none. */
export interface Findings {
  /** Rows returned by the proofs of the ledger. */
  proofRows: string[]
  /** Acknowledged requests that are missing or stored with another response. */
  lost: string[]
  /** Operations whose number in the audit log differs from the clients' records. */
  miscounted: string[]
  /** Documents whose moves do not match their state. */
  halves: string[]
  /** Documents whose derived state and its entries in the audit log do not agree. */
  derived: string[]
  /** ERP documents that exist twice, exist without a posting, or are missing. */
  erp: string[]
  /** Numbers of checked items. */
  looked: { acts: number; unacknowledgedThere: number; documents: number; erpDocuments: number }
}

type Counts = Map<string, number>

const systemUser = '00000000-0000-0000-0000-000000000000'

/** Compares the clients' records with the database and the ERP; no client may work meanwhile. */
export class Auditor {
  readonly #site: Site
  readonly #book: ActBook
  #before: Counts = new Map()
  /** The proofs of the version that created the database; by default ours. */
  proofs: URL | undefined

  constructor(site: Site, book: ActBook) {
    this.#site = site
    this.#book = book
  }

  /** Operations before the clients began are subtracted. */
  async begin(): Promise<void> {
    this.#before = await countAudited(this.#site.database)
  }

  /** @param isSettled whether all postings have a result: then none may be missing in the ERP */
  async look(isSettled: boolean): Promise<Findings> {
    const postings = await this.#postings()
    const { erp: there } = this.#site
    const inErp = await there.documentsByKey()
    const elsewhere = {
      delivery: await there.documentsByReference(),
      inventory: await there.documentsByInventory(),
    }
    const erp = compareErp(postings, inErp, elsewhere, await this.#postings(), isSettled)
    const acts = [...this.#book.acts]
    // One snapshot: a concurrent request is either completely visible or not at all.
    return this.#site.database.snapshot(async (tx) => {
      const proofs = await runProofs(tx, undefined, this.proofs)
      const { lost, miscounted, there } = await this.#compareActs(tx, acts)
      const { halves, documents } = await lookForHalves(tx)
      return {
        proofRows: proofs.flatMap(({ name, rows }) =>
          rows.map((row) => `${name}: ${JSON.stringify(row)}`),
        ),
        lost,
        miscounted,
        halves,
        derived: await compareDerived(tx),
        erp,
        looked: {
          acts: acts.length,
          unacknowledgedThere: there,
          documents,
          erpDocuments: inErp.length,
        },
      }
    })
  }

  async #compareActs(
    tx: Queryable,
    acts: readonly Act[],
  ): Promise<{ lost: string[]; miscounted: string[]; there: number }> {
    const known = acts.filter((act) => act.type !== '')
    const rows = await tx.query<{ idempotencyKey: string; response: { value: unknown } | null }>(
      `select idempotency_key, response from action_request where idempotency_key = any($1)`,
      [acts.map((act) => act.key)],
    )
    const stored = Map.groupBy(rows, (row) => row.idempotencyKey)
    const lost: string[] = []
    const expected: Counts = new Map(this.#before)
    let there = 0
    for (const act of known) {
      const own = stored.get(act.key) ?? []
      const isThere = own.length === 1 && own[0]!.response !== null
      if (own.length > 1) lost.push(`${act.key}: kept ${own.length} times`)
      if (act.outcome === 'refused' && isThere) lost.push(`${act.key}: refused and yet done`)
      if (act.outcome === 'acknowledged') {
        if (!isThere) lost.push(`${act.key}: acknowledged and not there`)
        else if (!isAnswer(own[0]!.response!.value, act))
          lost.push(`${act.key}: kept with another answer`)
      }
      if (act.outcome === 'unacknowledged' && isThere) there += 1
      if (!isThere) continue
      for (const action of act.actions) {
        const name = `${act.type} ${action}`
        expected.set(name, (expected.get(name) ?? 0) + 1)
      }
    }
    const audited = await countAudited(tx)
    const miscounted = [...new Set([...expected.keys(), ...audited.keys()])]
      .filter((name) => (expected.get(name) ?? 0) !== (audited.get(name) ?? 0))
      .map(
        (name) => `${name}: ${audited.get(name) ?? 0} done, ${expected.get(name) ?? 0} asked for`,
      )
    return { lost, miscounted, there }
  }

  #postings(): Promise<Posting[]> {
    return this.#site.database.query<Posting>(
      `select p.posting_key, case when p.interface_code = 'outbound-delivery' then lpad(p.payload->'items'->0->>'delivery', 10, '0') end as delivery,
         case when p.interface_code = 'physical-inventory' then 'R' || p.material_document || p.material_document_year end as recount,
         p.interface_code, p.state, p.sent_at is not null as is_sent,
         (select r.state from erp_posting r where r.company_code = p.company_code and r.reverses_posting_id = p.id and r.state <> 'closed') as reversal
       from erp_posting p where p.direction = 'post'`,
    )
  }
}

/** For documents selected together the client knows only which were done. */
function isAnswer(kept: unknown, act: Act): boolean {
  return act.answer === undefined
    ? (kept as { id?: string }).id === act.documentId
    : isDeepStrictEqual(kept, act.answer)
}

interface Posting {
  postingKey: string
  /** The ten digits of the delivery whose goods issue it is; null of a goods movement. */
  delivery: string | null
  interfaceCode: string
  /** The reference number of the count that takes back what an inventory document has posted. */
  recount: string | null
  state: string
  isSent: boolean
  reversal: string | null
}

async function countAudited(tx: Queryable): Promise<Counts> {
  const rows = await tx.query<{ name: string; count: number }>(
    `select subject_type || ' ' || action as name, count(*)::int as count from audit_entry
     where user_id <> $1 and action <> all($3) and action not like 'attachment.%' and subject_type = any($2) group by 1`,
    [systemUser, kinds, Object.values(derivedActions)],
  )
  return new Map(rows.map((row) => [row.name, row.count]))
}

/**
 * Derived states: every change has exactly one entry, of the act of another document or of an own one that changes what is left. Over all entries of a document, a state is entered as often as it
 * is left, except that the first one is left and the current one entered once more. The order does not matter, because
 * the time of an entry is that of the beginning of its transaction.
 */
async function compareDerived(tx: Queryable): Promise<string[]> {
  const found: string[] = []
  for (const kind of kinds) {
    const states = documentDefinition(kind)?.progressStates
    if (states === undefined) continue
    const rows = await tx.query<
      Record<'docNo' | 'state' | 'compared' | 'entered' | 'left', string>
    >(
      `select h.doc_no, h.state, s.state as compared, count(*) filter (where e.after ->> 'state' = s.state) as entered,
         count(*) filter (where e.before ->> 'state' = s.state) as left
       from ${kind.replaceAll('-', '_')} h cross join unnest($3::text[]) s(state)
       left join audit_entry e on e.company_code = h.company_code and e.subject_type = $1 and e.subject_id = h.id::text
         and (e.action = $2 or (e.before ->> 'state' = any($3) and e.after ->> 'state' = any($3)))
       where h.state = any($3)
       group by h.company_code, h.id, s.state
       having count(*) filter (where e.after ->> 'state' = s.state) - count(*) filter (where e.before ->> 'state' = s.state)
         <> (h.state = s.state)::int - (s.state = $4)::int`,
      [kind, derivedActions.progress, [states.none, states.partial, states.all], states.none],
    )
    for (const row of rows)
      found.push(
        `${kind} ${row.docNo} is ${row.state}, ${row.compared} entered ${row.entered} and left ${row.left} times in the log`,
      )
  }
  return found
}

type Moved = Record<'whole' | 'quantity' | 'moved' | 'posting', string>

/** Whether the moves of a document, less those taken back, are those of its state. */
function isWhole(
  { moved, unmoved, underWay = [] }: MovedKind,
  state: string,
  sums: Moved,
): boolean {
  if (underWay.includes(state))
    return Number(sums.moved) === Number(sums.whole) && Number(sums.posting) === 0
  // Goods that were delivered have moved twice, and the ERP knows of the second time.
  if (moved.includes(state))
    return Number(underWay.length > 0 ? sums.posting : sums.moved) === Number(sums.quantity)
  return unmoved.includes(state) && Number(sums.moved) === 0
}

/** The goods of every document have moved completely, not at all, or have been moved back. */
async function lookForHalves(tx: Queryable): Promise<{ halves: string[]; documents: number }> {
  const halves: string[] = []
  let documents = 0
  for (const [kind, states] of Object.entries(movedKinds)) {
    const table = kind.replaceAll('-', '_')
    const rows = await tx.query<Record<'docNo' | 'state' | keyof Moved, string>>(
      `with line as (
         select company_code, document_id, sum(quantity) as whole, sum(${states.quantity ?? 'quantity'}) as quantity
         from ${table}_line where ${states.lines ?? 'true'} group by 1, 2),
       move as (
         select company_code, document_id, sum(case when reverses is null then quantity else -quantity end) as moved,
           sum(case when reverses is null then quantity else -quantity end) filter (where posts_to_erp) as posting
         from stock_move where document_type = $1 group by 1, 2)
       select h.doc_no, h.state, coalesce(l.whole, 0) as whole, coalesce(l.quantity, 0) as quantity,
         coalesce(m.moved, 0) as moved, coalesce(m.posting, 0) as posting
       from ${table} h left join line l on l.company_code = h.company_code and l.document_id = h.id
       left join move m on m.company_code = h.company_code and m.document_id = h.id`,
      [kind],
    )
    documents += rows.length
    for (const { docNo, state, ...row } of rows) {
      const { whole, quantity, moved, posting } = row
      if (!isWhole(states, state, row))
        halves.push(
          `${kind} ${docNo} ${state}: ${whole} on it, ${quantity} to move, ${moved} moved, ${posting} of it for the ERP`,
        )
    }
  }
  return { halves, documents }
}

/**
 * @param before, after  our postings as read before and after the ERP's documents, because posting continues meanwhile
 * @param elsewhere  the ERP's documents that do not bear our key: of goods issues by their delivery, of counts by the
 *   reference number of their inventory document, which is our key
 */
function compareErp(
  before: readonly Posting[],
  keys: readonly DocumentsOfKey[],
  elsewhere: Readonly<Record<'delivery' | 'inventory', readonly DocumentsOfKey[]>>,
  after: readonly Posting[],
  isSettled: boolean,
): string[] {
  const wrong: string[] = []
  const inErp = new Map(keys.map((entry) => [entry.key, entry]))
  const known = new Map(after.map((posting) => [posting.postingKey, posting]))
  for (const { key, documents, reversals } of keys) {
    const posting = known.get(key)
    if (documents > 1 || reversals > 1)
      wrong.push(`${key} stands ${documents} times, reversed ${reversals} times`)
    if (posting === undefined) wrong.push(`${key} stands in the ERP and nobody asked for it`)
    else if (!posting.isSent) wrong.push(`${key} stands in the ERP and was never sent`)
  }
  const byDelivery = new Map(elsewhere.delivery.map((entry) => [entry.key, entry]))
  const byInventory = new Map(elsewhere.inventory.map((entry) => [entry.key, entry]))
  const countOf = ({ postingKey, delivery, interfaceCode, recount }: Posting) => {
    if (interfaceCode !== 'physical-inventory')
      return delivery === null ? inErp.get(postingKey) : byDelivery.get(delivery)
    return {
      documents: byInventory.get(postingKey)?.documents ?? 0,
      reversals: byInventory.get(recount ?? '')?.documents ?? 0,
    }
  }
  for (const { key, documents } of elsewhere.inventory)
    if (documents > 1) wrong.push(`the differences of ${key} are posted ${documents} times`)
  for (const posting of before) {
    const { postingKey, state, reversal } = posting
    const { documents = 0, reversals = 0 } = countOf(posting) ?? {}
    if (state === 'posted' && documents !== 1)
      wrong.push(`${postingKey} is posted and stands ${documents} times in the ERP`)
    if (reversal === 'posted' && reversals !== 1)
      wrong.push(`${postingKey} counts as reversed and is so ${reversals} times`)
    if (isSettled && state !== 'posted' && state !== 'closed')
      wrong.push(`${postingKey} is ${state} in the end`)
  }
  return wrong
}

/** Its reversal is requested or approved, and its goods have not moved back yet. */
const awaitingReversal = ['reversalRequested', 'reversalApproved']

interface MovedKind {
  moved: string[]
  unmoved: string[]
  /** Which lines count, as SQL. */
  lines?: string
  /** How much of a line moves, as SQL. */
  quantity?: string
  /** States in which the goods are on their way: all of the line has left its bin, and the ERP knows of nothing yet. */
  underWay?: string[]
}

/** Whether the goods of a document have moved, by its state. */
const movedKinds: Record<string, MovedKind> = {
  arrival: {
    // Goods without inspection enter the stock on receipt.
    lines: 'needs_inspection',
    moved: ['arrived', 'partlyReceived', 'received', ...awaitingReversal],
    unmoved: ['draft', 'reversed'],
  },
  'goods-receipt': {
    moved: ['received', 'rejected', 'reviewed', ...awaitingReversal],
    unmoved: ['draft', 'reversed'],
  },
  'goods-issue': {
    moved: ['issued', 'rejected', 'reviewed', ...awaitingReversal],
    unmoved: ['draft', 'picked', 'reversed'],
    underWay: ['inDistribution'],
    // What the unit refused goes back to its bin.
    quantity: 'quantity - coalesce(refused_quantity, 0)',
  },
  'stock-initialisation': {
    moved: ['initialised', ...awaitingReversal],
    unmoved: ['draft', 'submitted', 'returned', 'reversed'],
  },
  stocktaking: {
    quantity: 'abs(coalesce(difference_quantity, 0))',
    moved: ['adjusted', ...awaitingReversal],
    unmoved: [
      'draft',
      'counting',
      'toRecount',
      'counted',
      'differing',
      'handled',
      'toDirector',
      'writtenOff',
      'cancelled',
      'reversed',
    ],
  },
}

/** Documents that the clients work with. */
const kinds = [...Object.keys(movedKinds), 'delivery-note', 'requisition']
