import { allValues, type AnyRelation } from '@kufang/contract/document/declare/define-relation.ts'
import type {
  BoardGroup,
  BoardItem,
  RelationBoard,
} from '@kufang/contract/identity/relation-board.ts'
import { userRelations } from '@kufang/contract/identity/user-relations.ts'
import type {
  UserRelationName,
  UserRelationValue,
} from '@kufang/contract/identity/user-relations.ts'
import { textOf } from '@kufang/kernel/text-of.ts'
import { fieldOf } from '@kufang/kernel/present.ts'
import { toSnake } from '../platform/database/case.ts'
import type { Queryable } from '../platform/database/database.ts'
import type { Session } from '../platform/session/session.ts'
import { describeRelation } from './relations.ts'

/** Most values of a board. */
const valuesMax = 5000

interface Known {
  groupCode: string
  groupName: string
  companyCode: string
  plant: string
  code: string
  name: string
  /** Of areas of bins only. */
  storageLocation?: string
}

/**
 * Of each relation: its values as masters have them. `groups` are the places that are granted as a whole, with the value
 * that means all of them; the data scope of whoever grants is applied to `m`.
 */
const sources: Readonly<
  Record<UserRelationName, { sql: string; valueOf: (known: Known) => UserRelationValue }>
> = {
  plant: {
    sql: `select c.company_code as group_code, c.name as group_name, m.company_code, m.plant, m.plant as code, m.name
      from plant m join company c on c.company_code = m.company_code where m.is_active`,
    valueOf: ({ companyCode, code }) => ({ companyCode, plant: code }),
  },
  'storage-location': {
    sql: `select p.plant as group_code, p.name as group_name, m.company_code, m.plant, m.storage_location as code, m.name
      from storage_location m join plant p on p.company_code = m.company_code and p.plant = m.plant where m.is_active`,
    valueOf: ({ companyCode, plant, code }) => ({ companyCode, plant, storageLocation: code }),
  },
  'material-group': {
    sql: `select '' as group_code, '' as group_name, '' as company_code, '' as plant, m.material_group as code, m.name
      from material_group m where m.is_active`,
    valueOf: ({ code }) => ({ materialGroup: code }),
  },
  'picking-unit': {
    sql: `select c.company_code as group_code, c.name as group_name, m.company_code, '' as plant, m.picking_unit as code, m.name
      from picking_unit m join company c on c.company_code = m.company_code where m.is_active`,
    valueOf: ({ companyCode, code }) => ({ companyCode, pickingUnit: code }),
  },
  'inspection-unit': {
    sql: `select c.company_code as group_code, c.name as group_name, m.company_code, '' as plant, m.inspection_unit as code, m.name
      from inspection_unit m join company c on c.company_code = m.company_code where m.is_active`,
    valueOf: ({ companyCode, code }) => ({ companyCode, inspectionUnit: code }),
  },
  // Areas are those of the bins.
  'bin-area': {
    sql: `select m.plant || '/' || m.storage_location as group_code, m.location_name as group_name, m.company_code, m.plant,
        m.area as code, '' as name, m.storage_location
      from (select b.company_code, b.plant, b.storage_location, s.name as location_name, b.area
        from bin b join storage_location s on s.company_code = b.company_code and s.plant = b.plant
          and s.storage_location = b.storage_location
        where b.is_active and b.area <> '' group by b.company_code, b.plant, b.storage_location, s.name, b.area) m where true`,
    valueOf: ({ companyCode, plant, storageLocation, code }) => ({
      companyCode,
      plant,
      storageLocation: storageLocation ?? '',
      area: code,
    }),
  },
}

/** Conditions on `m`: whoever grants offers only what is in his own scope. */
function within(
  { isAdmin, scope }: Session,
  name: UserRelationName,
): { sql: string; values: unknown[] } {
  const values: unknown[] = []
  if (isAdmin) return { sql: '', values }
  const conditions: string[] = []
  const narrow = (expression: string, allowed: readonly string[] | null) => {
    if (allowed !== null) conditions.push(`${expression} = any($${values.push(allowed)}::text[])`)
  }
  if (name !== 'material-group') narrow('m.company_code', scope.companyCodes)
  if (name === 'plant' || name === 'storage-location' || name === 'bin-area')
    narrow('m.plant', scope.plants)
  if (name === 'storage-location' || name === 'bin-area')
    narrow(`m.plant || '/' || m.storage_location`, scope.storageLocations)
  if (name === 'material-group') narrow('m.material_group', scope.materialGroups)
  if (name === 'picking-unit') narrow('m.picking_unit', scope.pickingUnits)
  return { sql: conditions.map((condition) => ` and ${condition}`).join(''), values }
}

