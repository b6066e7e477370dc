import { makesDrafts, variantOnPage } from '@kufang/contract/document/page-variants.ts'
import { cataloguePage } from '@kufang/contract/document/catalogue/page-catalogue.ts'
import type { AnyDocument } from '@kufang/contract/document/declare/define-document.ts'
import { pickingUnitField } from '@kufang/contract/document/scope-fields.ts'
import { documents } from '@kufang/contract/registry.ts'
import { fieldOf } from '@kufang/kernel/present.ts'
import type { Transaction } from '../../platform/database/database.ts'
import { ofKind } from './of-kind.ts'
import { toSnake } from '../../platform/database/case.ts'
import { documentTable } from './table.ts'
import { dueAtSql, dueTimeSql } from './due.ts'
import { announceTodos, type ChangedTodos } from './todo.ts'

// A document whose lines can get a successor creates a to-do for the role that creates the successor, with a link to
// that page. Its action is `successor.action`, which distinguishes it from actions on the document itself.

interface SuccessorStep {
  role: string
  action: string
  path: string
  /** States of the predecessor in which successors can be created. */
  states: readonly string[]
  where: Readonly<Record<string, string | boolean>>
  limitedBy: readonly string[]
}

/** The pages on which persons create successors of a document, each role once. */
export function successorSteps(definition: AnyDocument): SuccessorStep[] {
  // Hundreds of open ERP orders are a list to choose from, not individual tasks.
  if (definition.isMirror) return []
  const steps = new Map<string, SuccessorStep>()
  for (const successor of Object.values<AnyDocument>(documents)) {
    const { name, pages } = successor
    for (const [path, page] of Object.entries(pages)) {
      // What nobody has to do is no task (`isOptional`).
      if (!makesDrafts(page) || page.isOptional === true) continue
      const { source } = variantOnPage(successor, page)
      if (source?.document !== definition.name || source.consumesOpenQuantity === false) continue
      const { role } = cataloguePage(path)
      const action = `${name}.${page.actionAfterCreate ?? 'create'}`
      const { states, where = {}, limitedBy = [] } = source
      steps.set(`${role} ${action}`, { role, action, path, states, where, limitedBy })
    }
  }
  return [...steps.values()]
}

const texts = new WeakMap<AnyDocument, string>()

/** As SQL, built once per type: opens and closes the to-dos of documents. */
function labelOf(definition: AnyDocument): string {
  let text = texts.get(definition)
  if (text === undefined) texts.set(definition, (text = build(definition)))
  return text
}

function build(definition: AnyDocument): string {
  const steps = successorSteps(definition)
  if (steps.length === 0) return ''
  const table = documentTable(definition)
  const supplierNo = 'supplierNo' in table.headerFields ? `coalesce(h.supplier_no, '')` : `''`
  const unit = pickingUnitField(definition)
  const pickingUnit = unit === undefined ? `''` : `coalesce(h.${toSnake(unit)}, '')`
  const { due } = definition
  const dueAt =
    due === undefined
      ? 'null::timestamptz'
      : dueTimeSql(fieldOf(definition.header, due.by), fieldOf(table.headerColumns, due.by).sql)
  const dueStates = due?.states.map((state) => `'${state}'`).join(', ') ?? "''"
  const kinds = steps.map(
    ({ where }, at) => `, ${ofKind(table.headerColumns, where)} as is_kind_${at}`,
  )
  const waiting = steps.map(({ role, action, path, states, limitedBy }, at) => {
    const limits = limitedBy.map((name) => `coalesce(${fieldOf(table.lineColumns, name).sql}, 0)`)
    const quantity =
      limits.length === 0
        ? 'l.free_quantity'
        : `least(l.free_quantity, ${limits.join(' + ')} - l.done_quantity - l.held_quantity)`
    return `select d.*, '${role}' as role, '${action}' as action, '${path}' as path from document d
       where d.state in (${states.map((state) => `'${state}'`).join(', ')}) and d.is_kind_${at} and d.id in (
         select l.document_id from ${table.line} l
         where l.company_code = $2 and l.document_id = any($3::uuid[]) and ${quantity} > 0)`
  })
  const own = (alias: string) =>
    `t.company_code = ${alias}.company_code and t.document_type = '${definition.name}' and t.document_id = ${alias}.id and t.done_at is null`
  const same = `${own('s')} and t.role_code = s.role and t.action = s.action`
  return `with document as materialized (
      select h.company_code, h.id, h.doc_no, h.state, h.plant, h.storage_location, ${supplierNo} as supplier_no, ${pickingUnit} as picking_unit, ${dueAt} as due_at${kinds.join('')}
      from ${table.header} h where h.company_code = $2 and h.id = any($3::uuid[])
    ), step as materialized (${waiting.join(' union all ')}
    ), closed as (
      update todo t set done_at = now() from document d
      where ${own('d')} and strpos(t.action, '.') > 0
        and not exists (select from step s where s.id = d.id and s.role = t.role_code and s.action = t.action)
      returning t.company_code, t.role_code
    )${
      due === undefined
        ? ''
        : `, put_off as (
      update todo t set due_at = s.due_at, reminded_at = null, escalated_at = null from step s
      where ${same} and s.state in (${dueStates}) and t.due_at <> s.due_at
    )`
    }, opened as (
      insert into todo (company_code, id, role_code, plant, storage_location, supplier_no, document_type, document_id, document_no, action, handle_url, picking_unit, due_at, created_by)
      select s.company_code, uuidv7(), s.role, s.plant, s.storage_location, s.supplier_no, '${definition.name}', s.id, s.doc_no, s.action,
        s.path || '?source=' || s.doc_no, s.picking_unit, ${dueAtSql('s.due_at', `s.state in (${dueStates})`)}, $1
      from step s where not exists (select from todo t where ${same})
      returning company_code, id
    )
    select array(select distinct company_code || '|' || role_code from closed) as closed, array(select company_code || '|' || id from opened) as opened`
}

/** Updates the to-dos for creating successors from the documents' current free quantities, in one statement. */
export function refreshSuccessorTodos(
  tx: Transaction,
  userId: string,
  companyCode: string,
  definition: AnyDocument,
  ids: readonly string[],
): void {
  const text = labelOf(definition)
  if (text === '') return
  tx.write(text, [userId, companyCode, [...new Set(ids)]], ([changed]) =>
    announceTodos(tx, changed as unknown as ChangedTodos),
  )
}

/** Whether a document can get a successor before or after a state change. */
export function waitsInEither(definition: AnyDocument, ...states: readonly string[]): boolean {
  return successorSteps(definition).some((step) =>
    states.some((state) => step.states.includes(state)),
  )
}
