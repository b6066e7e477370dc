import { refuse } from '@kufang/kernel/refusal.ts'
import type { Readable } from 'node:stream'
import type { Database } from '../platform/database/database.ts'
import type { Uploads } from '../platform/files/uploads.ts'
import type { Session } from '../platform/session/session.ts'
import { readTable, type LegacyTable } from './read-table.ts'

/** A file that a person has uploaded. */
export interface UploadedTable {
  table: LegacyTable
  sizeBytes: number
  digestSha256: string
}

/**
 * Reads the table of a person's own upload. A workbook is read by the browser, which uploads its first sheet as CSV.
 * @throws Refusal `not-found`, and those of `readTable`
 */
export async function readUpload(
  database: Database,
  uploads: Uploads,
  session: Session,
  uploadId: string,
): Promise<UploadedTable> {
  const { fileName, content, sizeBytes, digestSha256 } = await uploads.findMerged(
    database,
    session,
    uploadId,
  )
  if (content.kind !== 'txt')
    throw refuse('legacy-file-unreadable', {
      name: fileName,
      problem: '它不是文本文件',
      problemEn: 'it is no text file',
    })
  const pieces: Buffer[] = []
  for await (const piece of (await uploads.read(uploadId)) as Readable) pieces.push(piece as Buffer)
  return { table: readTable(fileName, Buffer.concat(pieces)), sizeBytes, digestSha256 }
}

/** How many different values of a column are shown beside its name. */
const samplesMax = 6

/** Some values of each column, from which a person sees what it is. */
export function samplesOf({ headers, rows }: LegacyTable): string[][] {
  return headers.map((_header, index) => {
    const samples = new Set<string>()
    for (const { cells } of rows) {
      const cell = cells[index] ?? ''
      if (cell !== '') samples.add(cell.slice(0, 80))
      if (samples.size === samplesMax) break
    }
    return [...samples]
  })
}
