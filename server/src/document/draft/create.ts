import { rolesForDrafts } from '@kufang/contract/document/decide.ts'
import type { AnyDocument } from '@kufang/contract/document/declare/define-document.ts'
import type { PageWhere } from '@kufang/contract/document/declare/page.ts'
import {
  creatingPages,
  makesDrafts,
  variantOfDocument,
  variantOnPage,
} from '@kufang/contract/document/page-variants.ts'
import { refuse } from '@kufang/kernel/refusal.ts'
import { newId } from '@kufang/kernel/identifier.ts'
import { writeAudit, type AuditEntry } from '../../platform/audit/audit.ts'
import type { Transaction } from '../../platform/database/database.ts'
import { numberParameter } from '../../platform/database/drawn-number.ts'
import type { Session } from '../../platform/session/session.ts'
import { actOf } from '../act-of.ts'
import type { Clock } from '../clock.ts'
import type { LoadedDocument } from '../storage/document.ts'
import type { DraftInput, Maker } from './draft.ts'
import { assertMay } from './draft-checks.ts'
import { holdsOnly } from '@kufang/contract/document/declare/define-document.ts'
import { followedAudits } from '../storage/followed.ts'
import { linkSources } from '../storage/links.ts'
import type { FollowedState } from '../storage/progress.ts'
import { readDraft } from './read-draft.ts'
import {
  drawDocumentNumber,
  insertHeader,
  insertLines,
  newLines,
  readDrawnNumber,
} from '../storage/store.ts'
import { requestedPage } from '../list/reading.ts'
import { documentTable, type DocumentTable } from '../storage/table.ts'
import { refreshTodos } from '../todo.ts'

/** A validated document, not yet inserted. */
export interface NewDocument {
  /** Without a document number until `number` has drawn it. */
  loaded: LoadedDocument
  /**
   * Draws the number once, with the next packet. The number range stays locked until the transaction ends, so call this
   * as late as possible, ideally in the last packet.
   */
  draw: () => void
  /** Returns the number, drawing it if necessary. */
  number: () => Promise<string>
  /** Inserts header and lines with these changes; executed after the number is drawn. */
  insert: (
    header?: Record<string, unknown>,
    lines?: ReadonlyMap<number, Record<string, unknown>>,
  ) => void
  /**
   * Consumes quantity of its predecessors' lines, as held or done depending on the final state.
   * @returns the predecessors whose state changed; the caller writes their audit entries and to-dos
   */
  link: (state: string) => Promise<FollowedState[]>
  /** Its audit entry. */
  audit: () => AuditEntry
}

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
): Promise<NewDocument> {
  const { definition } = table
  if (maker === 'person') assertMay(definition, session, 'create')
  const { variant, where } =
    maker === 'person'
      ? variantToMake(definition, session, input.page)
      : { variant: variantOfDocument(definition, input.header), where: {} }
  const content = await readDraft(
    tx,
    session,
    documentTable(variant),
    { ...input, where },
    clock,
    maker,
  )
  const { companyCode } = content.header
  const id = newId()
  const at = clock.now.toISOString()
  const act = actOf(session, clock)
  const entered = {
    ...content.header,
    id,
    docNo: '',
    state: definition.initial,
    erpState: 'notNeeded' as const,
    version: 1,
    acts: { create: act },
    documentDate: clock.today as string,
    postingDate: null,
    createdBy: session.userId,
    createdByName: session.userName,
    createdAt: at,
    updatedAt: at,
  }
  const loaded: LoadedDocument = {
    header: {
      ...emptyHeader(table),
      printCount: 0,
      ...entered,
      plant: textOr(entered, 'plant'),
      storageLocation: textOr(entered, 'storageLocation'),
    },
    lines: newLines(table, companyCode, id, content.lines),
  }
  let isDrawn = false
  const draw = () => {
    if (isDrawn) return
    isDrawn = true
    drawDocumentNumber(tx, companyCode, definition.prefix, clock.today, (documentNo) => {
      entered.docNo = documentNo
      loaded.header.docNo = documentNo
    })
  }
  let number: Promise<string> | undefined
  return {
    loaded,
    draw,
    number() {
      draw()
      return (number ??= readDrawnNumber(tx))
    },
    insert(header = {}, changes = new Map()) {
      insertHeader(tx, table, { ...entered, ...header })
      const names = [...new Set([...changes.values()].flatMap((change) => Object.keys(change)))]
      const lines = content.lines.map((line, index) => ({
        ...line,
        ...Object.fromEntries(names.map((name) => [name, loaded.lines[index]![name]])),
        ...changes.get(line.lineNo),
      }))
      insertLines(tx, table, companyCode, id, lines)
    },
    link: (state) =>
      linkSources(
        tx,
        act,
        companyCode,
        definition.name,
        id,
        content.links,
        holdsOnly(definition, state),
      ),
    audit: () => ({
      companyCode,
      subjectType: definition.name,
      subjectId: id,
      subjectNo: numberParameter(entered.docNo),
      action: 'create',
      after: { header: content.header, lines: content.lines },
    }),
  }
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
      : requestedPage(definition, session, path)
  // Types created only by other documents have no such page; administrators may still create them.
  if (page === undefined) return { variant: definition, where: {} }
  if (!makesDrafts(page)) {
    const roles = rolesForDrafts(definition, 'create').join('/')
    throw refuse('role-missing', { action: '新建', actionEn: 'create', roles })
  }
  return { variant: variantOnPage(definition, page), where: page.where ?? {} }
}

/** Creates a draft without a following action and inserts it completely. */
export async function createDraft(...made: Parameters<typeof makeDraft>): Promise<LoadedDocument> {
  const [tx, session, { definition }] = made
  const draft = await makeDraft(...made)
  const followed = draft.link(definition.initial)
  // Prevents an unhandled rejection if drawing the number fails first.
  followed.catch(() => {})
  await draft.number()
  draft.insert()
  await writeAudit(tx, session, [
    draft.audit(),
    ...followedAudits(definition.name, draft.loaded.header, await followed),
  ])
  refreshTodos(tx, session, definition, [draft.loaded.header], true)
  return draft.loaded
}

const textOr = (header: Record<string, unknown>, name: string): string => {
  const value = header[name]
  return typeof value === 'string' ? value : ''
}

function emptyHeader(table: DocumentTable): Record<string, null> {
  return Object.fromEntries(Object.keys(table.headerFields).map((name) => [name, null]))
}
