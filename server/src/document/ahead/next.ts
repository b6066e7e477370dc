import type { NextStepRow } from '@kufang/contract/document/api.ts'
import type { AnyDocument } from '@kufang/contract/document/declare/define-document.ts'
import {
  isReachedByUndoOnly,
  nextSteps,
  type NextStep,
} from '@kufang/contract/document/next-step.ts'
import { documents } from '@kufang/contract/registry.ts'
import { itemAt } from '@kufang/kernel/present.ts'
import type { Queryable } from '../../platform/database/database.ts'
import type { Actor } from '../service/service.ts'
import type { LoadedDocument } from '../storage/document.ts'
import type { DocumentTable } from '../storage/table.ts'
import {
  liveAncestors,
  liveDescendants,
  readChainDocuments,
  type ChainDocument,
} from '../storage/chain.ts'
import { isMine, peopleOf, type WantedPeople } from './people.ts'
import { readableOf } from './shown-steps.ts'

const stepsMax = 8
const definitions = Object.values<AnyDocument>(documents)

interface Due {
  step: NextStep
  document: ChainDocument
}

/**
 * The next steps of a document and its successors, with the people who may perform them and the waiting time. If nothing
 * follows on these, those of the nearest predecessor: after an inspection the receipt of the arrival. While a document is
 * on its way back, nothing that came of it is due.
 */
export async function readNextSteps(
  queryable: Queryable,
  actor: Actor,
  table: DocumentTable,
  loaded: LoadedDocument,
): Promise<NextStepRow[]> {
  const { companyCode, id } = loaded.header
  const { name } = table.definition
  const [own, descendants] = await Promise.all([
    readChainDocuments(queryable, companyCode, name, [id]),
    liveDescendants(queryable, companyCode, name, id),
  ])
  const isGoingBack = isReachedByUndoOnly(table.definition, loaded.header.state)
  const following = [...own, ...(isGoingBack ? [] : descendants)].flatMap((document) =>
    dueOn(document, document.id === id ? loaded : undefined),
  )
  const due = following.length > 0 ? following : await dueBefore(queryable, companyCode, name, id)
  // Of the company's documents that followed, a supplier learns nothing.
  const isExternal = actor.session.scope.supplierNo !== null
  const steps = due
    .filter(
      ({ document, step }) =>
        !isExternal || (document.id === id && isMine(actor, wantedFor(step, document))),
    )
    .slice(0, stepsMax)
  const wanted = steps.map(({ step, document }) => wantedFor(step, document))
  const [people, readable] = await Promise.all([
    peopleOf(queryable, wanted),
    readableOf(
      queryable,
      actor.session,
      steps.map(({ document }) => document),
    ),
  ])
  return steps.map(({ step, document }, at) => {
    const isReadable = document.id === id || readable.has(document)
    return {
      documentType: step.document,
      documentId: step.action === null || !isReadable ? null : document.id,
      documentNo: document.docNo,
      action: step.action,
      label: step.label,
      page: step.page,
      path: step.path,
      since: isReadable ? lastActAt(document) : '',
      isMine: isReadable && isMine(actor, itemAt(wanted, at)),
      ...itemAt(people, at),
    }
  })
}

function dueOn(document: ChainDocument, loaded?: LoadedDocument): Due[] {
  const { definition, state, erpState, kind } = document
  const lines = loaded === undefined ? {} : { lines: loaded.lines }
  return nextSteps(definitions, definition, { state, erpState, kind, ...lines }).map((step) => ({
    step,
    document,
  }))
}

/** The steps due on predecessors; mirrored documents of the ERP have none. */
async function dueBefore(
  queryable: Queryable,
  companyCode: string,
  name: string,
  id: string,
): Promise<Due[]> {
  const ancestors = await liveAncestors(queryable, companyCode, name, id)
  const waiting = ancestors
    .filter(({ definition }) => definition.isMirror !== true)
    .map((document) => dueOn(document))
  return waiting.find((due) => due.length > 0) ?? []
}

function wantedFor(step: NextStep, document: ChainDocument): WantedPeople {
  const action = step.action === null ? undefined : document.definition.actions[step.action]
  return {
    document,
    roles: [step.role],
    functionCode: action?.functionCode,
    notBy: action?.notBy,
    isAtReceiver: action?.isAtReceiver,
  }
}

/** The time of the latest act on the document. */
function lastActAt({ acts, createdAt }: ChainDocument): string {
  return Object.values(acts).reduce((last, { at }) => (at > last ? at : last), createdAt)
}
