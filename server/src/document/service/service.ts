import type {
  ActionRequest,
  ActionResult,
  CreateRequest,
  Preview,
  PreviewHold,
  PreviewMove,
  PreviewUnits,
  PreviewPlace,
  PreviewState,
  UpdateRequest,
} from '@kufang/contract/document/api.ts'
import { fieldsNotShownYet } from '@kufang/contract/document/visible.ts'
import { refuse } from '@kufang/kernel/refusal.ts'
import { firstOf } from '@kufang/kernel/present.ts'
import type { Database, Transaction } from '../../platform/database/database.ts'
import { actOnce, fingerprintOf } from '../../platform/http/idempotency.ts'
import type { Session } from '../../platform/session/session.ts'
import { thresholdWarnings } from '../../bins/public.ts'
import type { PostedMove, StockKey } from '../../ledger/public.ts'
import { clock, type Clock } from '../storage/clock.ts'
import { attachEvidence, type Evidence } from './evidence.ts'
import { createDraft, makeDraft } from '../draft/create.ts'
import type { DocumentLine, LoadedDocument } from '../storage/document.ts'
import { deleteDraft, editDraft } from '../draft/edit.ts'
import { assertMayRead } from '../list/list.ts'
import { laterSteps } from '../books/steps.ts'
import { assertWhole } from '../act/whole-document.ts'
import { performAction, type Performed } from '../act/perform.ts'
import { loadAllVisible } from '../storage/store.ts'
import { tableByName, type DocumentTable } from '../storage/table.ts'
import { staleVersion } from '../../platform/http/stale-version.ts'

/** The acting person with the function codes held. */
export interface Actor {
  session: Session
  functionCodes: ReadonlySet<string>
}

/** The company under which keys of this person are stored: the first of the person's scope. */
export function keyCompany(session: Session): string {
  return session.scope.companyCodes[0] ?? ''
}

export function resultOf(loaded: LoadedDocument): ActionResult {
  const { id, docNo, state, erpState, version } = loaded.header
  return { id, docNo, state, erpState, version }
}

/** Creates a document and performs `actionAfterCreate` on it in the same transaction; executed once per key. */
export async function createDocument(
  database: Database,
  actor: Actor,
  name: string,
  request: CreateRequest,
  idempotencyKey: string,
  at: Clock = clock(),
  evidence: readonly Evidence[] = [],
): Promise<ActionResult> {
  const table = tableByName(name)
  const { session } = actor
  let numberOf = () => ''
  const result = await actOnce(
    database,
    session,
    keyCompany(session),
    idempotencyKey,
    fingerprintOf('create', name, request),
    async (tx) => {
      const created = await create(tx, actor, table, request, at, evidence)
      numberOf = created.documentNo
      return resultOf(created.loaded)
    },
    'docNo',
  )
  // The number is drawn in the last packet, so it is known only after the commit.
  return { ...result, docNo: result.docNo || numberOf() }
}

interface Created extends Performed {
  /** Returns the number after the database has assigned it. */
  documentNo: () => string
}

async function create(
  tx: Transaction,
  actor: Actor,
  table: DocumentTable,
  request: CreateRequest,
  at: Clock,
  /** null: it is only tried out, before anybody has signed. */
  evidence: readonly Evidence[] | null,
): Promise<Created> {
  if (request.actionAfterCreate === undefined) {
    const loaded = await createDraft(tx, actor.session, table, request, at)
    return { loaded, moves: [], documentNo: () => loaded.header.docNo }
  }
  const made = await makeDraft(tx, actor.session, table, request, at)
  const action = request.actionAfterCreate
  const acting = { ...actor, table, action, given: {}, clock: at }
  // First, because the number is drawn in the last packet of the act.
  if (evidence !== null)
    await attachEvidence(tx, actor.session, table.definition, action, made.loaded.header, evidence)
  const performed = await performAction(tx, acting, made.loaded, made)
  return { ...performed, documentNo: () => made.loaded.header.docNo }
}

/** Changes a draft. */
export function updateDocument(
  database: Database,
  actor: Actor,
  name: string,
  id: string,
  request: UpdateRequest,
  idempotencyKey: string,
): Promise<ActionResult> {
  const table = tableByName(name)
  const { session } = actor
  return actOnce(
    database,
    session,
    keyCompany(session),
    idempotencyKey,
    fingerprintOf('edit', name, id, request),
    async (tx) => {
      const loaded = await loadAt(tx, session, table, id, request.version)
      return resultOf(await editDraft(tx, session, table, loaded, request, clock()))
    },
  )
}

