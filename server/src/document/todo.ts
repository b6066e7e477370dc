import type { AnyDocument } from '@kufang/contract/document/define-document.ts'
import { cataloguePage } from '@kufang/contract/document/page-catalogue.ts'
import { newId } from '@kufang/kernel/identifier.ts'
import type { Transaction } from '../platform/database/database.ts'
import { liveChannel } from '../platform/live/live-channel.ts'
import type { Session } from '../platform/session/session.ts'
import type { DocumentHeader } from './document.ts'

interface NextStep {
  role: string
  action: string
  path: string
}

/** Which pages have this document on their worklist now: their roles get a to-do. */
export function nextSteps(definition: AnyDocument, state: string, erpState: string): NextStep[] {
  const steps = new Map<string, NextStep>()
  for (const [path, page] of Object.entries(definition.pages)) {
    if (!(page.states?.includes(state) ?? page.kind === 'query')) continue
    if (page.erpStates && !page.erpStates.includes(erpState as never)) continue
    for (const name of page.actions ?? []) {
      const action = definition.actions[name]!
      // Undoing is possible, not due: nobody is reminded of it.
      if (action.isDangerous || !action.from.includes(state)) continue
      if (action.erpFrom && !action.erpFrom.includes(erpState as never)) continue
      const role = cataloguePage(path).role
      if (!steps.has(role)) steps.set(role, { role, action: name, path })
    }
  }
  return [...steps.values()]
}

/** What the statements below take: whose to-dos, where and what about, then the steps. */
const openText = `insert into todo (company_code, id, role_code, plant, storage_location, supplier_no, document_type, document_id, document_no, action, handle_url, created_by)
   select $1, step.id, step.role, $4, $5, $6, $2, $3, $7, step.action, step.url, $8
   from unnest($9::uuid[], $10::text[], $11::text[], $12::text[]) as step(id, role, action, url)`
const changeText = `with closed as (
     update todo set done_at = now()
     where company_code = $1 and document_type = $2 and document_id = $3 and done_at is null and not (role_code || ' ' || action = any($13))
     returning role_code
   ), opened as (
     ${openText}
     where not exists (select from todo t where t.company_code = $1 and t.document_type = $2 and t.document_id = $3 and t.done_at is null
       and t.role_code = step.role and t.action = step.action)
     returning id
   )
   select array(select distinct role_code from closed) as closed, array(select id from opened) as opened`
const closeText = `with closed as (
     update todo set done_at = now()
     where company_code = $1 and document_type = $2 and document_id = $3 and done_at is null returning role_code)
   select array(select distinct role_code from closed) as closed, '{}'::uuid[] as opened`

/**
 * Closes what was to do about the document and opens what is to do now, one row per role, in one statement.
 *
 * @param isNew nothing was to do about it yet
 */
export function refreshTodos(
  tx: Transaction,
  session: Session,
  definition: AnyDocument,
  header: DocumentHeader,
  isNew = false,
): void {
  const steps = nextSteps(definition, header.state, header.erpState)
  if (steps.length === 0) {
    if (!isNew) closeTodos(tx, definition, header)
    return
  }
  const { companyCode, docNo } = header
  const ids = steps.map(() => newId())
  const values = [
    companyCode,
    definition.name,
    header.id,
    header.plant,
    header.storageLocation,
    typeof header['supplierNo'] === 'string' ? header['supplierNo'] : '',
    docNo,
    session.userId,
    ids,
    steps.map((step) => step.role),
    steps.map((step) => step.action),
    steps.map((step) => `${step.path}?docNo=${encodeURIComponent(docNo)}`),
  ]
  if (isNew) {
    tx.write(openText, values)
    announce(tx, companyCode, { closed: [], opened: ids })
    return
  }
  const standing = steps.map((step) => `${step.role} ${step.action}`)
  tx.write(changeText, [...values, standing], ([changed]) =>
    announce(tx, companyCode, changed as unknown as Changed),
  )
}

/** Roles whose to-dos were closed, and ids of those that were opened. */
interface Changed {
  closed: string[]
  opened: string[]
}

/** The windows of those who have more or less to do are told. */
function announce(tx: Transaction, companyCode: string, { closed, opened }: Changed): void {
  for (const role of closed) tx.announce(liveChannel, `done|${companyCode}|${role}`)
  for (const id of opened) tx.announce(liveChannel, `todo|${companyCode}|${id}`)
}

/** Nothing is to do any more about the document. */
export function closeTodos(tx: Transaction, definition: AnyDocument, header: DocumentHeader): void {
  tx.write(closeText, [header.companyCode, definition.name, header.id], ([changed]) =>
    announce(tx, header.companyCode, changed as unknown as Changed),
  )
}