/** What a user may be related to by whoever asks, and what he is related to; two statements. */
export async function readRelationBoard(
  queryable: Queryable,
  session: Session,
  name: UserRelationName,
  userId: string,
): Promise<RelationBoard> {
  const { sql, valueOf } = sources[name]
  const scope = within(session, name)
  const known = await queryable.query<Known>(
    `${sql}${scope.sql} order by 1, 3, 4, 5 limit ${valuesMax + 1}`,
    scope.values,
  )
  const { fields }: AnyRelation = userRelations[name]
  // The department says more about the person, but not what he may see.
  const parts = Object.keys(fields).filter((part) => part !== 'department')
  const live = await queryable.query<Record<string, string>>(
    `select id, ${parts.map(toSnake).join(', ')} from user_${toSnake(name)} where user_id = $1 and valid_to is null`,
    [userId],
  )
  const keyOf = (value: Readonly<Record<string, unknown>>): string =>
    parts.map((part) => textOf(value[part])).join('/')
  const ids = new Map(live.map((row) => [keyOf(row), row['id']!]))
  const itemOf = (value: UserRelationValue, code: string, words: string): BoardItem => ({
    value,
    code,
    name: words,
    id: ids.get(keyOf(value)) ?? null,
  })
  const groups = new Map<string, BoardGroup>()
  for (const one of known.slice(0, valuesMax)) {
    const key = `${one.companyCode}/${one.groupCode}`
    let group = groups.get(key)
    if (group === undefined) {
      const all = allOf(session, name, one)
      group = {
        code: one.groupCode,
        name: one.groupName,
        all: all === null ? null : itemOf(all, allValues, ''),
        items: [],
      }
      groups.set(key, group)
    }
    group.items.push(itemOf(valueOf(one), one.code, one.name))
  }
  const shown = [...groups.values()]
  const isShown = new Set(
    shown.flatMap(({ all, items }) =>
      (all === null ? items : [all, ...items]).map(({ value }) => keyOf(value)),
    ),
  )
  // What is granted for all of a company, or of a place that is not in use any more; others' companies are not shown.
  const wider = live.filter(
    (row) =>
      !isShown.has(keyOf(row)) &&
      (session.isAdmin ||
        row['companyCode'] === undefined ||
        session.scope.companyCodes.includes(row['companyCode'])),
  )
  const rest = wider.map((row) => {
    const value: UserRelationValue = Object.fromEntries(
      parts.map((part) => [part, fieldOf(row, part)]),
    )
    return itemOf(value, describeRelation(name, value), '')
  })
  const first: BoardGroup[] =
    rest.length === 0 || known.length > valuesMax
      ? []
      : [{ code: '', name: '', all: null, items: rest, isWider: true }]
  return { groups: [...first, ...shown], isCut: known.length > valuesMax }
}

/** The value that means everything of a group, for those who may see all of it; null for others. */
function allOf(
  { isAdmin, scope }: Session,
  name: UserRelationName,
  { companyCode, plant, storageLocation }: Known,
): UserRelationValue | null {
  const holds = (allowed: readonly string[] | null) => isAdmin || allowed === null
  if (name === 'plant') return holds(scope.plants) ? { companyCode, plant: '' } : null
  if (name === 'storage-location')
    return holds(scope.storageLocations) ? { companyCode, plant, storageLocation: allValues } : null
  if (name === 'material-group')
    return holds(scope.materialGroups) ? { materialGroup: allValues } : null
  if (name === 'picking-unit')
    return holds(scope.pickingUnits) ? { companyCode, pickingUnit: allValues } : null
  // A storage location is within the scope as a whole.
  if (name === 'bin-area')
    return { companyCode, plant, storageLocation: storageLocation ?? '', area: allValues }
  return null
}
