import { addAll } from '@kufang/kernel/add-all.ts'
import type { PageWhere } from '@kufang/contract/document/declare/page.ts'
import { variantFields } from '@kufang/contract/document/page-variants.ts'
import { pickingUnitField } from '@kufang/contract/document/scope-fields.ts'
import { toSnake } from '../../platform/database/case.ts'
import type { Session } from '../../platform/session/session.ts'
import { readingConditions } from './reading.ts'
import type { DocumentTable } from './table.ts'

export interface ScopeCondition {
  sql: string
  values: unknown[]
}

/**
 * A person's data scope as a condition on a document's tables (alias h, and l for lines). Documents outside it are
 * invisible to the person: in lists, by id, and as a source. `first` is the number of its first parameter.
 */
export function documentScope(
  table: DocumentTable,
  session: Session,
  level: 'header' | 'line',
  first = 1,
): ScopeCondition {
  const { companyCodes } = session.scope
  // Equality with one company is also known of the tables joined by company, which Citus needs to lock their rows.
  const [company, value] =
    companyCodes.length === 1
      ? [`h.company_code = $${first}`, companyCodes[0]]
      : [`h.company_code = any($${first})`, companyCodes]
  const rest = scopeWithinCompanies(table, session, level, first + 1)
  return { sql: `${company} and ${rest.sql}`, values: [value, ...rest.values] }
}

/** The same without the company condition, for lists that are read company by company in index order. */
export function scopeWithinCompanies(
  table: DocumentTable,
  session: Session,
  level: 'header' | 'line',
  first = 1,
): ScopeCondition {
  const { scope } = session
  const values: unknown[] = []
  const add = (value: unknown) => `$${first - 1 + values.push(value)}`
  const parts = ['true']
  if (scope.supplierNo !== null) {
    // A supplier sees documents with his supplier number; types without a supplier field are hidden from suppliers.
    parts.push(
      'supplierNo' in table.headerFields ? `h.supplier_no = ${add(scope.supplierNo)}` : 'false',
    )
  }
  if (!hasPlacesOnLines(table)) addAll(parts, placesOfHeader(table, scope, add))
  const ofLines = lineConditions(table, scope, level === 'line' ? 'l' : 's', add)
  // One line within all dimensions, not one line for each of them.
  if (ofLines.length > 0)
    parts.push(
      level === 'line'
        ? ofLines.join(' and ')
        : `exists (select from ${table.line} s where s.company_code = h.company_code and s.document_id = h.id and ${ofLines.join(' and ')})`,
    )
  const unit = pickingUnitField(table.definition)
  if (scope.pickingUnits !== null && unit !== undefined)
    parts.push(`h.${toSnake(unit)} = any(${add(scope.pickingUnits)})`)
  if (variantFields(table.definition).length > 0) {
    const conditions = readingConditions(table.definition, session)
    if (conditions !== null) {
      const own = ofVariants(conditions, first + values.length)
      parts.push(own.sql)
      addAll(values, own.values)
    }
  }
  return { sql: parts.join(' and '), values }
}

/**
 * The part of the data scope that decides about each line, as a condition on the line's table; null if it limits no
 * lines of this type. Of a document with lines on both sides the person sees the lines within and may not act on it.
 * `first` is the number of the first parameter.
 */
export function lineScope(
  table: DocumentTable,
  { scope }: Pick<Session, 'scope'>,
  alias: string,
  first = 1,
): ScopeCondition | null {
  const values: unknown[] = []
  const conditions = lineConditions(
    table,
    scope,
    alias,
    (value) => `$${first - 1 + values.push(value)}`,
  )
  return conditions.length === 0 ? null : { sql: conditions.join(' and '), values }
}

/** Adds a parameter and returns its name. */
type AddParameter = (value: unknown) => string

const hasPlacesOnLines = (table: DocumentTable): boolean => 'plant' in table.definition.lines

/** The place of a document; of one whose goods arrive elsewhere (`receivedAt`) that place too, once it is no draft. */
function placesOfHeader(
  { definition: { receivedAt, editable } }: DocumentTable,
  scope: Session['scope'],
  add: AddParameter,
): string[] {
  const own = placeConditions(scope, 'h', add)
  if (receivedAt === undefined || own.length === 0) return own
  const there = placeConditions(scope, 'h', add, receivedAt)
  const drafts = editable.map((state) => `'${state}'`).join(', ')
  if (drafts !== '') there.push(`h.state not in (${drafts})`)
  return [`((${own.join(' and ')}) or (${there.join(' and ')}))`]
}

function placeConditions(
  { plants, storageLocations }: Session['scope'],
  alias: string,
  add: AddParameter,
  fields = { plant: 'plant', storageLocation: 'storageLocation' },
): string[] {
  const conditions: string[] = []
  const plant = `${alias}.${toSnake(fields.plant)}`
  const location = `${alias}.${toSnake(fields.storageLocation)}`
  if (plants !== null) conditions.push(`${plant} = any(${add(plants)})`)
  if (storageLocations !== null)
    conditions.push(
      `(${location} is null or ${location} = '' or ${plant} || '/' || ${location} = any(${add(storageLocations)}))`,
    )
  return conditions
}

function lineConditions(
  table: DocumentTable,
  scope: Session['scope'],
  alias: string,
  add: AddParameter,
): string[] {
  const conditions = hasPlacesOnLines(table) ? placeConditions(scope, alias, add) : []
  if (scope.materialGroups !== null && table.hasGoods)
    conditions.push(`${alias}.material_group = any(${add(scope.materialGroups)})`)
  return conditions
}

/** Restricts documents (alias h) to these variants of their type; `first` is the number of the first parameter. */
export function ofVariants(conditions: readonly PageWhere[], first: number): ScopeCondition {
  const values: unknown[] = []
  const variants = conditions.map((where) => {
    const fields = Object.entries(where).map(
      ([field, value]) => `h.${toSnake(field)} = $${first - 1 + values.push(value)}`,
    )
    return fields.length === 0 ? 'true' : `(${fields.join(' and ')})`
  })
  return { sql: variants.length === 0 ? 'false' : `(${variants.join(' or ')})`, values }
}
