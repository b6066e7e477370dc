import { addAll } from '@kufang/kernel/add-all.ts'
import type { z } from 'zod'
import { problemsMax, type RefusalDetail } from '@kufang/kernel/refusal.ts'

/** The parts of a zod schema that decide its shape. */
type Definition = z.core.$ZodType['_zod']['def'] & {
  shape?: Readonly<Record<string, z.core.$ZodType>>
  catchall?: z.core.$ZodType
  element?: z.core.$ZodType
  innerType?: z.core.$ZodType
  valueType?: z.core.$ZodType
  options?: readonly z.core.$ZodType[]
  items?: readonly z.core.$ZodType[]
  in?: z.core.$ZodType
}

/** A name that the schema does not have, or a list with more items than it permits. */
export interface ShapeProblem {
  path: readonly (string | number)[]
  zh: string
  en: string
}

/**
 * What of a body or query its schema does not describe: names that no object of it has, and lists that are too long, at
 * most `problemsMax` of them. A misspelt name would otherwise be ignored, and the call would do something else than it
 * was asked. The validator checks the values; it does so afterwards, because it looks at each item of a list before it
 * counts them.
 */
export function shapeProblems(schema: z.core.$ZodType, value: unknown): ShapeProblem[] {
  const problems: ShapeProblem[] = []
  walk(schema, value, [], problems)
  return problems
}

function walk(
  schema: z.core.$ZodType | undefined,
  value: unknown,
  path: readonly (string | number)[],
  problems: ShapeProblem[],
): void {
  if (schema === undefined || typeof value !== 'object' || value === null) return
  if (problems.length >= problemsMax) return
  const definition = schema._zod.def as Definition
  const type: string = definition.type
  switch (type) {
    case 'object':
      walkObject(definition, value as Record<string, unknown>, path, problems)
      return
    case 'array': {
      if (!Array.isArray(value)) return
      const maximum = itemsMaxOf(definition)
      if (value.length > maximum) {
        const [zh, en] = [`最多 ${maximum} 项`, `at most ${maximum} items`]
        problems.push({ path, zh, en })
        return
      }
      for (const [index, item] of value.entries())
        walk(definition.element, item, [...path, index], problems)
      return
    }
    case 'record':
      if (Array.isArray(value)) return
      for (const [name, item] of Object.entries(value))
        walk(definition.valueType, item, [...path, name], problems)
      return
    case 'union':
      walkUnion(definition.options ?? [], value, path, problems)
      return
    case 'pipe':
      // What a schema transforms first has no shape of its own.
      walk(definition.in, value, path, problems)
      return
    default:
      if (definition.innerType !== undefined) walk(definition.innerType, value, path, problems)
  }
}

function walkObject(
  { shape = {}, catchall }: Definition,
  value: Readonly<Record<string, unknown>>,
  path: readonly (string | number)[],
  problems: ShapeProblem[],
): void {
  if (Array.isArray(value)) return
  for (const [name, item] of Object.entries(value)) {
    if (problems.length >= problemsMax) return
    const field = Object.hasOwn(shape, name) ? shape[name] : undefined
    if (field !== undefined) walk(field, item, [...path, name], problems)
    else if (catchall === undefined)
      problems.push({ path: [...path, name], zh: '没有此字段', en: 'there is no such field' })
  }
}

/** The longest list that the schema permits. */
function itemsMaxOf({ checks = [] }: Definition): number {
  const limits = checks.flatMap((check) => {
    const { check: kind, maximum } = check._zod.def as { check: string; maximum?: number }
    return kind === 'max_length' && maximum !== undefined ? [maximum] : []
  })
  return Math.min(...limits, Number.POSITIVE_INFINITY)
}

/** The option with the fewest problems is the one that was meant. */
function walkUnion(
  options: readonly z.core.$ZodType[],
  value: object,
  path: readonly (string | number)[],
  problems: ShapeProblem[],
): void {
  const found = options
    .filter((option) => takesObjects(option))
    .map((option) => {
      const own: ShapeProblem[] = []
      walk(option, value, path, own)
      return own
    })
  const fewest = found.toSorted((one, other) => one.length - other.length)[0] ?? []
  addAll(problems, fewest)
}

/** Whether an object or list can be of this schema at all; the validator refuses one where a text is wanted. */
function takesObjects(schema: z.core.$ZodType): boolean {
  const { type, innerType, in: first } = schema._zod.def as Definition
  if (type === 'pipe' && first !== undefined) return takesObjects(first)
  if (innerType !== undefined) return takesObjects(innerType)
  return ['object', 'array', 'record', 'union', 'unknown', 'any', 'transform', 'custom'].includes(
    type,
  )
}

/** A problem of the shape as a refusal; `lines.2.quantity` also sets line 3 and field quantity. */
export function placed(
  path: readonly (string | number)[],
  problem: string,
  problemEn: string,
): RefusalDetail {
  const names = path.map(String)
  const detail: RefusalDetail = {
    code: 'input-invalid',
    params: { field: names.join('.'), problem, problemEn },
  }
  const at = names.indexOf('lines')
  const index = at < 0 ? Number.NaN : Number(names[at + 1])
  if (Number.isInteger(index)) detail.line = index + 1
  const field = Number.isInteger(index) ? names.slice(at + 2).join('.') : names.join('.')
  if (field !== '') detail.field = field
  return detail
}
