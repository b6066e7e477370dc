import { addAll } from '@kufang/kernel/add-all.ts'
import type { UndoPlan, UndoResult, UndoRow } from '@kufang/contract/document/undo-plan.ts'
import { holdsAny, rolesForDrafts } from '@kufang/contract/document/decide.ts'
import { isPostedByOthers } from '@kufang/contract/document/declare/erp-state.ts'
import { undoPath } from '@kufang/contract/document/undo-path.ts'
import { isRefusal, refusalDetails, refuse, type RefusalDetail } from '@kufang/kernel/refusal.ts'
import { fieldOf, itemAt } from '@kufang/kernel/present.ts'
import type { Database } from '../../platform/database/database.ts'
import { reverseMoves } from '../../ledger/public.ts'
import { bilingualRefusal } from '../input/describe-refusal.ts'
import { deleteDocument, runAction, type Actor } from '../service/service.ts'
import { askFor } from '../storage/ask-for.ts'
import {
  liveDescendants,
  liveLinksAmong,
  readChainDocuments,
  type ChainDocument,
} from '../storage/chain.ts'
import { isMine, peopleOf, type WantedPeople } from './people.ts'
import { readableOf } from './shown-steps.ts'

/** A document to be undone together with its successors. */
export interface UndoSubject {
  companyCode: string
  type: string
  id: string
}

interface PlannedStep extends WantedPeople {
  action: string | null
  path: string
  waitsForErp: boolean
}

interface Plan {
  /** Number of the document to be undone. */
  docNo: string
  steps: PlannedStep[]
  rows: UndoRow[]
  plan: UndoPlan
}

/**
 * All steps needed to undo a document: its live successors, latest first, each with its own reversal steps, the people
 * who may perform them, and other documents that hold or have moved the goods. Of documents that the person may not read
 * the plan gives type, number, step and whom to ask, to suppliers nothing but their own steps; what is in the way is given to whoever
 * may perform a step, because finding it out moves the goods and rolls back.
 */
export async function readUndoPlan(
  database: Database,
  actor: Actor,
  subject: UndoSubject,
): Promise<Plan> {
  const { companyCode, type, id } = subject
  const chain = [
    ...(await liveDescendants(database, companyCode, type, id)),
    ...(await readChainDocuments(database, companyCode, type, [id])),
  ]
  const steps = await stepsOfChain(database, companyCode, chain, id)
  const { session } = actor
  const [people, readable] = await Promise.all([
    peopleOf(database, steps),
    readableOf(database, session, chain),
  ])
  const rows = steps.map(({ document, action, path, waitsForErp, ...rest }, at): UndoRow => {
    const isReadable = document.id === id || readable.has(document)
    return {
      documentType: document.definition.name,
      documentId: isReadable ? document.id : null,
      documentNo: document.docNo,
      state: isReadable ? document.state : '',
      erpState: isReadable ? document.erpState : '',
      action,
      label:
        action === null
          ? { zh: '删除草稿', en: 'Delete the draft' }
          : fieldOf(document.definition.actions, action).label,
      path,
      waitsForErp,
      isMine: isReadable && isMine(actor, { document, ...rest }),
      ...itemAt(people, at),
    }
  })
  const isExternal = session.scope.supplierNo !== null
  const shown = isExternal ? rows.filter((row) => row.isMine) : rows
  const blockers =
    !isExternal && mayUndoSome(actor, steps) ? await blockersOf(database, actor, chain) : []
  const waiting = chain
    .filter((document) => isOnItsWay(document) && (!isExternal || readable.has(document)))
    .map(({ docNo }) => docNo)
  const hiddenSteps = rows.length - shown.length
  return {
    docNo: itemAt(chain, chain.length - 1).docNo,
    steps,
    rows,
    plan: { steps: shown, hiddenSteps, blockers, waiting },
  }
}

/** Whether the person has a role in undoing the chain, so that the others are asked by one of them. */
const mayUndoSome = ({ session }: Actor, steps: readonly PlannedStep[]): boolean =>
  steps.some(({ roles }) => holdsAny(session, roles))

/** Whether the ERP's answer is still outstanding. */
const isOnItsWay = ({ erpState }: ChainDocument): boolean =>
  erpState === 'posting' || erpState === 'reversing'

/** The steps of all documents, each after those of its successors. */
async function stepsOfChain(
  database: Database,
  companyCode: string,
  chain: readonly ChainDocument[],
  subjectId: string,
): Promise<PlannedStep[]> {
  const links = chain.some(({ definition }) => isPostedByOthers(definition))
    ? await liveLinksAmong(
        database,
        companyCode,
        chain.map(({ id }) => id),
      )
    : []
  const stepsById = new Map<string, PlannedStep[]>()
  for (const document of chain) {
    const isReversedBefore =
      isPostedByOthers(document.definition) &&
      links.some(
        ({ fromId, toId }) =>
          fromId === document.id && stepsById.get(toId)?.some((step) => step.waitsForErp),
      )
    const steps = stepsOf(document, isReversedBefore, document.id === subjectId)
    stepsById.set(document.id, steps)
  }
  return [...stepsById.values()].flat()
}