/** Deletes a draft. */
export function deleteDocument(
  database: Database,
  actor: Actor,
  name: string,
  id: string,
  version: number,
  idempotencyKey: string,
): Promise<{ docNo: string }> {
  const table = tableByName(name)
  const { session } = actor
  return actOnce(
    database,
    session,
    keyCompany(session),
    idempotencyKey,
    fingerprintOf('delete', name, id, version),
    async (tx) => {
      const loaded = await loadAt(tx, session, table, id, version)
      await deleteDraft(tx, session, table, loaded, clock())
      return { docNo: loaded.header.docNo }
    },
  )
}

/** Performs an action on a document, once per key, and keeps the evidence of a hand-over. */
export function runAction(
  database: Database,
  actor: Actor,
  name: string,
  id: string,
  action: string,
  request: ActionRequest,
  idempotencyKey: string,
  at: Clock = clock(),
  evidence: readonly Evidence[] = [],
): Promise<ActionResult> {
  const table = tableByName(name)
  const { session } = actor
  return actOnce(
    database,
    session,
    keyCompany(session),
    idempotencyKey,
    fingerprintOf(action, name, id, request),
    async (tx) => {
      const loaded = await loadAt(tx, session, table, id, request.version)
      await attachEvidence(tx, session, table.definition, action, loaded.header, evidence)
      return resultOf(
        (await performAction(tx, { ...actor, table, action, given: request, clock: at }, loaded))
          .loaded,
      )
    },
  )
}

/** Loads and locks a document; refuses if another person has changed it. The refusal names that person to readers only. */
async function loadAt(
  tx: Transaction,
  session: Session,
  table: DocumentTable,
  id: string,
  version: number,
): Promise<LoadedDocument> {
  const loaded = firstOf(await loadAllAt(tx, session, table, [{ id, version }]))
  return loaded
}

/** The same for several, in the order of their ids; refuses documents of which the person sees only some lines. */
export async function loadAllAt(
  tx: Transaction,
  session: Session,
  table: DocumentTable,
  wanted: readonly { id: string; version: number }[],
): Promise<LoadedDocument[]> {
  assertMayRead(table, session)
  const ids = wanted.map(({ id }) => id)
  const found = await loadAllVisible(tx, table, session, ids, true)
  const byId = new Map(found.map((loaded) => [loaded.header.id, loaded]))
  for (const { id, version } of wanted) assertAt(table, byId.get(id), id, version)
  for (const loaded of found) assertWhole(loaded)
  return found
}

function assertAt(
  table: DocumentTable,
  loaded: LoadedDocument | undefined,
  id: string,
  version: number,
): void {
  const { label } = table.definition
  if (!loaded) throw refuse('not-found', { subject: label.zh, subjectEn: label.en, no: id })
  const { header } = loaded
  if (header.version !== version) {
    const last = Object.values(header.acts).sort((one, other) => (one.at < other.at ? 1 : -1))[0]
    throw staleVersion({
      no: header.docNo,
      user: last?.userName ?? header.createdByName,
      at: header.updatedAt,
      current: header.version,
      given: version,
    })
  }
}

/**
 * Determines what an action would move, hold and post by rehearsing it, so the rules exist only once.
 * It throws the same refusals as the action.
 * @param at the time at which `work` acts; its holds are found by it
 */
