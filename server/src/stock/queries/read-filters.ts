import type { Filter } from '@kufang/contract/document/api.ts'
import { refuse } from '@kufang/kernel/refusal.ts'
import type { Queryable } from '../../platform/database/database.ts'
import type { ColumnType } from '../../platform/list/column-type.ts'
import { textOfType } from '../../platform/list/column-type.ts'
import { escapeLike } from '../../platform/list/filter-sql.ts'
import { refuseInput } from '../../platform/list/refuse-input.ts'
import type { RangeFilter, StockFilters, TextFilter } from './stock-filters.ts'

const textFields = [
  'plant',
  'storageLocation',
  'bin',
  'materialNo',
  'materialGroup',
  'batch',
  'specialStockReference',
  'heatNo',
  'mtcNo',
] as const
const closedFields = {
  stockCategory: ['GRB', 'QI', 'UU', 'BL', 'IT'],
  specialStock: ['', 'K', 'Q', 'E', 'O'],
  book: ['ERP', 'ZERO', 'OFF'],
} as const
const rangeFields = {
  quantity: 'numeric',
  reserved: 'numeric',
  frozen: 'numeric',
  available: 'numeric',
  lastMoveAt: 'timestamptz',
  expiryDate: 'date',
  productionDate: 'date',
} as const satisfies Partial<Record<keyof StockFilters, ColumnType>>
/** What of the material master can be filtered by, with its column. */
const materialFields = { description: 'description', specification: 'specification' } as const

const textLengthMax = 200
const valuesMax = 1000

type ClosedField = keyof typeof closedFields
const isOneOf = <Name extends string>(names: readonly Name[], name: string): name is Name =>
  (names as readonly string[]).includes(name)
const namesOf = <Name extends string>(record: Record<Name, unknown>) =>
  Object.keys(record) as Name[]

/**
 * Filters and free search of a request as the ledger's own queries take them, checked so that nothing a
 * person sends can make a statement fail. Words of the search, and filters on what the material is called,
 * become the materials they mean.
 *
 * @throws `column-unknown`, `input-invalid`
 */
export async function readStockFilters(
  queryable: Queryable,
  request: { filters?: readonly Filter[] | undefined; search?: string | undefined },
): Promise<StockFilters> {
  const result: StockFilters = {}
  const named: { column: string; pattern: string }[] = []
  for (const filter of request.filters ?? []) {
    const { field } = filter
    if (isOneOf(textFields, field)) result[field] = both(filter, result[field], readText(filter))
    else if (isOneOf(namesOf(closedFields), field)) readClosed(result, field, filter)
    else if (isOneOf(namesOf(rangeFields), field))
      result[field] = { ...result[field], ...readRange(filter, rangeFields[field]) }
    else if (isOneOf(namesOf(materialFields), field))
      named.push({ column: materialFields[field], pattern: patternOf(filter) })
    else throw refuse('column-unknown', { column: field }, { field })
  }
  const words = (request.search ?? '')
    .trim()
    .split(/\s+/)
    .filter((word) => word !== '')
  if (named.length === 0 && words.length === 0) return result
  const materialNos = await findMaterials(queryable, named, words)
  const known = result.materialNo?.in
  return {
    ...result,
    materialNo: {
      ...result.materialNo,
      in: known === undefined ? materialNos : known.filter((no) => materialNos.includes(no)),
    },
  }
}

/** Two filters on one column must both hold; the ledger takes one of each kind. */
function both(filter: Filter, before: TextFilter | undefined, next: TextFilter): TextFilter {
  const merged: TextFilter = { ...before, ...next }
  if (before?.in !== undefined && next.in !== undefined)
    return { ...merged, in: before.in.filter((value) => next.in!.includes(value)) }
  if (
    (before?.contains !== undefined && next.contains !== undefined) ||
    (before?.startsWith !== undefined && next.startsWith !== undefined)
  )
    throw bad(filter)
  return merged
}

function readText(filter: Filter): TextFilter {
  const { operator, value } = filter
  if (operator === 'eq') return { in: [textOf(filter, value)] }
  if (operator === 'in') return { in: listOf(filter) }
  if (operator === 'contains') return { contains: textOf(filter, value) }
  if (operator === 'startsWith') return { startsWith: textOf(filter, value) }
  if (operator === 'empty') return { in: [''] }
  throw bad(filter)
}

function readClosed(result: StockFilters, field: ClosedField, filter: Filter): void {
  const allowed: readonly string[] = closedFields[field]
  let wanted: readonly string[]
  if (filter.operator === 'eq') wanted = [textOf(filter, filter.value)]
  else if (filter.operator === 'in') wanted = listOf(filter)
  else if (filter.operator === 'empty') wanted = ['']
  else if (filter.operator === 'notEmpty') wanted = allowed.filter((value) => value !== '')
  else throw bad(filter)
  const before: readonly string[] | undefined = result[field]
  const values = wanted.filter(
    (value) => allowed.includes(value) && (before === undefined || before.includes(value)),
  )
  Object.assign(result, { [field]: values })
}

function readRange(filter: Filter, type: ColumnType): RangeFilter {
  const { operator, value } = filter
  const checked = (given: unknown): string => {
    const text = textOfType(type, given)
    if (text === null) throw bad(filter)
    return text
  }
  if (operator === 'eq') return { from: checked(value), to: checked(value) }
  if (operator === 'gte') return { from: checked(value) }
  if (operator === 'lte') return { to: checked(value) }
  if (operator !== 'between' || !Array.isArray(value) || value.length !== 2) throw bad(filter)
  return { from: checked(value[0]), to: checked(value[1]) }
}

function patternOf(filter: Filter): string {
  const text = escapeLike(textOf(filter, filter.value))
  if (filter.operator === 'contains') return `%${text}%`
  if (filter.operator === 'startsWith') return `${text}%`
  if (filter.operator === 'eq') return text
  throw bad(filter)
}

async function findMaterials(
  queryable: Queryable,
  named: readonly { column: string; pattern: string }[],
  words: readonly string[],
): Promise<string[]> {
  const values: unknown[] = []
  const bind = (value: unknown) => `$${values.push(value)}`
  const conditions = [
    ...named.map(({ column, pattern }) => `${column} ilike ${bind(pattern)}`),
    ...words.slice(0, 8).map((word) => {
      if (word.includes('\u0000'))
        throw refuseInput('search', '查询文字无效', 'the search text is not valid')
      const pattern = bind(`%${escapeLike(word)}%`)
      return `(material_no ilike ${pattern} or description ilike ${pattern} or specification ilike ${pattern})`
    }),
  ]
  const rows = await queryable.query<{ materialNo: string }>(
    `select material_no from material where ${conditions.join(' and ')} order by material_no limit ${valuesMax * 5}`,
    values,
  )
  return rows.map((row) => row.materialNo)
}

function textOf(filter: Filter, value: unknown): string {
  const text = textOfType('text', value)
  if (text === null || text.length > textLengthMax) throw bad(filter)
  return text
}

function listOf(filter: Filter): string[] {
  if (!Array.isArray(filter.value) || filter.value.length > valuesMax) throw bad(filter)
  return filter.value.map((value) => textOf(filter, value))
}

function bad(filter: Filter) {
  return refuseInput(filter.field, '筛选方式或筛选值无效', 'the filter or its value is not valid')
}
