import { copiedUnits } from '@kufang/contract/document/declare/common-fields.ts'
import { holdsOnly, type Act } from '@kufang/contract/document/declare/define-document.ts'
import { addPerformer } from '@kufang/contract/document/decide.ts'
import { hiddenFields } from '@kufang/contract/document/visible.ts'
import { variantOfDocument, variantValues } from '@kufang/contract/document/page-variants.ts'
import { refuse } from '@kufang/kernel/refusal.ts'
import { fieldOf } from '@kufang/kernel/present.ts'
import { auditDocuments } from '../webhooks/queue-states.ts'
import { isEnteredByPerson, type Fields } from '@kufang/contract/document/declare/field.ts'
import type { Transaction } from '../../platform/database/database.ts'
import type { Session } from '../../platform/session/session.ts'
import { actOf } from '../storage/act-of.ts'
import { effectsOf } from '../effects/effects.ts'
import type { Clock } from '../storage/clock.ts'
import type { LoadedDocument } from '../storage/document.ts'
import type { DraftInput } from './draft.ts'
import { assertMay } from './draft-checks.ts'
import { deleteLinks, linkSources, releaseSources } from '../storage/links.ts'
import { auditsOfDerivedStates } from '../storage/derived-states.ts'
import type { DerivedState } from '../storage/progress.ts'
import { assertSeen } from './hidden-fields.ts'
import { readDraft } from './read-draft.ts'
import { actsInHistory } from '../storage/record-history.ts'
import {
  deleteDocument,
  deleteLines,
  insertLines,
  newLines,
  updateHeaders,
} from '../storage/store.ts'
import { documentTable, type DocumentTable } from '../storage/table.ts'
import { closeTodos } from '../storage/todo.ts'

function assertEditable(table: DocumentTable, loaded: LoadedDocument): void {
  const { definition } = table
  const { header } = loaded
  if (definition.editable.includes(header.state)) return
  const state = fieldOf(definition.states, header.state).label
  throw refuse('not-editable', { no: header.docNo, state: state.zh, stateEn: state.en })
}

/**
 * Replaces header and lines of a draft. Quantities consumed of predecessors are returned first, so that new lines are
 * checked against the actual open quantity.
 */
export async function editDraft(
  tx: Transaction,
  session: Session,
  table: DocumentTable,
  loaded: LoadedDocument,
  input: DraftInput,
  clock: Clock,
): Promise<LoadedDocument> {
  const { definition } = table
  const { header } = loaded
  assertMay(definition, session, 'edit', header)
  assertEditable(table, loaded)
  assertSeen(table, session, input)
  const act = actOf(session, clock)
  const released = await giveBackAll(tx, act, table, header)
  const content = await readDraft(
    tx,
    session,
    documentTable(variantOfDocument(definition, header)),
    {
      ...withHidden(table, session, loaded, input),
      keptUnits: unitsOf(loaded, input),
      companyCode: header.companyCode,
      where: variantValues(definition, header),
    },
    clock,
    'person',
  )
  if (content.header.companyCode !== header.companyCode) {
    throw refuse('source-mixed', {
      field: '公司',
      fieldEn: 'Company',
      first: header.companyCode,
      other: content.header.companyCode,
    })
  }
  actsInHistory(tx, session)
  deleteLines(tx, table, header.companyCode, header.id)
  insertLines(tx, table, header.companyCode, header.id, content.lines)
  const linked = await linkSources(
    tx,
    act,
    header.companyCode,
    definition.name,
    header.id,
    content.links,
    holdsOnly(definition, header.state, content.links[0]?.fromType),
  )
  const { companyCode: _same, ...values } = content.header
  const acts = {
    ...header.acts,
    edit: addPerformer(header.acts['edit'], act),
  }
  updateHeaders(tx, table, [{ header, values: { ...values, acts } }])
  await afterGivingBack(tx, table, loaded, clock)
  await auditDocuments(tx, session, [
    {
      companyCode: header.companyCode,
      subjectType: definition.name,
      subjectId: header.id,
      subjectNo: header.docNo,
      action: 'edit',
      before: {
        header: Object.fromEntries(Object.keys(values).map((name) => [name, header[name] ?? null])),
        lines: loaded.lines,
      },
      after: { header: values, lines: content.lines },
    },
    ...auditsOfDerivedStates(definition.name, header, [...released, ...linked]),
  ])
  return {
    header: { ...header, ...values, acts, version: header.version + 1 },
    lines: newLines(table, header.companyCode, header.id, content.lines),
  }
}