/** The state that the pending ERP answer will lead to. */
const answered = ({ erpState }: ChainDocument): string =>
  ({ posting: 'posted', reversing: 'reversed' })[erpState] ?? erpState

function stepsOf(
  document: ChainDocument,
  isReversedBefore: boolean,
  isSubject: boolean,
): PlannedStep[] {
  const { definition } = document
  const path = undoPath(definition, {
    ...document,
    erpState: isReversedBefore ? 'reversed' : answered(document),
  })
  const steps = path.map((step): PlannedStep => {
    const { functionCode, notBy } = fieldOf(definition.actions, step.action)
    return { document, ...step, functionCode, notBy }
  })
  const last = path.at(-1)
  const end = last === undefined ? document.state : fieldOf(definition.actions, last.action).to
  // A document that ends as a draft would still hold quantity of its source, so it is deleted.
  if (!isSubject && definition.editable.includes(end ?? ''))
    steps.push({
      document,
      action: null,
      roles: rolesForDrafts(definition, 'edit'),
      path:
        Object.entries(definition.pages).find(([, page]) => page.kind === 'maintain')?.[0] ?? '',
      waitsForErp: false,
    })
  return steps
}

/** Undoes the whole chain in order and rolls back; collects the refusals that name blocking documents. */
async function blockersOf(
  database: Database,
  { session }: Actor,
  chain: readonly ChainDocument[],
): Promise<UndoPlan['blockers']> {
  const found: RefusalDetail[] = []
  await database.rehearse(async (tx) => {
    found.length = 0
    for (const { definition, companyCode, id, docNo } of chain) {
      try {
        // oxlint-disable-next-line no-await-in-loop -- each needs the quantities that the one before returned
        await reverseMoves(tx, {
          companyCode,
          documentType: definition.name,
          documentId: id,
          byDocumentType: definition.name,
          byDocumentId: id,
          byDocumentNo: docNo,
          userId: session.userId,
          now: new Date(),
          idempotencyPrefix: `undo:${id}`,
        })
      } catch (error) {
        if (!isRefusal(error)) throw error
        addAll(found, refusalDetails(error))
      }
    }
  })
  // Blocking documents within the chain are undone by earlier steps.
  const numbers = new Set(chain.map(({ docNo }) => docNo))
  const outside = found.filter(({ params }) => !numbers.has(String(params['by'])))
  const byText = new Map(outside.map((detail) => [JSON.stringify(detail.params), detail]))
  return [...byText.values()].map(bilingualRefusal)
}

/** No valid chain needs more steps; exceeding this is a bug. */
const stepsMax = 50

/**
 * Performs the steps this person may do, each in its own transaction as if done alone, and creates a to-do for the
 * person who may do the next one. If a step is refused, the call is refused; completed steps remain.
 */
export async function undoChain(
  database: Database,
  actor: Actor,
  subject: UndoSubject,
  reason: string,
  idempotencyKey: string,
): Promise<UndoResult> {
  const done: UndoResult['done'] = []
  for (let count = 0; ; count += 1) {
    // oxlint-disable-next-line no-await-in-loop -- what comes next depends on what was done
    const { docNo, steps, rows, plan } = await readUndoPlan(database, actor, subject)
    const [step] = steps
    const [row] = rows
    const isExternal = actor.session.scope.supplierNo !== null
    if (step === undefined || row === undefined) return { done, asked: null, plan }
    if (isOnItsWay(step.document)) return { done, asked: null, plan }
    if (!row.isMine || count === stepsMax) {
      const { action } = step
      // What the company undoes, a supplier asks the buyer for: he sees none of it.
      if (isExternal && done.length === 0) throw refuse('undo-of-company', {})
      if (isExternal) return { done, asked: null, plan }
      if (!mayUndoSome(actor, steps))
        throw refuse('role-missing', {
          action: '撤销',
          actionEn: 'Undo',
          roles: [...new Set(steps.flatMap(({ roles }) => roles))].join('/'),
        })
      if (action !== null) {
        // oxlint-disable-next-line no-await-in-loop -- the last thing that is done
        await database.transaction((tx) =>
          askFor(tx, actor.session, {
            step: step.document,
            subject: { ...subject, docNo },
            action,
            path: step.path,
            reason,
          }),
        )
      }
      return { done, asked: row, plan }
    }
    // oxlint-disable-next-line no-await-in-loop -- one after the other
    await doStep(database, actor, step, reason, `${idempotencyKey}:${count}`)
    done.push({ documentNo: row.documentNo, label: row.label })
  }
}

async function doStep(
  database: Database,
  actor: Actor,
  { document, action }: PlannedStep,
  reason: string,
  key: string,
): Promise<void> {
  const { definition, id, version } = document
  if (action === null) {
    await deleteDocument(database, actor, definition.name, id, version, key)
    return
  }
  const asked = Object.entries(fieldOf(definition.actions, action).input ?? {})
  const input = Object.fromEntries(
    asked.filter(([, field]) => field.required).map(([name]) => [name, reason]),
  )
  await runAction(database, actor, definition.name, id, action, { version, input }, key)
}
