import { Table } from '../database.ts'
import type { Database, Transaction } from '../database.ts'
import { parseProperties } from './edm.ts'
import type { Property, Row, Value } from './edm.ts'

/** A navigation from one set to another; `join` pairs columns with equal values. */
export interface Navigation {
  readonly name: string
  readonly target: string
  readonly many: boolean
  readonly join: readonly (readonly [here: string, there: string])[]
}

/** Permitted operations besides reading; SAP declares them with sap:creatable and so on. */
export type Ability = 'create' | 'update' | 'delete'

export interface EntitySet {
  readonly service: string
  readonly name: string
  readonly table: Table
  readonly keys: readonly Property[]
  readonly properties: readonly Property[]
  readonly byName: ReadonlyMap<string, Property>
  readonly navigations: ReadonlyMap<string, Navigation>
  readonly abilities: ReadonlySet<Ability>
  /** The column used for the ETag of a row; null if documents never change. */
  readonly versionColumn: string | null
  /** "10.000" instead of "10": both occur in real responses. */
  readonly padDecimals: boolean
}

export interface EntitySetDeclaration {
  readonly name: string
  /** The first `keyCount` properties are the key, in the order used in URLs. */
  readonly properties: string
  readonly keyCount: number
  readonly indexed?: readonly string[]
  readonly navigations?: readonly Navigation[]
  readonly abilities?: readonly Ability[]
  readonly versionColumn?: string
  readonly padDecimals?: boolean
}

export type FunctionResult =
  | { readonly kind: 'entity'; readonly set: string; readonly row: Row }
  | { readonly kind: 'complex'; readonly results: readonly Record<string, Value>[] }

/** A function import: Cancel, EnableForPurchasing... Arguments are decoded literals. */
export interface FunctionImport {
  readonly name: string
  readonly method: 'GET' | 'POST'
  readonly parameters: readonly Property[]
  /** The row that it changes, of which the caller names the version (If-Match). */
  versioned?(arguments_: ReadonlyMap<string, Value>): { set: string; keys: readonly Value[] }
  run(arguments_: ReadonlyMap<string, Value>, context: WriteContext): FunctionResult
}

export interface WriteContext {
  readonly user: string
  readonly language: string
  readonly database: Database
}

/** A validated JSON body: columns, and deep-inserted child rows. */
export interface DeepRow {
  readonly row: Row
  readonly children: ReadonlyMap<string, readonly DeepRow[]>
}

export interface Service {
  readonly name: string
  /** The version in the address (`;v=2`); 1 if it is not named there. */
  readonly version?: number
  readonly sets: ReadonlyMap<string, EntitySet>
  readonly functions: ReadonlyMap<string, FunctionImport>
  /** Creates an entity of a set with the ability; returns the stored row. */
  create?(set: EntitySet, entity: DeepRow, context: WriteContext): Row
  update?(set: EntitySet, row: Row, changed: Row, transaction: Transaction): void
  remove?(set: EntitySet, row: Row, transaction: Transaction): void
}

/** Creates a set and its table from a declaration. */
export function defineEntitySet(
  database: Database,
  service: string,
  declaration: EntitySetDeclaration,
): EntitySet {
  const properties = parseProperties(declaration.properties)
  const keys = properties.slice(0, declaration.keyCount)
  const table = database.add(new Table(`${service}.${declaration.name}`, keys, declaration.indexed))
  const navigations = declaration.navigations ?? []
  return {
    service,
    name: declaration.name,
    table,
    keys,
    properties,
    byName: new Map(properties.map((property) => [property.name, property])),
    navigations: new Map(navigations.map((navigation) => [navigation.name, navigation])),
    abilities: new Set(declaration.abilities),
    versionColumn: declaration.versionColumn ?? null,
    padDecimals: declaration.padDecimals ?? false,
  }
}

/** Creates all sets of a service, by name. */
export function defineEntitySets(
  database: Database,
  service: string,
  declarations: readonly EntitySetDeclaration[],
): Map<string, EntitySet> {
  const sets = declarations.map((each) => defineEntitySet(database, service, each))
  return new Map(sets.map((set) => [set.name, set]))
}

/** A navigation whose columns have the same names on both sides. */
export function navigation(
  name: string,
  target: string,
  many: boolean,
  columns: readonly string[],
): Navigation {
  return { name, target, many, join: columns.map((column) => [column, column] as const) }
}

/** The rows reached by a navigation, in key order. */
export function followNavigation(service: Service, from: Navigation, row: Row): Row[] {
  const target = service.sets.get(from.target)
  if (target === undefined) throw new Error(`no set ${from.target}`)
  const { table } = target
  const wholeKey = table.keys.every((key) => from.join.some(([, there]) => there === key))
  if (wholeKey) {
    const values = table.keys.map((key) => {
      const pair = from.join.find(([, there]) => there === key)
      return row[pair?.[0] ?? ''] ?? ''
    })
    const found = table.byKey(table.keyFrom(values))
    return found === undefined ? [] : [found]
  }
  const indexed = from.join.find(([, there]) => table.isIndexed(there))
  const candidates =
    indexed === undefined ? table.all() : table.where(indexed[1], row[indexed[0]] ?? '')
  return candidates.filter((candidate) =>
    from.join.every(([here, there]) => (row[here] ?? '') === (candidate[there] ?? '')),
  )
}
