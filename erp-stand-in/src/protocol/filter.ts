import { initialValue } from './edm.ts'
import type { Property, Row, Value } from './edm.ts'
import { readLiteral, literalValue } from './literal.ts'
import type { Literal } from './literal.ts'
import { ODataError } from './odata-error.ts'

/** A parsed filter, and the equalities that every match must satisfy (for an index). */
export interface Filter {
  matches(row: Row): boolean
  readonly equalities: readonly (readonly [column: string, value: Value])[]
}

type Expression =
  | { readonly kind: 'property'; readonly property: Property }
  | { readonly kind: 'literal'; readonly literal: Literal }
  | { readonly kind: 'computed'; readonly evaluate: (row: Row) => Value }

interface Condition {
  readonly matches: (row: Row) => boolean
  readonly equalities: readonly (readonly [string, Value])[]
}

type Operator = 'eq' | 'ne' | 'gt' | 'ge' | 'lt' | 'le'

/** Parses `$filter`; throws 400 for what the gateway would not accept either. */
export function parseFilter(text: string, properties: ReadonlyMap<string, Property>): Filter {
  const parser = new FilterParser(text, properties)
  return parser.parseAll()
}

class FilterParser {
  private rest: string
  private readonly properties: ReadonlyMap<string, Property>

  constructor(text: string, properties: ReadonlyMap<string, Property>) {
    this.rest = text.trim()
    this.properties = properties
  }

  parseAll(): Filter {
    const condition = this.parseOr()
    if (this.rest !== '') throw syntaxError(this.rest)
    return condition
  }

