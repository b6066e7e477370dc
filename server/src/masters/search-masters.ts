import { inCodeForm } from '@kufang/contract/document/code-form.ts'
import type { Filter } from '@kufang/contract/document/api.ts'
import type { AnyMaster } from '@kufang/contract/document/declare/define-master.ts'
import { hasValidity } from '@kufang/contract/document/declare/validity.ts'
import { lastOf } from '@kufang/kernel/present.ts'
import type { Queryable, Row } from '../platform/database/database.ts'
import { buildList } from '../platform/list/build-list.ts'
import { likeForm } from '../platform/list/filter-sql.ts'
import type { ListColumn } from '../platform/list/column-type.ts'
import { performanceOf, performerSql } from './performers.ts'
import type { Session } from '../platform/session/session.ts'
import { masterScope } from './master-scope.ts'
import { offeredColumns } from './offered-columns.ts'
import {
  columnOf,
  masterRow,
  masterSource,
  pinyinField,
  validityField,
  visibleMasterColumns,
} from './master-table.ts'

export interface MasterSearch {
  text: string
  size?: number | undefined
  /**
   * Only rows of this organisation, such as the bins of one storage location; of users those who may perform an act
   * (`mayPerform`: `document.action`) at its plant.
   */
  narrow?: Readonly<Record<string, string>> | undefined
  /** Only these codes, including disabled and expired ones: to read the names of codes shown on a page. */
  codes?: readonly string[] | undefined
}

export const searchSizeMax = 200

/** The scope of users, narrowed to those who may perform an act. */
function withPerformers(
  scope: { sql: string; values: unknown[] },
  narrow: Readonly<Record<string, string>> = {},
): { sql: string; values: unknown[] } {
  const { mayPerform, companyCode = '', plant = '' } = narrow
  if (mayPerform === undefined) return scope
  const values = [...scope.values]
  const bind = (value: unknown) => `$${values.push(value)}`
  const place = { companyCode, plant }
  const performs = performerSql('m.id', performanceOf(mayPerform), place, bind)
  return { sql: `(${scope.sql}) and ${performs}`, values }
}

/** Storage locations are offered under the name and in the order of their display (库位显示配置), if they are. */
const shownLocations = {
  from: `storage_location m left join storage_location_display d on d.company_code = m.company_code and d.plant = m.plant
    and d.storage_location = m.storage_location and d.is_active`,
  columns: (known: Readonly<Record<string, ListColumn>>): Record<string, ListColumn> => {
    // What is shown is not in the joint text of the table, which has few rows.
    const { searchText: _text, ...name } = known['name']!
    return {
      name: { ...name, sql: `coalesce(nullif(d.display_name, ''), m.name)` },
      displayOrder: { sql: 'coalesce(d.display_order, 101)', kind: 'integer', isNotNull: true },
      isShown: { sql: 'coalesce(d.is_shown, true)', kind: 'flag', isNotNull: true },
    }
  },
}

/**
 * Search for pickers: active rows valid today whose code, initials, name, specification or drawing number contain every
 * word of the text. The exact code comes first, then codes, initials and names that begin with it. A row has the columns
 * that the person may be given (`offeredColumns`).
 */
export async function searchMasters(
  queryable: Queryable,
  session: Session,
  definition: AnyMaster,
  search: MasterSearch,
): Promise<Row[]> {
  const code = lastOf(definition.key)
  const text = inCodeForm('filled', search.text)
  const beginning = `${likeForm(search.text.trim())}%`
  // These parameters come first, so that the rank expression can refer to them.
  const rank = `case when upper(${columnOf(code)}::text) = $1::text then 0
    when search_form(${columnOf(code)}::text) like $2::text then 1
    when search_form(${columnOf(pinyinField)}) like $2::text then 2
    when search_form(${columnOf(definition.display)}) like $2::text then 3 else 4 end`
  const filters: Filter[] = []
  if (search.codes === undefined) {
    filters.push({ field: 'isActive', operator: 'eq', value: true })
    if (hasValidity(definition)) filters.push({ field: validityField, operator: 'eq', value: true })
  } else filters.push({ field: code, operator: 'in', value: [...search.codes] })
  const offered = offeredColumns(definition, session)
  const mayUse = (field: string) => offered === null || offered.has(field)
  for (const [field, value] of Object.entries(search.narrow ?? {})) {
    // The place restricts only masters that have it.
    if (value !== '' && Object.hasOwn(definition.fields, field) && mayUse(field))
      filters.push({ field, operator: 'eq', value })
  }
  const shown = definition.name === 'storage-location' ? shownLocations : null
  if (shown !== null && search.codes === undefined)
    filters.push({ field: 'isShown', operator: 'eq', value: true })
  const known = visibleMasterColumns(definition, session)
  const built = buildList({
    from: shown?.from ?? masterSource(definition),
    values: [text, beginning],
    columns: {
      ...known,
      ...shown?.columns(known),
      searchRank: { sql: rank, kind: 'integer', isNotNull: true },
    },
    key: definition.key,
    // Who is not given a column does not find out its values by searching either.
    search: [...definition.search.filter(mayUse), pinyinField],
    request: { search: search.text, filters, size: search.size ?? 20 },
    scope: withPerformers(masterScope(definition, session), search.narrow),
    defaultSort: [
      { field: 'searchRank', direction: 'asc' },
      ...(shown === null ? [] : [{ field: 'displayOrder', direction: 'asc' as const }]),
    ],
    sizeMax: searchSizeMax,
  })
  const { rows } = built.readPage(await queryable.query(built.text, built.values, built.planning))
  return rows.map(({ searchRank: _rank, displayOrder: _order, isShown: _shown, ...row }) => {
    const found = masterRow(definition, row)
    if (offered === null) return found
    return Object.fromEntries(
      Object.entries(found).filter(([column]) => column === 'isActive' || offered.has(column)),
    )
  })
}
