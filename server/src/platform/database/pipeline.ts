import pg from 'pg'
import { toCamel } from './case.ts'
import { parameterOf } from './parameter.ts'
import type { Row } from './queryable.ts'

/** One statement on its way to the database. */
export interface Statement {
  text: string
  values: readonly unknown[]
  /** The same text comes again and again: it is prepared once per connection. */
  isPrepared: boolean
  /** Gets the rows, and the command as PostgreSQL names it when done (`COMMIT`, `UPDATE 3`). */
  done: (rows: Row[], command: string) => void
  /** This statement failed, or did not run because an earlier one of the pipeline failed. */
  failed: (error: unknown) => void
}

interface Column {
  name: string
  read: (text: string) => unknown
}

/** What a connection knows of a statement it has prepared; `columns` null until its rows were described. */
interface Prepared {
  name: string
  columns: Column[] | null
  /** A row with all columns null. Copied, a row has its shape at once; field by field, the engine makes one anew for each. */
  blank: Row
  /** It was sent to be prepared, and nothing says that PostgreSQL did not take it. */
  isParsed: boolean
}

const names = new Map<string, string>()
const namesMax = 2000
const preparedOf = new WeakMap<object, Map<string, Prepared>>()

/** The same text gets the same name in every connection; beyond a limit texts run without one. */
function nameOf(text: string): string {
  let name = names.get(text)
  if (name === undefined) {
    if (names.size >= namesMax) return ''
    name = `p${names.size}`
    names.set(text, name)
  }
  return name
}

/** A table was changed since the statement was prepared (an upgrade beside us): prepared anew, it runs. */
export function isOutdated(error: unknown): boolean {
  const { code, routine } = error as { code?: string; routine?: string }
  return code === '0A000' && routine === 'RevalidateCachedQuery'
}

/** The part of pg's connection that is used here; its types leave the second argument required. */
interface Wire {
  stream: { cork(): void; uncork(): void }
  parse(message: { name: string; text: string }): void
  bind(message: { statement: string; values: (string | Buffer | null)[] }): void
  describe(message: { type: 'P'; name: string }): void
  close(message: { type: 'S'; name: string }): void
  execute(message: { portal: string }): void
  sync(): void
}

/**
 * Statements that leave in one packet and are answered in one: each is prepared once per connection, and
 * described once. PostgreSQL runs them in order; when one fails it runs none of those behind it, up to the
 * end of the pipeline. pg takes such an object as it takes its own queries.
 */
export class Pipeline implements pg.Submittable {
  readonly #statements: readonly Statement[]
  readonly #prepared: Prepared[] = []
  #at = 0
  #rows: Row[] = []
  #failure: unknown
  readonly #onEnd: () => void

  /** @param onEnd called when all of it was answered, or nothing more of it will be */
  constructor(statements: readonly Statement[], onEnd: () => void = () => {}) {
    this.#statements = statements
    this.#onEnd = onEnd
  }

  /** The statements that travel in it, in order. */
  get texts(): readonly string[] {
    return this.#statements.map(({ text }) => text)
  }

  submit(connection: pg.Connection): void {
    const wire = connection as unknown as Wire
    let known = preparedOf.get(connection)
    if (known === undefined) preparedOf.set(connection, (known = new Map()))
    wire.stream.cork()
    try {
      for (const { text, values, isPrepared } of this.#statements) {
        // Before anything of it is sent: a value that is none must not leave half a statement behind.
        const parameters = values.map(parameterOf)
        let prepared = known.get(text)
        if (prepared === undefined) {
          const name = isPrepared ? nameOf(text) : ''
          prepared = { name, columns: null, blank: {}, isParsed: false }
          if (prepared.name !== '') known.set(text, prepared)
        }
        if (!prepared.isParsed) {
          if (prepared.name !== '') wire.close({ type: 'S', name: prepared.name })
          wire.parse({ name: prepared.name, text })
          prepared.isParsed = prepared.name !== ''
        }
        this.#prepared.push(prepared)
        wire.bind({ statement: prepared.name, values: parameters })
        if (prepared.columns === null) wire.describe({ type: 'P', name: '' })
        wire.execute({ portal: '' })
      }
    } catch (error) {
      this.#failure ??= error
    } finally {
      wire.sync()
      wire.stream.uncork()
    }
  }

  handleRowDescription({ fields }: { fields: readonly { name: string; dataTypeID: number }[] }) {
    const columns = fields.map((field) => ({
      name: toCamel(field.name),
      read: pg.types.getTypeParser(field.dataTypeID, 'text') as (text: string) => unknown,
    }))
    const prepared = this.#prepared[this.#at]!
    prepared.columns = columns
    prepared.blank = Object.fromEntries(columns.map(({ name }) => [name, null]))
  }

  handleDataRow({ fields }: { fields: readonly (string | null)[] }) {
    if (this.#failure !== undefined) return
    const { columns, blank } = this.#prepared[this.#at]!
    const row: Row = { ...blank }
    try {
      for (let index = 0; index < fields.length; index++) {
        const text = fields[index]!
        const column = columns![index]!
        row[column.name] = text === null ? null : column.read(text)
      }
    } catch (error) {
      this.#failure = error
      return
    }
    this.#rows.push(row)
  }

  handleCommandComplete({ text }: { text: string }) {
    // No rows were described: it gives none, and need not be asked again.
    this.#prepared[this.#at]!.columns ??= []
    const statement = this.#statements[this.#at++]!
    const rows = this.#rows
    this.#rows = []
    if (this.#failure === undefined) statement.done(rows, text)
    else statement.failed(this.#failure)
  }

  handleEmptyQuery() {
    this.handleCommandComplete({ text: '' })
  }

  handlePortalSuspended() {
    // Portals are never read in parts.
  }

  handleCopyInResponse(connection: { sendCopyFail(reason: string): void }) {
    connection.sendCopyFail('not in a pipeline')
  }

  handleCopyData() {
    // Nothing here copies.
  }

  /** PostgreSQL goes on behind the pipeline's end; what had not run yet will not. */
  handleError(error: unknown, connection: pg.Connection) {
    this.#failure = error
    if (isOutdated(error)) preparedOf.delete(connection)
    // Which of them were prepared is unknown.
    for (const prepared of this.#prepared.slice(this.#at)) {
      prepared.isParsed = false
      prepared.columns = null
    }
    this.#failRest()
    this.#onEnd()
  }

  handleReadyForQuery() {
    if (this.#at < this.#statements.length) {
      this.#failure ??= new Error('the database answered fewer statements than it was sent')
      this.#failRest()
    }
    this.#onEnd()
  }

  #failRest() {
    const rest = this.#statements.slice(this.#at)
    this.#at = this.#statements.length
    for (const statement of rest) statement.failed(this.#failure)
  }
}
