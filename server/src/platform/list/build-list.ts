import type { ListRequest, Sort } from '@kufang/contract/document/api.ts'
import { fieldOf, firstOf } from '@kufang/kernel/present.ts'
import type { Planning, Row } from '../database/database.ts'
import type { ListColumn } from './column-type.ts'
import { columnType, comparableSql, isList } from './column-type.ts'
import { orderWithinDays } from './few-days.ts'
import type { OrderColumn, Position } from './keyset.ts'
import { afterSql, orderSql, readCursor, writeCursor } from './keyset.ts'
import { groupList } from './group-list.ts'
import { all, findColumn, readConditions } from './list-conditions.ts'
import type { ListOptions } from './list-options.ts'
import { orderName, refuseInput } from './refuse-input.ts'

export interface ListPage {
  rows: Row[]
  nextCursor: string | null
}

export interface BuiltList {
  text: string
  values: unknown[]
  /** Of both statements: what is searched for decides about the best way to it. */
  planning: Planning
  /** The result of `text`, without the extra row that indicates a next page. */
  readPage(rows: readonly Row[]): ListPage
  /** One row `{ total }` of up to `countLimit + 1` rows. */
  countText: string
  /**
   * The same with the sums by field, if totals are requested: the totals of the list only if it has no more rows. It joins
   * what they need, such as the unit of each material.
   */
  totalsText: string
  /** Of both. */
  countValues: unknown[]
  /** The fields that have sums. */
  totalled: readonly string[]
}

/** Counting and adding up stop here, because they cost as much as reading the rows. */
export const countLimit = 10_000

const sizeDefault = 50
const sortsMax = 5
/** Above this number of partition values, merging costs more than it saves. */
const partsMax = 16
/**
 * Names of hidden columns with the sort position of a row, where its fields do not contain it; no field has such a
 * name.
 */
const positionName = (index: number) => `#${index}`

/**
 * Builds the statements of a list: a page of rows, the count and the totals, with filters, search, scope and order. A
 * pure function. The only parts of the request used in the SQL text are names looked up in `columns`.
 * @throws `column-unknown`, `input-invalid`
 */
export function buildList(given: ListOptions): BuiltList {
  const options = given.grouping === undefined ? given : groupList(given, given.grouping)
  const { columns, request } = options
  const where = readConditions(options)
  const order = readOrder(options)
  const size = readSize(request, options.sizeMax)

  const values = [...where.values]
  const conditions = [...where.conditions]
  if (request.cursor !== undefined && request.cursor !== null) {
    const position = readCursor(order, request.cursor)
    conditions.push(afterSql(order, position, (value) => `$${values.push(value)}`))
  }
  const selected = [
    ...Object.entries(columns).map(([field, column]) => `${column.sql} as "${checkedName(field)}"`),
    ...Object.entries(options.unlisted ?? {}).map(
      ([field, sql]) => `${sql} as "${checkedName(field)}"`,
    ),
    ...order.flatMap(({ column }, index) =>
      isExact(column) ? [] : [`(${comparableSql(column)})::text as "${positionName(index)}"`],
    ),
  ]
  const from = `from ${options.from}`
  const isDistributed = options.isDistributed === true
  const block = ({ condition, placed }: Part) =>
    placed(
      `select ${selected.join(', ')} ${from} where ${all([...conditions, ...condition])} order by ${orderSql(orderWithinDays(order, request.filters ?? [], columns))} limit ${size + 1}`,
    )
  const parts = partsOf(options, values)
  const countValues = [...where.values]
  // Elsewhere one condition for all is as fast.
  const countedParts = isDistributed
    ? partsOf(options, countValues)
    : [wholePart(options.partition, countValues)]
  const counting = countingOf(
    options,
    countedParts.map(
      ({ condition, placed }) =>
        (read: string, limit: number) =>
          placed(countedIn(options, read, [...where.conditions, ...condition]) + ` limit ${limit}`),
    ),
  )
  return {
    text:
      parts.length === 1
        ? block(firstOf(parts))
        : merged(parts.map(block), order, size, isDistributed),
    values: parts.length === 0 ? [] : values,
    planning: isSearch(request) ? 'anew' : 'once',
    readPage: (rows) => readPage(rows, order, size),
    countText: counting.countText,
    totalsText: counting.totalsText,
    countValues: parts.length === 0 ? [] : countValues,
    totalled: counting.totalled,
  }
}

/** The rows to count, read from as few tables as their conditions need. */
function countedIn(
  { from, alone, partition, isDistributed }: ListOptions,
  read: string,
  conditions: readonly string[],
): string {
  const whole = `select ${read} from ${from} where ${all(conditions)}`
  // Citus is told of the machine of the rows by the table that they are joined to.
  if (alone === undefined || partition === undefined || isDistributed === true) return whole
  const own = conditions.map((one) => one.replaceAll(partition.sql, alone.partition))
  const isNeeded = new RegExp(`\\b${alone.without}\\.`)
  if ([read, ...own].some((text) => isNeeded.test(text))) return whole
  return `select ${read} from ${alone.from} where ${all(own)}`
}