/**
 * The unit in which each line of a predecessor has been spoken of in the draft, which need not be the predecessor's. Lines
 * are matched by number and predecessor.
 */
function unitsOf({ lines }: LoadedDocument, input: DraftInput): DraftInput['keptUnits'] {
  const byNumber = new Map(lines.map((line) => [line.lineNo as unknown, line]))
  return input.lines.map((given) => {
    const line = byNumber.get(given['lineNo'])
    const source = given['source'] as { id?: unknown; lineNo?: unknown } | null | undefined
    if (line === undefined || !source || source.id !== line.sourceId) return undefined
    if (source.lineNo !== line.sourceLine) return undefined
    return Object.fromEntries(copiedUnits.map((name) => [name, line[name]]))
  })
}

/**
 * Keeps the values of fields hidden from the person, which the client cannot send back. Lines are matched by number and
 * material.
 */
function withHidden(
  table: DocumentTable,
  session: Session,
  { header, lines }: LoadedDocument,
  input: DraftInput,
): DraftInput {
  const hidden = [...hiddenFields(table.definition, session)]
  if (hidden.length === 0) return input
  const kept = (
    fields: Fields,
    row: Record<string, unknown>,
    given: Record<string, unknown>,
  ): Record<string, unknown> =>
    Object.fromEntries(
      hidden
        .filter((name) => name in fields && isEnteredByPerson(fieldOf(fields, name)))
        .filter((name) => given[name] === undefined || given[name] === null)
        .map((name) => [name, row[name] ?? null]),
    )
  const byNumber = new Map(lines.map((line) => [line.lineNo as unknown, line]))
  return {
    ...input,
    header: { ...input.header, ...kept(table.headerFields, header, input.header) },
    lines: input.lines.map((given) => {
      const line = byNumber.get(given['lineNo'])
      const isSame =
        line !== undefined && (given['materialNo'] ?? line.materialNo) === line.materialNo
      return isSame ? { ...given, ...kept(table.lineFields, line, given) } : given
    }),
  }
}

/** Deletes a draft; its number is not reused, and the audit log keeps its content. */
export async function deleteDraft(
  tx: Transaction,
  session: Session,
  table: DocumentTable,
  loaded: LoadedDocument,
  clock: Clock,
): Promise<void> {
  const { definition } = table
  const { header } = loaded
  assertMay(definition, session, 'edit', header)
  assertEditable(table, loaded)
  const act = actOf(session, clock)
  const released = await giveBackAll(tx, act, table, header)
  actsInHistory(tx, session)
  deleteDocument(tx, table, header)
  closeTodos(tx, definition, header)
  await afterGivingBack(tx, table, loaded, clock)
  await auditDocuments(tx, session, [
    {
      companyCode: header.companyCode,
      subjectType: definition.name,
      subjectId: header.id,
      subjectNo: header.docNo,
      action: 'delete',
      before: loaded,
    },
    ...auditsOfDerivedStates(definition.name, header, released),
  ])
}

/** What predecessors do once a draft has given back what it held of them. */
async function afterGivingBack(
  tx: Transaction,
  { definition: { name } }: DocumentTable,
  { header: { companyCode }, lines }: LoadedDocument,
  { now }: Clock,
): Promise<void> {
  const sourceIds = [...new Set(lines.flatMap(({ sourceId }) => sourceId ?? []))]
  await effectsOf(name).afterGivingBack?.({ tx, companyCode, sourceIds, now })
}

/** Returns all quantities a draft consumed and deletes its links. */
async function giveBackAll(
  tx: Transaction,
  act: Act,
  { definition: { name } }: DocumentTable,
  { companyCode, id }: LoadedDocument['header'],
): Promise<DerivedState[]> {
  const released = await releaseSources(tx, act, companyCode, name, id, 'all')
  deleteLinks(tx, companyCode, name, id)
  return released
}
