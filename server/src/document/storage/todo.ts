import type { AnyDocument } from '@kufang/contract/document/declare/define-document.ts'
import { barredFrom } from '@kufang/contract/document/decide.ts'
import { isOfPage } from '@kufang/contract/document/page-variants.ts'
import { pickingUnitField } from '@kufang/contract/document/scope-fields.ts'
import { cataloguePage } from '@kufang/contract/document/catalogue/page-catalogue.ts'
import { newId } from '@kufang/kernel/identifier.ts'
import { textOf } from '@kufang/kernel/text-of.ts'
import { fieldOf } from '@kufang/kernel/present.ts'
import type { Transaction } from '../../platform/database/database.ts'
import { numberOrDrawn, numberParameter } from '../../platform/database/drawn-number.ts'
import { liveChannel } from '../../platform/live/live-channel.ts'
import type { Session } from '../../platform/session/session.ts'
import type { DocumentHeader } from './document.ts'
import { dueAtSql, dueTime } from './due.ts'

interface NextStep {
  role: string
  action: string
  path: string
}

/** The pages whose worklist contains this document now; their roles get a to-do. */
export function nextSteps(
  definition: AnyDocument,
  document: Pick<DocumentHeader, 'state' | 'erpState'> & Readonly<Record<string, unknown>>,
): NextStep[] {
  const { state, erpState } = document
  const steps = new Map<string, NextStep>()
  for (const [path, page] of Object.entries(definition.pages)) {
    if (!isOfPage(page, document)) continue
    if (!(page.states?.includes(state) ?? page.kind === 'query')) continue
    if (page.erpStates && !page.erpStates.includes(erpState as never)) continue
    for (const name of page.actions ?? []) {
      const action = fieldOf(definition.actions, name)
      if (!action.from.includes(state) || isUndoing(definition, action, state)) continue
      if (action.erpFrom && !action.erpFrom.includes(erpState as never)) continue
      const role = cataloguePage(path).role
      if (!steps.has(role)) steps.set(role, { role, action: name, path })
    }
  }
  return [...steps.values()]
}

/** Undoing or repeating an act, and what is nobody's task, is possible but not due, so it creates no to-do. */
function isUndoing(
  definition: AnyDocument,
  action: AnyDocument['actions'][string],
  state: string,
): boolean {
  return (
    action.isDangerous === true ||
    action.isOptional === true ||
    action.to === state ||
    action.to === definition.initial
  )
}

/**
 * Parameters: user, type, then for each step its id, role, action, page, document and the users barred by four eyes (a
 * list as text), all as arrays.
 */
const stepsText = `select * from unnest($3::uuid[], $4::text[], $5::text[], $6::text[], $7::uuid[], $15::text[]) as step (id, role, action, url, document_id, barred)`
/** Further parameters: for each document its company, id, place, supplier, number and picking unit, all as arrays. */
const documentsText = `select * from unnest($8::text[], $9::uuid[], $10::text[], $11::text[], $12::text[], $13::text[], $14::text[], $16::timestamptz[], $17::boolean[])
     as document (company_code, id, plant, storage_location, supplier_no, no, picking_unit, declared_due_at, is_due_then)`
/** If the number is not drawn yet, it is appended to the URL. */
const urlText = `s.url || case when d.no is null then ${numberOrDrawn('d.no')} else '' end`
/** Inserts a to-do per step and document from these two sources. */
const insertText = (steps: string, documents: string) =>
  `insert into todo (company_code, id, role_code, plant, storage_location, supplier_no, document_type, document_id, document_no, action, handle_url, picking_unit, barred_users, due_at, created_by)
   select d.company_code, s.id, s.role, d.plant, d.storage_location, d.supplier_no, $2, d.id, ${numberOrDrawn('d.no')}, s.action, ${urlText}, d.picking_unit, s.barred::uuid[], ${dueAtSql('d.declared_due_at', 'd.is_due_then')}, $1
   from ${steps} s join ${documents} d on d.id = s.document_id`
