import type {
  ActionRequest,
  ActionResult,
  CreateRequest,
  Preview,
  PreviewMove,
  PreviewPlace,
  UpdateRequest,
} from '@kufang/contract/document/api.ts'
import { documentDefinition } from '@kufang/contract/registry.ts'
import { refuse } from '@kufang/kernel/refusal.ts'
import type { Database, Transaction } from '../platform/database/database.ts'
import { actOnce, fingerprintOf } from '../platform/http/idempotency.ts'
import type { Session } from '../platform/session/session.ts'
import type { StockKey } from '../stock/public.ts'
import { clock, type Clock } from './clock.ts'
import { createDraft, makeDraft } from './draft/create.ts'
import type { LoadedDocument } from './storage/document.ts'
import { deleteDraft, editDraft } from './draft/edit.ts'
import { assertMayRead } from './list/list.ts'
import { performAction, type Performed } from './act/perform.ts'
import { loadAllVisible } from './storage/store.ts'
import { documentTable, type DocumentTable } from './storage/table.ts'
import { staleVersion } from '../platform/http/stale-version.ts'

/** Who acts, with the button codes held. */
export interface Actor {
  session: Session
  functionCodes: ReadonlySet<string>
}

export function tableByName(name: string): DocumentTable {
  const definition = documentDefinition(name)
  if (!definition)
    throw refuse('not-found', { subject: '单据类型', subjectEn: 'Document type', no: name })
  return documentTable(definition)
}

/** A key belongs to its person; the company it is kept under is the person's first, so that it is one for each. */
export function keyCompany(session: Session): string {
  return session.scope.companyCodes[0] ?? ''
}

export function resultOf(loaded: LoadedDocument): ActionResult {
  const { id, docNo, state, erpState, version } = loaded.header
  return { id, docNo, state, erpState, version }
}

/** Makes a document, and performs `actionAfterCreate` on it in the same transaction; the same key makes it once. */
export async function createDocument(
  database: Database,
  actor: Actor,
  name: string,
  request: CreateRequest,
  idempotencyKey: string,
  at: Clock = clock(),
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
      const created = await create(tx, actor, table, request, at)
      numberOf = created.documentNo
      return resultOf(created.loaded)
    },
    'docNo',
  )
  // Drawn in the last packet: known since the commit.
  return { ...result, docNo: result.docNo || numberOf() }
}

interface Created extends Performed {
  /** The number, once the database has told it. */
  documentNo: () => string
}

async function create(
  tx: Transaction,
  actor: Actor,
  table: DocumentTable,
  request: CreateRequest,
  at: Clock,
): Promise<Created> {
  if (request.actionAfterCreate === undefined) {
    const loaded = await createDraft(tx, actor.session, table, request, at)
    return { loaded, moves: [], documentNo: () => loaded.header.docNo }
  }
  const made = await makeDraft(tx, actor.session, table, request, at)
  const action = request.actionAfterCreate
  const acting = { ...actor, table, action, given: {}, clock: at }
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
      await deleteDraft(tx, session, table, loaded)
      return { docNo: loaded.header.docNo }
    },
  )
}

/** Does an action to a document; the same key does it once, whoever repeats the request. */
export function runAction(
  database: Database,
  actor: Actor,
  name: string,
  id: string,
  action: string,
  request: ActionRequest,
  idempotencyKey: string,
  at: Clock = clock(),
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
      return resultOf(
        (await performAction(tx, { ...actor, table, action, given: request, clock: at }, loaded))
          .loaded,
      )
    },
  )
}

/** Loads and locks, and refuses what another person changed meanwhile; who that was is told to readers only. */
async function loadAt(
  tx: Transaction,
  session: Session,
  table: DocumentTable,
  id: string,
  version: number,
): Promise<LoadedDocument> {
  const [loaded] = await loadAllAt(tx, session, table, [{ id, version }])
  return loaded!
}

/** The same for several, in the order of their ids. */
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

class Rollback extends Error {}

/**
 * What an action would move and post, found by doing it and rolling back: never a second spelling of the
 * rules. Refusals come out of it just as they would come out of the act.
 */
async function previewWith(
  database: Database,
  table: DocumentTable,
  work: (tx: Transaction) => Promise<Performed>,
): Promise<Preview> {
  let preview: Preview | undefined
  try {
    await database.transaction(async (tx) => {
      const { loaded, moves } = await work(tx)
      const lines = new Map(loaded.lines.map((line) => [line.lineNo, line]))
      const postings = await tx.query<{
        direction: 'post' | 'reverse'
        items: number
        movementTypes: string[]
      }>(
        `select p.direction, count(*) as items, array_agg(distinct i.movement_type) as movement_types
         from erp_posting p join erp_posting_item i on i.company_code = p.company_code and i.posting_id = p.id
         where p.company_code = $1 and p.created_at = now() group by p.sequence, p.direction order by p.sequence`,
        [loaded.header.companyCode],
      )
      preview = {
        moves: moves.map((move): PreviewMove => {
          const line = lines.get(move.lineNo)
          return {
            lineNo: move.lineNo,
            materialNo: move.materialNo,
            description: line?.description ?? '',
            quantity: move.quantity,
            unit: line?.unit ?? '',
            from: previewPlace(move.from),
            to: previewPlace(move.to),
            movementType: move.movementType,
          }
        }),
        postings,
        postingDate: loaded.header.postingDate,
      }
      throw new Rollback()
    })
  } catch (error) {
    if (!(error instanceof Rollback)) throw error
  }
  if (!preview) throw new Error(`preview of ${table.definition.name} came to nothing`)
  return preview
}

export function previewPlace(key: StockKey): PreviewPlace {
  const { place, plant, storageLocation, bin, batch, stockCategory, specialStock } = key
  return { place, plant, storageLocation, bin, batch, stockCategory, specialStock }
}

export function previewCreate(
  database: Database,
  actor: Actor,
  name: string,
  request: CreateRequest,
): Promise<Preview> {
  const table = tableByName(name)
  return previewWith(database, table, (tx) => create(tx, actor, table, request, clock()))
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
  return previewWith(database, table, async (tx) => {
    const loaded = await loadAt(tx, actor.session, table, id, request.version)
    return performAction(tx, { ...actor, table, action, given: request, clock: clock() }, loaded)
  })
}