  private parseOr(): Condition {
    let left = this.parseAnd()
    while (this.take(/^or(?=[\s(])/i)) {
      const [first, second] = [left.matches, this.parseAnd().matches]
      left = { matches: (row) => first(row) || second(row), equalities: [] }
    }
    return left
  }

  private parseAnd(): Condition {
    let left = this.parseNot()
    while (this.take(/^and(?=[\s(])/i)) {
      const right = this.parseNot()
      const [first, second] = [left.matches, right.matches]
      left = {
        matches: (row) => first(row) && second(row),
        equalities: [...left.equalities, ...right.equalities],
      }
    }
    return left
  }

  private parseNot(): Condition {
    if (this.take(/^not(?=[\s(])/i)) {
      const { matches } = this.parseNot()
      return { matches: (row) => !matches(row), equalities: [] }
    }
    if (this.take(/^\(/)) {
      const inner = this.parseOr()
      if (!this.take(/^\)/)) throw syntaxError(this.rest)
      return inner
    }
    return this.parseComparison()
  }

  private parseComparison(): Condition {
    const left = this.parseOperand()
    const operator = this.take(/^(eq|ne|gt|ge|lt|le)(?=\s)/i)?.toLowerCase() as Operator | undefined
    if (operator === undefined) {
      const evaluate = evaluator(left, null)
      return { matches: (row) => evaluate(row) === true, equalities: [] }
    }
    const right = this.parseOperand()
    const typed = left.kind === 'property' ? left.property : propertyOf(right)
    const first = evaluator(left, typed)
    const second = evaluator(right, typed)
    const numeric = typed?.kind === 'decimal'
    const equalities: (readonly [string, Value])[] = []
    if (operator === 'eq' && left.kind === 'property' && right.kind === 'literal' && !numeric) {
      equalities.push([left.property.name, literalValue(left.property, right.literal)])
    }
    return {
      matches: (row) => holds(operator, first(row), second(row), numeric),
      equalities,
    }
  }

  private parseOperand(): Expression {
    const called = /^([a-z]+)\(/i.exec(this.rest)
    if (called !== null) return this.parseCall(called[1] ?? '')
    const read = readLiteral(this.rest)
    if (read !== null) {
      this.rest = this.rest.slice(read.length).trimStart()
      return { kind: 'literal', literal: read.literal }
    }
    const name = this.take(/^[A-Za-z_]\w*/)
    if (name === undefined) throw syntaxError(this.rest)
    const property = this.properties.get(name)
    if (property === undefined) {
      throw new ODataError(
        400,
        '005056A509B11EE1B9A8FEC11C21578E',
        `Invalid Expression Detected: property '${name}' not found`,
      )
    }
    return { kind: 'property', property }
  }

  private parseCall(name: string): Expression {
    this.rest = this.rest.slice(name.length + 1).trimStart()
    const arguments_: Expression[] = [this.parseOperand()]
    while (this.take(/^,/)) arguments_.push(this.parseOperand())
    if (!this.take(/^\)/)) throw syntaxError(this.rest)
    const values = arguments_.map((argument) => evaluator(argument, null))
    const text = (index: number, row: Row) => String(values[index]?.(row) ?? '')
    const number = (index: number, row: Row) => Number(values[index]?.(row) ?? 0)
    const computed = (evaluate: (row: Row) => Value): Expression => ({ kind: 'computed', evaluate })
    switch (name.toLowerCase()) {
      case 'substringof':
        return computed((row) => text(1, row).includes(text(0, row)))
      case 'startswith':
        return computed((row) => text(0, row).startsWith(text(1, row)))
      case 'endswith':
        return computed((row) => text(0, row).endsWith(text(1, row)))
      case 'tolower':
        return computed((row) => text(0, row).toLowerCase())
      case 'toupper':
        return computed((row) => text(0, row).toUpperCase())
      case 'trim':
        return computed((row) => text(0, row).trim())
      case 'concat':
        return computed((row) => text(0, row) + text(1, row))
      case 'length':
        return computed((row) => text(0, row).length)
      case 'indexof':
        return computed((row) => text(0, row).indexOf(text(1, row)))
      case 'substring':
        return computed((row) => {
          const from = number(1, row)
          const to = arguments_.length > 2 ? from + number(2, row) : undefined
          return text(0, row).slice(from, to)
        })
      default:
        throw new ODataError(400, '/IWBEP/CM_MGW_RT/177', `Unknown function '${name}' in filter`)
    }
  }

  private take(pattern: RegExp): string | undefined {
    const match = pattern.exec(this.rest)
    if (match === null) return undefined
    this.rest = this.rest.slice(match[0].length).trimStart()
    return match[0]
  }
}

function propertyOf(expression: Expression): Property | null {
  return expression.kind === 'property' ? expression.property : null
}

function evaluator(expression: Expression, typed: Property | null): (row: Row) => Value {
  switch (expression.kind) {
    case 'property': {
      const { name } = expression.property
      const initial = initialValue(expression.property)
      return (row) => row[name] ?? initial
    }
    case 'literal': {
      const value =
        typed === null ? untyped(expression.literal) : literalValue(typed, expression.literal)
      return () => value
    }
    case 'computed':
      return expression.evaluate
    default:
      return expression satisfies never
  }
}

function untyped(literal: Literal): Value {
  if (literal.form === 'boolean') return literal.text === 'true'
  if (literal.form === 'number') return Number(literal.text)
  return literal.form === 'null' ? null : literal.text
}

function holds(operator: Operator, left: Value, right: Value, numeric: boolean): boolean {
  if (operator === 'eq') return numeric ? Number(left) === Number(right) : left === right
  if (operator === 'ne') return numeric ? Number(left) !== Number(right) : left !== right
  if (left === null || right === null) return false
  const order = compareValues(left, right, numeric)
  switch (operator) {
    case 'gt':
      return order > 0
    case 'ge':
      return order >= 0
    case 'lt':
      return order < 0
    case 'le':
      return order <= 0
    default:
      return operator satisfies never
  }
}

/** Compares two values of a column; decimals by value, others as stored. */
export function compareValues(left: Value, right: Value, numeric: boolean): number {
  if (left === right) return 0
  if (left === null) return -1
  if (right === null) return 1
  if (numeric) return Number(left) - Number(right)
  return left < right ? -1 : 1
}

function syntaxError(rest: string): ODataError {
  const text = `Invalid filter expression near '${rest.slice(0, 40)}'`
  return new ODataError(400, '/IWBEP/CM_MGW_RT/177', text)
}