/** Whether its conditions have values of the request. */
const isSearch = ({ filters = [], search = '', parameters }: ListRequest): boolean =>
  filters.length > 0 || search !== '' || parameters !== undefined

/** The statements that count rows, and count them and add up their totalled columns, up to the limit. */
function countingOf(
  { columns, unit, request, countMax = countLimit }: ListOptions,
  parts: readonly ((read: string, limit: number) => string)[],
): { countText: string; totalsText: string; totalled: string[] } {
  const read: string[] = []
  const inner = (sql: string) => `c${read.push(sql) - 1}`
  const totalled = Object.keys(columns).filter(
    (field) => request.withTotals === true && fieldOf(columns, field).isTotalled === true,
  )
  const rowUnit = totalled.length > 0 && unit !== undefined ? inner(unit) : undefined
  const sums = totalled.map((field) => {
    const column = fieldOf(columns, field)
    const { unitField } = column
    const own = unitField === undefined ? rowUnit : inner(columns[unitField]?.sql ?? 'null')
    return `${totalOf(column, inner(column.sql), own)} as "${field}"`
  })
  const total = 'count(*) as total'
  const countText = ofParts(parts, ['1 as one'], [total], countMax + 1)
  if (countText === null) {
    const none = totalled.map((field) => noneOf(field, fieldOf(columns, field)))
    return {
      countText: 'select 0 as total',
      totalsText: `select ${['0 as total', ...none].join(', ')}`,
      totalled,
    }
  }
  if (sums.length === 0) return { countText, totalsText: countText, totalled }
  const named = read.map((sql, index) => `${sql} as c${index}`)
  return { countText, totalsText: ofParts(parts, named, [total, ...sums], countMax + 1)!, totalled }
}

/** Figures of the rows of all parts of a list, up to a limit; null if it has no parts. */
function ofParts(
  parts: readonly ((read: string, limit: number) => string)[],
  read: readonly string[],
  figures: readonly string[],
  limit: number,
): string | null {
  const texts = parts.map((part) => part(read.join(', '), limit))
  if (texts.length === 0) return null
  if (texts.length === 1) return `select ${figures.join(', ')} from (${firstOf(texts)}) counted`
  const rows = texts.map((_text, index) => `select * from part_${index}`).join(' union all ')
  return `with ${texts.map((text, index) => `part_${index} as materialized (${text})`).join(', ')} select ${figures.join(', ')} from (${rows}) counted`
}

/**
 * The sum of a column, which the counting names `value`, over all rows. Quantities of different units cannot be summed;
 * the total is then null. Rows without a unit of their own, as the second unit of a material, do not count there.
 */
function totalOf(column: ListColumn, value: string, unit: string | undefined): string {
  const sum = `coalesce(sum(${value}), 0)`
  if (column.kind !== 'quantity') return sum
  if (column.unitField !== undefined) {
    const own = `nullif(${unit ?? 'null'}, '')`
    return `case when min(${own}) = max(${own}) then sum(${value}) end`
  }
  return unit === undefined
    ? sum
    : `case when min(${unit}) is not distinct from max(${unit}) then ${sum} end`
}

/** A total over no rows, as `totalOf` has it. */
const noneOf = (field: string, { unitField }: ListColumn): string =>
  `${unitField === undefined ? '0' : 'null'}::numeric as "${field}"`

/** The rows of one value of the partition, or of all. */
interface Part {
  condition: string[]
  /**
   * A text about these rows. On Citus the value stands wherever the text compares with the column: only then does Citus
   * know of the subqueries that they belong to the same machine, where a statement may be anything.
   */
  placed: (text: string) => string
}

const unplaced = (text: string) => text

/** Each value of the partition; a single part if the list is not partitioned, none if a filter excludes all on Citus. */
function partsOf(options: ListOptions, values: unknown[]): Part[] {
  const { partition, isDistributed = false } = options
  if (partition === undefined) return [{ condition: [], placed: unplaced }]
  const unique = isDistributed ? wantedParts(options, partition) : [...new Set(partition.values)]
  if (unique.length === 0) return isDistributed ? [] : [{ condition: ['false'], placed: unplaced }]
  if (unique.length > partsMax) return [wholePart(partition, values)]
  const { sql } = partition
  const compared = new RegExp(`= ${sql.replaceAll('.', '\\.')}(?!\\w)`, 'g')
  return unique.map((value) => {
    const bound = `$${values.push(value)}::text`
    return {
      condition: [`${sql} = ${bound}`],
      placed: isDistributed ? (text) => text.replaceAll(compared, () => `= ${bound}`) : unplaced,
    }
  })
}