async function previewWith(
  database: Database,
  table: DocumentTable,
  at: Clock,
  work: (
    tx: Transaction,
  ) => Promise<Performed & { before: PreviewState | null; isSilent?: boolean }>,
): Promise<Preview> {
  return database.rehearse(async (tx) => {
    const { loaded, moves, before, isSilent = false } = await work(tx)
    if (isSilent && before !== null) {
      return {
        moves: [],
        holds: [],
        warnings: [],
        before,
        after: before,
        postings: [],
        laterSteps: [],
        postingDate: null,
      }
    }
    const { header } = loaded
    const lines = new Map(loaded.lines.map((line) => [line.lineNo, line]))
    const wordsOf = (lineNo: number) => ({
      description: lines.get(lineNo)?.description ?? '',
      unit: lines.get(lineNo)?.unit ?? '',
      ...unitsOf(lines.get(lineNo)),
    })
    const [postings, holds, warnings] = await Promise.all([
      tx.query<Preview['postings'][number]>(
        `select p.direction, count(*) as items, array_agg(distinct i.movement_type) as movement_types
         from erp_posting p join erp_posting_item i on i.company_code = p.company_code and i.posting_id = p.id
         where p.company_code = $1 and p.created_at = now() group by p.sequence, p.direction order by p.sequence`,
        [header.companyCode],
      ),
      tx.query<Omit<PreviewHold, keyof LineWords | 'at'> & StockKey>(
        `select h.line_no, h.quantity - h.consumed as quantity, h.released_at is not null as is_released, k.*
         from stock_hold h join stock_key k on k.company_code = h.company_code and k.id = h.key_id
         where h.company_code = $1 and h.document_type = $2 and h.document_id = $3
           and (h.placed_at = $4 and h.released_at is null or h.placed_at < $4 and h.released_at = $4)
         order by h.line_no, k.bin, k.batch`,
        [header.companyCode, table.definition.name, header.id, at.now],
      ),
      thresholdWarnings(tx, header.companyCode, moves),
    ])
    return {
      moves: moves.map((move) => previewMove(move, wordsOf(move.lineNo))),
      holds: holds.map((hold): PreviewHold => {
        const { lineNo, materialNo, quantity, isReleased } = hold
        return {
          lineNo,
          materialNo,
          ...wordsOf(lineNo),
          quantity,
          at: previewPlace(hold),
          isReleased,
        }
      }),
      warnings,
      before,
      after: stateOf(loaded),
      postings,
      laterSteps: postings.some(({ direction }) => direction === 'post')
        ? await laterSteps(tx, table.definition, header)
        : [],
      postingDate: header.postingDate,
    }
  })
}

const stateOf = ({ header: { state, erpState } }: LoadedDocument): PreviewState => ({
  state,
  erpState,
})

/** What a preview says of the line of a movement or hold. */
type LineWords = Pick<PreviewMove, 'description' | 'unit'> & PreviewUnits

function previewMove(move: PostedMove, words: LineWords): PreviewMove {
  const { lineNo, materialNo, quantity, secondQuantity, movementType } = move
  const [from, to] = [previewPlace(move.from), previewPlace(move.to)]
  return { lineNo, materialNo, ...words, quantity, secondQuantity, from, to, movementType }
}

/** In which units people speak of the quantities of a line. */
const unitsOf = (line: DocumentLine | undefined): PreviewUnits => ({
  entryUnit: line?.entryUnit ?? null,
  unitNumerator: line?.unitNumerator ?? null,
  unitDenominator: line?.unitDenominator ?? null,
  secondUnit: line?.secondUnit ?? null,
})

export function previewPlace(key: StockKey): PreviewPlace {
  const { place, placeReference, plant, storageLocation, bin, batch, stockCategory, specialStock } =
    key
  return { place, placeReference, plant, storageLocation, bin, batch, stockCategory, specialStock }
}

export function previewCreate(
  database: Database,
  actor: Actor,
  name: string,
  request: CreateRequest,
): Promise<Preview> {
  const table = tableByName(name)
  const at = clock()
  return previewWith(database, table, at, async (tx) => ({
    ...(await create(tx, actor, table, request, at, null)),
    before: null,
  }))
}

export function previewAction(
  database: Database,
  actor: Actor,
  name: string,
  id: string,
  action: string,
  request: ActionRequest,
): Promise<Preview> {
  const table = tableByName(name)
  const at = clock()
  return previewWith(database, table, at, async (tx) => {
    const loaded = await loadAt(tx, actor.session, table, id, request.version)
    const before = stateOf(loaded)
    const isSilent = fieldsNotShownYet(table.definition, loaded.header).size > 0
    const acting = { ...actor, table, action, given: request, clock: at }
    const performed = await performAction(tx, acting, loaded)
    // Where the company keeps goods is not for its suppliers.
    const moves = actor.session.scope.supplierNo === null ? performed.moves : []
    // The result would reveal what the document still hides, such as whether a count agrees.
    return { ...performed, moves, before, isSilent }
  })
}
