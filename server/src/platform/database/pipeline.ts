import pg from 'pg'
import { itemAt } from '@kufang/kernel/present.ts'
import { toCamel } from './case.ts'
import { parameterOf } from './parameter.ts'
import type { Row } from './queryable.ts'

/** A statement to be sent. */
export interface Statement {
  text: string
  values: readonly unknown[]
  /** Whether the text is repeated: it is then prepared once per connection. */
  isPrepared: boolean
  /** Receives the rows and the command tag (`COMMIT`, `UPDATE 3`). */
  done: (rows: Row[], command: string) => void
  /** Called if the statement failed, or was not executed because an earlier one of the pipeline failed. */
  failed: (error: unknown) => void
}

interface Column {
  name: string
  read: (text: string) => unknown
}

/** A statement prepared on a connection; `columns` is null until described. */
interface Prepared {
  name: string
  columns: Column[] | null
  /**
   * A row with all columns null. Rows are copied from it, because building a row field by field makes the JavaScript
   * engine create a new shape each time.
   */
  blank: Row
  /** It was sent to be parsed, and no error was reported. */
  isParsed: boolean
}

const names = new Map<string, string>()
const namesMax = 2000
const preparedOf = new WeakMap<object, Map<string, Prepared>>()

/** The same text has the same name on every connection; beyond a limit texts are not prepared. */
function nameOf(text: string): string {
  let name = names.get(text)
  if (name === undefined) {
    if (names.size >= namesMax) return ''
    name = `p${names.size}`
    names.set(text, name)
  }
  return name
}

/** The statement refers to a table changed since it was prepared (during an upgrade); prepared again, it succeeds. */
export function isOutdated(error: unknown): boolean {
  const { code, routine } = error as { code?: string; routine?: string }
  return code === '0A000' && routine === 'RevalidateCachedQuery'
}

/** The part of pg's connection used here; its types require the second argument. */
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
 * Statements sent in one packet and answered in one: each is prepared and described once per connection. PostgreSQL
 * executes them in order; after a failure it skips the rest of the pipeline. pg accepts this object like its own
 * queries.
 */
export class Pipeline implements pg.Submittable {
  readonly #statements: readonly Statement[]
  readonly #prepared: Prepared[] = []
  #at = 0
  #rows: Row[] = []
  #failure: unknown
  readonly #onEnd: () => void

  /** @param onEnd called when everything was answered, or the connection failed */
  constructor(statements: readonly Statement[], onEnd: () => void = () => {}) {
    this.#statements = statements
    this.#onEnd = onEnd
  }

  /** The statements of the pipeline, in order. */
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
        // Before anything is sent: an invalid value must not leave a partial message behind.
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
    const prepared = itemAt(this.#prepared, this.#at)
    prepared.columns = columns
    prepared.blank = Object.fromEntries(columns.map(({ name }) => [name, null]))
  }

  handleDataRow({ fields }: { fields: readonly (string | null)[] }) {
    if (this.#failure !== undefined) return
    const { columns, blank } = itemAt(this.#prepared, this.#at)
    const row: Row = { ...blank }
    try {
      for (let index = 0; index < fields.length; index++) {
        const text = fields[index]!
        const column = itemAt(columns!, index)
        row[column.name] = text === null ? null : column.read(text)
      }
    } catch (error) {
      this.#failure = error
      return
    }
    this.#rows.push(row)
  }

  handleCommandComplete({ text }: { text: string }) {
    // Without a row description the statement returns no rows; it need not be described again.
    itemAt(this.#prepared, this.#at).columns ??= []
    const statement = itemAt(this.#statements, this.#at++)
    const rows = this.#rows
    this.#rows = []
    if (this.#failure === undefined) statement.done(rows, text)
    else statement.failed(this.#failure)
  }

  handleEmptyQuery() {
    this.handleCommandComplete({ text: '' })
  }

  handlePortalSuspended() {
    // Portals are never fetched in parts.
  }

  handleCopyInResponse(connection: { sendCopyFail(reason: string): void }) {
    connection.sendCopyFail('not in a pipeline')
  }

  handleCopyData() {
    // COPY is not used.
  }

  /** PostgreSQL continues after the end of the pipeline; statements not yet executed are skipped. */
  handleError(error: unknown, connection: pg.Connection) {
    this.#failure = error
    if (isOutdated(error)) preparedOf.delete(connection)
    // It is unknown which of them were parsed.
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
