import type { AnyMaster } from '@kufang/contract/document/declare/define-master.ts'
import type { MasterName } from '@kufang/contract/document/declare/field.ts'
import type { RuleChange } from '@kufang/contract/document/rule-change.ts'
import { toSnake } from '../platform/database/case.ts'
import type { Queryable } from '../platform/database/database.ts'
import type { Session } from '../platform/session/session.ts'
import { columnOf, masterSource } from './master-table.ts'

/** Masters a supplier's user may read: his own row, and those needed to understand his orders. */
const openToSuppliers: ReadonlySet<MasterName> = new Set([
  'company',
  'plant',
  'storage-location',
  'material-group',
  'unit',
  'supplier',
  'consignor',
])

/**
 * The rows of a master a person may see, as a condition on alias m with its own `$1`…. An empty organisation in a row
 * (any plant, any group) applies to everyone of the higher level.
 */
export function masterScope(
  definition: AnyMaster,
  session: Session,
): { sql: string; values: unknown[] } {
  const values: unknown[] = []
  const bind = (value: unknown) => `$${values.push(value)}`
  const conditions: string[] = []
  const { scope } = session
  if (scope.supplierNo !== null && !openToSuppliers.has(definition.name))
    return { sql: 'false', values }

  const narrow = (field: string | undefined, allowed: readonly string[] | null) => {
    if (field === undefined || allowed === null) return
    const column = columnOf(field)
    const isOptional = definition.fields[field]?.required !== true
    conditions.push(
      `${isOptional ? `${column} = '' or ` : ''}${column} = any(${bind(allowed)}::text[])`,
    )
  }
  const { companyCode, plant, storageLocation, materialGroup, supplierNo } = definition.scope
  // An administrator's session may be older than the newest company.
  if (!session.isAdmin) narrow(companyCode, scope.companyCodes)
  if (definition.name === 'user' && !session.isAdmin)
    conditions.push(
      `exists (select from user_plant p where p.user_id = m.id and p.valid_to is null and p.company_code = any(${bind(scope.companyCodes)}::text[]))`,
    )
  narrow(plant, scope.plants)
  narrow(materialGroup, scope.materialGroups)
  narrow(supplierNo, scope.supplierNo === null ? null : [scope.supplierNo])
  if (Object.hasOwn(definition.fields, 'pickingUnit')) narrow('pickingUnit', scope.pickingUnits)
  if (plant !== undefined && storageLocation !== undefined && scope.storageLocations !== null)
    conditions.push(
      `${columnOf(plant)} || '/' || ${columnOf(storageLocation)} = any(${bind(scope.storageLocations)}::text[])`,
    )
  return {
    sql:
      conditions.length === 0
        ? 'true'
        : conditions.map((condition) => `(${condition})`).join(' and '),
    values,
  }
}

/** The ids of those changes of a master's rows that are about rows the person may see; one statement. */
export async function visibleChanges(
  queryable: Queryable,
  definition: AnyMaster,
  session: Session,
  changes: readonly Pick<RuleChange, 'id'>[],
): Promise<ReadonlySet<string>> {
  if (changes.length === 0) return new Set()
  const { sql, values } = masterScope(definition, session)
  const wantedOf = (name: string) => `coalesce(c.after ->> '${name}', '')`
  // A row that is only requested has the organisation it is to have.
  const wanted = Object.keys(definition.fields).map(
    (name) => `${wantedOf(name)} as "${toSnake(name)}"`,
  )
  const isRow = definition.key.map((name) => `${columnOf(name)}::text = ${wantedOf(name)}`)
  const found = await queryable.query<{ id: string }>(
    // The changes are on the coordinator, the rows may be on other machines.
    `with c as materialized (select id, before, after from rule_change where id = any($${values.length + 1}::uuid[]))
     select c.id from c where c.before is null and exists (select from (select ${wanted.join(', ')}) m where ${sql})
     union all
     select c.id from c join ${masterSource(definition)} on ${isRow.join(' and ')} where c.before is not null and ${sql}`,
    [...values, changes.map(({ id }) => id)],
  )
  return new Set(found.map(({ id }) => id))
}