/** The values that no filter excludes: Citus plans a part without any row in another way, which may fail. */
function wantedParts(
  { columns, request }: ListOptions,
  partition: NonNullable<ListOptions['partition']>,
): string[] {
  const wanted = (request.filters ?? []).flatMap(({ field, operator, value }) => {
    const isOfPart = columns[field]?.sql === partition.sql
    if (isOfPart && operator === 'eq') return [[value]]
    return isOfPart && operator === 'in' && Array.isArray(value) ? [value] : []
  })
  return [...new Set(partition.values)].filter((one) =>
    wanted.every((values) => values.includes(one)),
  )
}

function wholePart(partition: ListOptions['partition'], values: unknown[]): Part {
  if (partition === undefined) return { condition: [], placed: unplaced }
  const unique = [...new Set(partition.values)]
  return {
    condition: [`${partition.sql} = any($${values.push(unique)}::text[])`],
    placed: unplaced,
  }
}

/**
 * Merges the first rows of all partitions; each contributes a full page. On Citus each is a statement to one machine,
 * which can be anything that PostgreSQL can do; a union over several must be joined by company in every subquery.
 */
function merged(
  blocks: readonly string[],
  order: readonly OrderColumn[],
  size: number,
  isDistributed: boolean,
): string {
  if (blocks.length === 0) return 'select 1 where false'
  const named = order.map((item) => ({
    ...item,
    column: { ...item.column, sql: `part."${item.field}"` },
  }))
  const apart = blocks.map((block, index) => `part_${index} as materialized (${block})`)
  const union = isDistributed
    ? blocks.map((_block, index) => `select * from part_${index}`)
    : blocks.map((block) => `(${block})`)
  return `${isDistributed ? `with ${apart.join(', ')} ` : ''}select * from (${union.join(' union all ')}) part order by ${orderSql(named)} limit ${size + 1}`
}

/** Values of columns whose own field contains the sort position. */
type Placed = string | number | boolean | null

/**
 * Whether a row's own field contains its exact sort position: an instant has lost its microseconds, a list is not a
 * text.
 */
const isExact = (column: ListColumn) => !isList(column) && columnType(column) !== 'timestamptz'

/**
 * The requested order, followed by the key in the direction of its last column, so that one index can serve it, and by what
 * ascends, which needs no more than sorting a few rows of equal keys.
 */
function readOrder(options: ListOptions): OrderColumn[] {
  const wanted = options.request.sort ?? []
  if (wanted.length > sortsMax)
    throw refuseInput('sort', `最多按 ${sortsMax} 列排序`, `at most ${sortsMax} columns`, orderName)
  const order: OrderColumn[] = []
  const add = (field: string, direction: Sort['direction'], isKey: boolean) => {
    if (order.some((present) => present.field === field)) return
    const column = findColumn(options.columns, field)
    order.push({ field, direction, column: isKey ? { ...column, isNotNull: true } : column })
  }
  for (const { field, direction } of wanted.length > 0 ? wanted : options.defaultSort) {
    if (direction !== 'asc' && direction !== 'desc')
      throw refuseInput(field, '排序方向应为 asc 或 desc', 'the direction is asc or desc')
    add(field, direction, options.key.includes(field))
  }
  const tail = order.at(-1)?.direction ?? 'asc'
  for (const field of options.key)
    add(field, options.ascending?.includes(field) === true ? 'asc' : tail, true)
  return order
}

function readSize(request: ListRequest, sizeMax: number): number {
  const size = request.size ?? Math.min(sizeDefault, sizeMax)
  if (!Number.isInteger(size) || size < 1)
    throw refuseInput('size', '每页行数应为正整数', 'the size is a whole number above 0')
  return Math.min(size, sizeMax)
}

function readPage(rows: readonly Row[], order: readonly OrderColumn[], size: number): ListPage {
  const shown = rows.slice(0, size)
  const last = shown.at(-1)
  const position: Position =
    last === undefined
      ? []
      : order.map(({ field, column }, index) => {
          const value = last[isExact(column) ? field : positionName(index)] as Placed
          return value === null ? null : String(value)
        })
  const hidden = order.flatMap(({ column }, index) =>
    isExact(column) ? [] : [positionName(index)],
  )
  return {
    rows: hidden.length === 0 ? shown : shown.map((row) => without(row, hidden)),
    nextCursor: rows.length > size ? writeCursor(order, position) : null,
  }
}

function without(row: Row, hidden: readonly string[]): Row {
  const visible: Row = {}
  for (const field in row) if (!hidden.includes(field)) visible[field] = row[field]
  return visible
}

function checkedName(field: string): string {
  if (!/^[a-z][A-Za-z0-9]*$/.test(field))
    throw new Error(`a list column must be named in camelCase: ${field}`)
  return field
}
