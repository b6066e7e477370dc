import type { AnyDocument } from '@kufang/contract/document/declare/define-document.ts'
import type { PageWhere } from '@kufang/contract/document/declare/page.ts'
import {
  creatingPages,
  variantOfDocument,
  variantOnPage,
} from '@kufang/contract/document/page-variants.ts'
import { auditDocuments } from '../webhooks/queue-states.ts'
import type { Transaction } from '../../platform/database/database.ts'
import type { Session } from '../../platform/session/session.ts'
import type { Clock } from '../storage/clock.ts'
import type { LoadedDocument } from '../storage/document.ts'
import type { DraftInput, Maker } from './draft.ts'
import { assertMay } from './draft-checks.ts'
import { auditsOfDerivedStates } from '../storage/derived-states.ts'
import { PendingDocument } from './pending-document.ts'
import { assertSeen } from './hidden-fields.ts'
import { readDraft } from './read-draft.ts'
import { requestedCreatingPage } from '../storage/reading.ts'
import { documentTable, type DocumentTable } from '../storage/table.ts'
import { refreshTodos } from '../storage/todo.ts'

/**
 * Validates a draft in the caller's transaction: input by schema, sources locked and checked, references checked. The
 * caller links and inserts it (at the end of an act if an action follows), and writes the audit entry and the to-dos of
 * its final state.
 */
export async function makeDraft(
  tx: Transaction,
  session: Session,
  table: DocumentTable,
  input: DraftInput,
  clock: Clock,
  maker: Maker = 'person',
): Promise<PendingDocument> {
  const { definition } = table
  if (maker === 'person') assertMay(definition, session, 'create')
  const { variant, where } =
    maker === 'person'
      ? variantToMake(definition, session, input.page)
      : { variant: variantOfDocument(definition, input.header), where: {} }
  if (maker === 'person') assertSeen(table, session, input)
  const content = await readDraft(
    tx,
    session,
    documentTable(variant),
    { ...input, where },
    clock,
    maker,
  )
  return new PendingDocument(tx, session, table, content, clock)
}

/** The variant created on this page, or on the first page this person may create on, with its field values. */
function variantToMake(
  definition: AnyDocument,
  session: Session,
  path: string | undefined,
): { variant: AnyDocument; where: PageWhere } {
  const page =
    path === undefined
      ? creatingPages(definition, session)[0]?.page
      : requestedCreatingPage(definition, session, path)
  // Types created only by other documents have no such page; administrators may still create them.
  if (page === undefined) return { variant: definition, where: {} }
  return { variant: variantOnPage(definition, page), where: page.where ?? {} }
}

/** Creates a draft without a following action and inserts it completely. */
export async function createDraft(...made: Parameters<typeof makeDraft>): Promise<LoadedDocument> {
  const [tx, session, { definition }] = made
  const draft = await makeDraft(...made)
  const derived = draft.link(definition.initial)
  // Prevents an unhandled rejection if drawing the number fails first.
  derived.catch(() => {})
  await draft.insertAsEntered()
  await auditDocuments(tx, session, [
    draft.audit(),
    ...auditsOfDerivedStates(definition.name, draft.loaded.header, await derived),
  ])
  refreshTodos(tx, session, definition, [draft.loaded.header], true)
  return draft.loaded
}