/** New documents have no to-dos yet, so none are searched. */
const openText = insertText(`(${stepsText})`, `(${documentsText})`)
const changeText = `with step as materialized (${stepsText}), document as materialized (${documentsText}),
   closed as (
     update todo t set done_at = now() from document d
     where t.company_code = d.company_code and t.document_type = $2 and t.document_id = d.id and t.done_at is null
       and strpos(t.action, '.') = 0 and not exists (select from step s where s.document_id = d.id and s.role = t.role_code and s.action = t.action)
     returning t.company_code, t.role_code
   ), put_off as (
     update todo t set due_at = d.declared_due_at, reminded_at = null, escalated_at = null
     from step s join document d on d.id = s.document_id
     where t.company_code = d.company_code and t.document_type = $2 and t.document_id = d.id and t.done_at is null
       and t.role_code = s.role and t.action = s.action and d.is_due_then and t.due_at <> d.declared_due_at
   ), opened as (
     ${insertText('step', 'document')}
     where not exists (select from todo t where t.company_code = d.company_code and t.document_type = $2 and t.document_id = d.id and t.done_at is null
       and t.role_code = s.role and t.action = s.action)
     returning company_code, id
   )
   select array(select distinct company_code || '|' || role_code from closed) as closed, array(select company_code || '|' || id from opened) as opened`

/**
 * Closes obsolete to-dos of documents of one type and opens the current ones, one row per document and role, in one
 * statement. Those that stay are due when the document says so now.
 * @param isNew the documents have no to-dos yet
 */
export function refreshTodos(
  tx: Transaction,
  session: Session,
  definition: AnyDocument,
  headers: readonly DocumentHeader[],
  isNew = false,
): void {
  const steps = headers.flatMap((header) =>
    nextSteps(definition, header).map((step) => ({
      ...step,
      header,
      id: newId(),
    })),
  )
  if (steps.length === 0 && isNew) return
  write(tx, session.userId, definition, headers, steps, isNew)
}

/** Closes all to-dos of the document. */
export function closeTodos(tx: Transaction, definition: AnyDocument, header: DocumentHeader): void {
  write(tx, null, definition, [header], [], false)
}

/** The place of the people whose step it is: where the goods arrive, if all of it is done there (`receivedAt`). */
function placeOfSteps(
  { receivedAt, actions }: AnyDocument,
  header: DocumentHeader,
  steps: readonly NextStep[],
): { plant: string; storageLocation: string } {
  const isThere =
    steps.length > 0 && steps.every(({ action }) => fieldOf(actions, action).isAtReceiver)
  if (receivedAt === undefined || !isThere) return header
  return {
    plant: textOf(header[receivedAt.plant]),
    storageLocation: textOf(header[receivedAt.storageLocation]),
  }
}

interface DueStep extends NextStep {
  header: DocumentHeader
  id: string
}

function write(
  tx: Transaction,
  userId: string | null,
  definition: AnyDocument,
  headers: readonly DocumentHeader[],
  steps: readonly DueStep[],
  isNew: boolean,
): void {
  const places = headers.map((header) =>
    placeOfSteps(
      definition,
      header,
      steps.filter((step) => step.header === header),
    ),
  )
  const values = [
    userId,
    definition.name,
    steps.map((step) => step.id),
    steps.map((step) => step.role),
    steps.map((step) => step.action),
    steps.map((step) => `${step.path}?docNo=${encodeURIComponent(step.header.docNo)}`),
    steps.map((step) => step.header.id),
    headers.map((header) => header.companyCode),
    headers.map((header) => header.id),
    places.map(({ plant }) => plant),
    places.map(({ storageLocation }) => storageLocation),
    headers.map(({ supplierNo }) => (typeof supplierNo === 'string' ? supplierNo : '')),
    headers.map((header) => numberParameter(header.docNo)),
    headers.map((header) => {
      const unit = pickingUnitField(definition)
      const value = unit === undefined ? null : header[unit]
      return typeof value === 'string' ? value : ''
    }),
    steps.map(({ header, action }) => `{${barredFrom(definition, action, header.acts).join()}}`),
    headers.map((header) => dueTime(definition, header)),
    headers.map(({ state }) => definition.due?.states.includes(state) ?? false),
  ]
  if (isNew) {
    tx.write(openText, values)
    announceTodos(tx, {
      closed: [],
      opened: steps.map(({ header, id }) => `${header.companyCode}|${id}`),
    })
    return
  }
  tx.write(changeText, values, ([changed]) => announceTodos(tx, changed as unknown as ChangedTodos))
}

/** Companies and roles whose to-dos were closed; companies and ids of opened ones. */
export interface ChangedTodos {
  closed: string[]
  opened: string[]
}

/** Notifies the browser windows of the affected persons. */
export function announceTodos(tx: Transaction, { closed, opened }: ChangedTodos): void {
  for (const role of closed) tx.announce(liveChannel, `done|${role}`)
  for (const todo of opened) tx.announce(liveChannel, `todo|${todo}`)
}
