import { firstOf } from '@kufang/kernel/present.ts'
import type { Database } from '../platform/database/database.ts'
import { ErpFailure } from './client/erp-failure.ts'
import { withoutZeros } from './client/odata-text.ts'
import type { InterfaceSettings } from './interface-settings.ts'
import { readPosting, type PostingRow } from './posting-row.ts'
import type { Call, DocumentNumber, ErpDocument, ErpDocuments } from './s4/material-document.ts'

/** The input of a look-up in the ERP. */
export interface LookUp {
  database: Database
  row: PostingRow
  documents: ErpDocuments
  settings: InterfaceSettings
  call: Call
}

export interface Found {
  number: DocumentNumber
  document: ErpDocument | undefined
  /** Documents beyond the first: the ERP has posted the same request more than once. */
  surplus: DocumentNumber[]
  /** Only some items are reversed. */
  isPartial: boolean
}

/** Finds the document with the posting's key. */
export async function findDocument({ documents, row, call }: LookUp): Promise<Found | 'none'> {
  const [first, ...others] = await documents.find(
    row.payload,
    row.postingKey,
    row.postingDate,
    call,
  )
  if (first === undefined) return 'none'
  return {
    number: first,
    document: first.items.length === 0 ? undefined : first,
    surplus: others,
    isPartial: false,
  }
}

/** Finds the reversal in the ERP, whoever created it: its natural key is the reversed document. */
export async function findReversal(attempt: LookUp): Promise<Found | 'none'> {
  const { documents, call } = attempt
  const original = await originalOf(attempt)
  const reversals = await documents.findReversals(original, call)
  const [first] = reversals
  if (first === undefined) return 'none'
  const counts = new Map<string, number>()
  for (const { reverses } of reversals) counts.set(reverses, (counts.get(reverses) ?? 0) + 1)
  const document = await documents.read(original, call)
  const isPartial = (document?.items ?? []).some(
    (item) => !counts.has(withoutZeros(item.itemNo)) && !item.isCancelled,
  )
  const others = reversals.filter(
    (entry) => (counts.get(entry.reverses) ?? 0) > 1 && !isSameNumber(entry, first),
  )
  return {
    number: first,
    document: await documents.read(first, call),
    surplus: unique(others),
    isPartial,
  }
}

/** The number of the document reversed by a reversal. */
export async function originalOf({ database, row }: LookUp): Promise<DocumentNumber> {
  const original = await readPosting(database, row.companyCode, row.reversesPostingId!)
  if (original === undefined || original.state !== 'posted')
    throw new Error(`posting ${row.id} reverses nothing posted`)
  return { materialDocument: original.materialDocument, year: original.materialDocumentYear }
}

/** A supplementary look-up: its failure does not affect the main path. */
export async function lookQuietly<T>(look: () => Promise<T>): Promise<T | undefined> {
  try {
    return await look()
  } catch (error) {
    if (error instanceof ErpFailure) return undefined
    throw error
  }
}

/** A look-up before the call: if it fails, the call itself was not sent. */
export async function beforeSending<T>(look: () => Promise<T>): Promise<T> {
  try {
    return await look()
  } catch (error) {
    if (!(error instanceof ErpFailure) || error.facts.kind === 'blocked') throw error
    throw new ErpFailure({ ...error.facts, kind: 'never-reached' }, error)
  }
}

/** Seconds until a look-up without result is conclusive; 0 if it is now (by the database's clock). */
export async function secondsUntilFinal({ database, row, settings }: LookUp): Promise<number> {
  const found = firstOf(
    await database.query<{ seconds: number }>(
      `select greatest(0, ceil(extract(epoch from $1::timestamptz + $2 * interval '1 second' - now())))::int as seconds`,
      [row.sentAt ?? row.createdAt, settings.unknownWaitSeconds],
    ),
  )
  return found.seconds
}

const isSameNumber = (a: DocumentNumber, b: DocumentNumber) =>
  a.materialDocument === b.materialDocument && a.year === b.year

function unique(list: DocumentNumber[]): DocumentNumber[] {
  return list.filter(
    (entry, index) => list.findIndex((other) => isSameNumber(other, entry)) === index,
  )
}
