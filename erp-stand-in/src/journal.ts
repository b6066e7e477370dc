import {
  closeSync,
  existsSync,
  fstatSync,
  fsyncSync,
  ftruncateSync,
  mkdirSync,
  openSync,
  readFileSync,
  renameSync,
  writeSync,
} from 'node:fs'
import { join } from 'node:path'
import type { Change, ChangeLog, Database } from './database.ts'

const rowsPerLine = 500
const compactFromBytes = 64 * 1024 * 1024

/**
 * The append-only file behind the tables: one line per transaction, written to the operating system before the response
 * is sent (so a killed process loses nothing), and flushed to disk if `synchronous`. An incomplete last line after a
 * crash belongs to no answered request and is dropped.
 */
export class Journal implements ChangeLog {
  private readonly file: number
  private readonly synchronous: boolean
  private size: number

  private constructor(file: number, synchronous: boolean, size: number) {
    this.file = file
    this.synchronous = synchronous
    this.size = size
  }

  static open(folder: string, database: Database, synchronous: boolean): Journal {
    mkdirSync(folder, { recursive: true })
    const path = join(folder, 'journal.jsonl')
    const wholeBytes = existsSync(path) ? replayFile(path, database) : 0
    if (wholeBytes > compactFromBytes) compact(path, database)
    const file = openSync(path, 'a')
    if (wholeBytes <= compactFromBytes) ftruncateSync(file, wholeBytes)
    const journal = new Journal(file, synchronous, fstatSync(file).size)
    database.attachLog(journal)
    return journal
  }

  append(changes: readonly Change[]): void {
    const line = Buffer.from(`${JSON.stringify(changes)}\n`, 'utf8')
    try {
      writeAll(this.file, line)
      if (this.synchronous) fsyncSync(this.file)
    } catch (problem) {
      // A partial line would corrupt all later ones; the caller's change is discarded.
      ftruncateSync(this.file, this.size)
      throw problem
    }
    this.size += line.length
  }

  close(): void {
    fsyncSync(this.file)
    closeSync(this.file)
  }
}

function replayFile(path: string, database: Database): number {
  const content = readFileSync(path)
  let start = 0
  for (;;) {
    const end = content.indexOf(10, start)
    if (end === -1) return start
    const changes = JSON.parse(content.toString('utf8', start, end)) as Change[]
    database.replay(changes)
    start = end + 1
  }
}

function compact(path: string, database: Database): void {
  const temporary = `${path}.new`
  const file = openSync(temporary, 'w')
  for (const table of database.allTables()) {
    const rows = table.all()
    for (let start = 0; start < rows.length; start += rowsPerLine) {
      const part = rows.slice(start, start + rowsPerLine)
      const changes: Change[] = part.map((row) => [table.name, table.keyOf(row), row])
      writeAll(file, Buffer.from(`${JSON.stringify(changes)}\n`, 'utf8'))
    }
  }
  fsyncSync(file)
  closeSync(file)
  renameSync(temporary, path)
}

function writeAll(file: number, bytes: Buffer): void {
  let written = 0
  while (written < bytes.length) written += writeSync(file, bytes, written)
}
