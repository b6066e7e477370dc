import type { Filter } from '@kufang/contract/document/api.ts'
import type { Field, Fields } from '@kufang/contract/document/declare/field.ts'
import { isEmptyValue } from './entered-value.ts'

/** A range with optional ends. */
export interface FilterRange {
  from: string | null
  to: string | null
}

/** The values of the filter bar by field: a text, texts, a range or a flag. */
export type FilterValues = Readonly<Record<string, unknown>>

/** The kind of filter for a field. */
export type FilterShape = 'text' | 'choices' | 'reference' | 'dates' | 'numbers' | 'flag'

export function filterShape(field: Field, hasStates: boolean): FilterShape {
  if (hasStates) return 'choices'
  switch (field.kind) {
    case 'choice':
      return 'choices'
    case 'reference':
      return 'reference'
    case 'date':
    case 'instant':
      return 'dates'
    case 'quantity':
    case 'money':
    case 'integer':
    case 'decimal':
      return 'numbers'
    case 'flag':
      return 'flag'
    case 'text':
    case 'list':
    case 'serialNumbers':
      return 'text'
  }
}

export function isRange(value: unknown): value is FilterRange {
  return typeof value === 'object' && value !== null && 'from' in value && 'to' in value
}

/** Whether a value restricts the list. */
export function isActiveFilter(value: unknown): boolean {
  if (isRange(value)) return value.from !== null || value.to !== null
  return !isEmptyValue(value)
}

/** The filters sent to the server; days become instants in the user's time zone. */
export function toFilters(fields: Fields, values: FilterValues): Filter[] {
  return Object.entries(values).flatMap(([name, value]): Filter[] => {
    const field = fields[name]
    if (field === undefined || !isActiveFilter(value)) return []
    if (isRange(value)) return rangeFilters(name, field, value)
    if (Array.isArray(value)) return [{ field: name, operator: 'in', value }]
    if (['text', 'list', 'serialNumbers'].includes(field.kind)) {
      return [{ field: name, operator: 'contains', value: String(value).trim() }]
    }
    return [{ field: name, operator: 'eq', value }]
  })
}

function rangeFilters(name: string, field: Field, range: FilterRange): Filter[] {
  const isInstant = field.kind === 'instant'
  const from = range.from === null ? null : isInstant ? startOfDay(range.from) : range.from
  const to = range.to === null ? null : isInstant ? endOfDay(range.to) : range.to
  if (from !== null && to !== null) return [{ field: name, operator: 'between', value: [from, to] }]
  if (from !== null) return [{ field: name, operator: 'gte', value: from }]
  return to === null ? [] : [{ field: name, operator: 'lte', value: to }]
}

function startOfDay(day: string): string {
  return new Date(`${day}T00:00:00`).toISOString()
}

function endOfDay(day: string): string {
  return new Date(`${day}T23:59:59.999`).toISOString()
}
