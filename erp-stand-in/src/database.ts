import type { Property, Row, Value } from './protocol/edm.ts'

/** Rows of one kind, accessible by key and in key order, with indexes on selected columns. */
export class Table {
  readonly name: string
  readonly keys: readonly string[]
  private readonly widths: readonly number[]
  private readonly rowsByKey = new Map<string, Row>()
  private readonly indexes = new Map<string, Map<string, Set<string>>>()
  private sortedKeys: string[] | null = []

  /** `keyProperties` in key order; all-digit values sort as numbers, like their padded form. */
  constructor(name: string, keyProperties: readonly Property[], indexed: readonly string[] = []) {
    this.name = name
    this.keys = keyProperties.map((property) => property.name)
    this.widths = keyProperties.map((property) =>
      property.form === 'numeric' || property.form === 'alpha' ? property.length : 0,
    )
    for (const column of indexed) this.indexes.set(column, new Map())
  }

  get size(): number {
    return this.rowsByKey.size
  }

  keyOf(row: Row): string {
    return this.keyFrom(this.keys.map((name) => row[name] ?? ''))
  }

  keyFrom(values: readonly Value[]): string {
    let key = ''
    for (let index = 0; index < this.widths.length; index += 1) {
      const text = String(values[index] ?? '')
      const width = this.widths[index] ?? 0
      const padded = width > 0 && /^\d+$/.test(text) ? text.padStart(width, '0') : text
      key += index === 0 ? padded : `\u0001${padded}`
    }
    return key
  }

  byKey(key: string): Row | undefined {
    return this.rowsByKey.get(key)
  }

  /** All rows in key order. */
  all(): Row[] {
    this.sortedKeys ??= [...this.rowsByKey.keys()].toSorted(compareText)
    return this.rowsOf(this.sortedKeys)
  }

  isIndexed(column: string): boolean {
    return this.indexes.has(column)
  }

  /** Rows whose indexed column has this value, in key order. */
  where(column: string, value: Value): Row[] {
    const index = this.indexes.get(column)
    if (index === undefined) throw new Error(`${this.name} has no index on ${column}`)
    const keys = index.get(String(value))
    return keys === undefined ? [] : this.rowsOf([...keys].toSorted(compareText))
  }

  /** Only for the transaction's commit and the replay of the journal. */
  write(key: string, row: Row): void {
    const old = this.rowsByKey.get(key)
    this.rowsByKey.set(key, row)
    if (old === undefined && this.sortedKeys !== null) {
      const last = this.sortedKeys.at(-1)
      if (last === undefined || last < key) this.sortedKeys.push(key)
      else this.sortedKeys = null
    }
    for (const [column, index] of this.indexes) {
      const value = String(row[column] ?? '')
      if (old !== undefined) {
        const oldValue = String(old[column] ?? '')
        if (oldValue === value) continue
        index.get(oldValue)?.delete(key)
      }
      const keys = index.get(value)
      if (keys === undefined) index.set(value, new Set([key]))
      else keys.add(key)
    }
  }

  /** Only for the transaction's commit and the replay of the journal. */
  erase(key: string): void {
    const old = this.rowsByKey.get(key)
    if (old === undefined) return
    this.rowsByKey.delete(key)
    this.sortedKeys = null
    for (const [column, index] of this.indexes) index.get(String(old[column] ?? ''))?.delete(key)
  }

  private rowsOf(keys: readonly string[]): Row[] {
    const rows: Row[] = []
    for (const key of keys) {
      const row = this.rowsByKey.get(key)
      if (row !== undefined) rows.push(row)
    }
    return rows
  }
}

function compareText(a: string, b: string): number {
  return a < b ? -1 : a > b ? 1 : 0
}

/** A change in the journal: table, key, row (null: removed). */
export type Change = readonly [table: string, key: string, row: Row | null]

export interface ChangeLog {
  append(changes: readonly Change[]): void
}

/** All tables; every change goes through a transaction and is logged before it becomes visible. */
export class Database {
  private readonly tables = new Map<string, Table>()
  private log: ChangeLog | null = null
  private lastMoment = 0

  add(table: Table): Table {
    if (this.tables.has(table.name)) throw new Error(`table twice: ${table.name}`)
    this.tables.set(table.name, table)
    return table
  }

  table(name: string): Table {
    const table = this.tables.get(name)
    if (table === undefined) throw new Error(`no table ${name}`)
    return table
  }

  allTables(): Table[] {
    return [...this.tables.values()]
  }

  attachLog(log: ChangeLog): void {
    this.log = log
  }

  /** Applies journalled changes without logging them again. */
  replay(changes: readonly Change[]): void {
    for (const [name, key, row] of changes) {
      const table = this.tables.get(name)
      if (table === undefined) continue
      if (row === null) table.erase(key)
      else table.write(key, row)
    }
  }

  /** Runs the work and commits; an exception discards all changes. */
  transact<T>(work: (transaction: Transaction) => T): T {
    // Strictly increasing timestamps, so that "changed since" never misses a change.
    this.lastMoment = Math.max(Date.now(), this.lastMoment + 1)
    const transaction = new Transaction(this, this.lastMoment)
    const result = work(transaction)
    const changes = transaction.changes()
    if (changes.length > 0) {
      this.log?.append(changes)
      this.replay(changes)
    }
    return result
  }
}

/** Reads its own writes, which others see only after the commit. */
export class Transaction {
  /** The time of this transaction in milliseconds. */
  readonly moment: number
  private readonly database: Database
  private readonly written = new Map<string, Change>()

  constructor(database: Database, moment: number) {
    this.database = database
    this.moment = moment
  }

  get(tableName: string, ...key: Value[]): Row | undefined {
    const table = this.database.table(tableName)
    const text = table.keyFrom(key)
    const own = this.written.get(`${tableName}\u0002${text}`)
    return own === undefined ? table.byKey(text) : (own[2] ?? undefined)
  }

  /** Rows of an indexed column, including this transaction's own changes. */
  where(tableName: string, column: string, value: Value): Row[] {
    const table = this.database.table(tableName)
    const found = new Map<string, Row>()
    for (const row of table.where(column, value)) found.set(table.keyOf(row), row)
    for (const [name, key, row] of this.written.values()) {
      if (name !== tableName) continue
      if (row !== null && String(row[column] ?? '') === String(value)) found.set(key, row)
      else found.delete(key)
    }
    return [...found.values()]
  }

  put(tableName: string, row: Row): Row {
    const key = this.database.table(tableName).keyOf(row)
    this.written.set(`${tableName}\u0002${key}`, [tableName, key, row])
    return row
  }

  /** Updates some columns of a row. */
  patch(tableName: string, row: Row, changed: Row): Row {
    return this.put(tableName, { ...row, ...changed })
  }

  remove(tableName: string, row: Row): void {
    const key = this.database.table(tableName).keyOf(row)
    this.written.set(`${tableName}\u0002${key}`, [tableName, key, null])
  }

  /** The next number of a range; refused documents leave gaps. */
  nextNumber(range: string, first: number): number {
    const row = this.get('NumberRange', range)
    const number = row === undefined ? first : Number(row.Last) + 1
    this.put('NumberRange', { Range: range, Last: number })
    return number
  }

  changes(): Change[] {
    return [...this.written.values()]
  }
}
