import { companyToday } from '@kufang/kernel/company-day.ts'
import { addDays, type LocalDate } from '@kufang/kernel/local-date.ts'
import { itemAt } from '@kufang/kernel/present.ts'
import type { Database, Queryable, Transaction } from '../platform/database/database.ts'
import { enterDirectReversal } from './direct-reversal.ts'
import { resolveDirectAlarm, tellOfCancellation, tellOfMovement } from './direct-words.ts'
import type { InterfaceSettings } from './interface-settings.ts'
import { readMaterialDocuments, type MaterialDocument } from './mirrors/material-documents.ts'
import type { MirrorSource } from './mirrors/source.ts'
import type { OriginalPosting } from './original-posting.ts'
import type { OnSettled } from './settle.ts'

// Documents that somebody posted or cancelled in the ERP itself. Each is recorded once, named with its person, and told;
// the ledger is never corrected (domain.md 2, proofs).

export interface WatchOptions {
  database: Database
  source: MirrorSource
  settings: Pick<InterfaceSettings, 'keyField'>
  companyCode: string
  /** The time of the last success; null for the first time, which only records what is there. */
  changedUntil: string | null
  onSettled: OnSettled
}

const batchSize = 100

/** The day from which to read: one day early, because the ERP may keep another time zone. */
function since(changedUntil: string | null): LocalDate {
  return addDays(companyToday(changedUntil === null ? undefined : new Date(changedUntil)), -1)
}

/**
 * Finds the documents of the ERP that are not ours: cancellations of our documents, which the ERP state of the document
 * then follows, and movements in storage locations of ours.
 * @returns the number of documents found for the first time
 */
export async function watchDirectDocuments(options: WatchOptions): Promise<number> {
  let found = 0
  let batch: MaterialDocument[] = []
  const work = async () => {
    found += await compare(options, batch)
    batch = []
  }
  for await (const document of readMaterialDocuments(options.source, since(options.changedUntil))) {
    batch.push(document)
    if (batch.length === batchSize) await work()
  }
  if (batch.length > 0) await work()
  return found
}

/** Compares a batch in one transaction per document that is not ours, which are few. */
async function compare(
  options: WatchOptions,
  documents: readonly MaterialDocument[],
): Promise<number> {
  const strangers = await notOurs(options, documents)
  let found = 0
  for (const document of strangers)
    if (await options.database.transaction((tx) => record(tx, options, document))) found += 1
  return found
}

/** Documents with neither a number nor a key of ours that is still on its way, and not known yet. */
async function notOurs(
  { database, companyCode, settings }: WatchOptions,
  documents: readonly MaterialDocument[],
): Promise<MaterialDocument[]> {
  const keyOf = (document: MaterialDocument): string =>
    settings.keyField === 'ReferenceDocument' ? document.reference : document.headerText
  const rows = await database.query<{ position: number }>(
    // What is known is on the machine of the company, the outbox on the coordinator: two steps for Citus.
    `with d as materialized (
       select * from unnest($2::text[], $3::text[], $4::text[], $5::text[], $6::text[]) with ordinality
         as d (number, year, key, delivery, counted, position)
     ), known as materialized (
       select d.position from d join erp_direct_document k on k.company_code = $1 and k.material_document = d.number
         and k.material_document_year = d.year
     )
     select d.position::int as position from d
     where not exists (select from erp_posting p where p.company_code = $1 and p.material_document = d.number
         and p.material_document_year = d.year)
       and not exists (select from erp_posting p where p.company_code = $1 and p.posting_key = d.key and d.key <> ''
         and (p.state in ('pending', 'sending', 'unknown') or p.is_outcome_open))
       -- The goods issue of a delivery has no key: its delivery says whose it is.
       and not exists (select from erp_posting p where p.company_code = $1 and p.interface_code = 'outbound-delivery'
         and p.reference = d.delivery and d.delivery <> ''
         and (p.state in ('pending', 'sending', 'unknown') or p.is_outcome_open))
       -- Nor has the document of a count: while one of ours about its goods is on its way, it may be that.
       and not exists (select from erp_posting p where p.company_code = $1 and p.interface_code = 'physical-inventory'
         and d.counted <> '' and d.counted = any (p.material_plants)
         and (p.state in ('pending', 'sending', 'unknown') or p.is_outcome_open))
       and d.position not in (select position from known)
     order by d.position`,
    [
      companyCode,
      documents.map(({ materialDocument }) => materialDocument),
      documents.map(({ year }) => year),
      documents.map(keyOf),
      documents.map(({ items }) => items.find(({ delivery }) => delivery !== '')?.delivery ?? ''),
      documents.map(({ items }) => countedLane(companyCode, items)),
    ],
  )
  return rows.map(({ position }) => itemAt(documents, position - 1))
}

/** The lane (`lanesOf`) of the first difference of a count; '' of other documents. */
function countedLane(companyCode: string, items: MaterialDocument['items']): string {
  const counted = items.find(({ movementType }) => /^70[1-8]$/.test(movementType))
  return counted === undefined ? '' : `${companyCode}/${counted.plant}/${counted.materialNo}`
}

/** Records one document and tells of it; false if it does not concern the company's storage locations. */
async function record(
  tx: Transaction,
  { companyCode, onSettled, changedUntil }: WatchOptions,
  document: MaterialDocument,
): Promise<boolean> {
  const reversed = document.items.find(({ reversedDocument }) => reversedDocument !== '')
  const original = reversed === undefined ? undefined : await originalOf(tx, companyCode, reversed)
  // Our own reversal is on its way: its sender finds this document by itself.
  if (original === 'reversing') return false
  if (original === undefined && !(await isInOurPlaces(tx, companyCode, document))) return false
  const [recorded] = await tx.query(
    `insert into erp_direct_document (company_code, material_document, material_document_year, posting_date, created_by,
       header_text, kind, posting_id, items)
     values ($1, $2, $3, $4, $5, $6, $7, $8, $9::jsonb) on conflict do nothing returning 1 as one`,
    [
      companyCode,
      document.materialDocument,
      document.year,
      document.postingDate,
      document.createdBy,
      document.headerText,
      original === undefined ? 'movement' : 'cancellation',
      original?.id ?? null,
      JSON.stringify(document.items),
    ],
  )
  if (recorded === undefined) return false
  if (original !== undefined) {
    const isWhole =
      document.items.filter(({ reversedDocument }) => reversedDocument !== '').length >=
      original.itemCount
    if (isWhole) await enterDirectReversal(tx, companyCode, original, document, onSettled)
    await tellOfCancellation(tx, companyCode, original, document, isWhole)
    return true
  }
  if (reversed !== undefined && (await isTakenBack(tx, companyCode, document, reversed)))
    return true
  if (changedUntil !== null) await tellOfMovement(tx, companyCode, document)
  return true
}

/** Our posting with this number that is in the books; 'reversing' while our own reversal of it is not finished. */
async function originalOf(
  tx: Queryable,
  companyCode: string,
  { reversedDocument, reversedYear }: { reversedDocument: string; reversedYear: string },
): Promise<OriginalPosting | 'reversing' | undefined> {
  const [row] = await tx.query<OriginalPosting & { reversal: string | null }>(
    `select p.id, p.document_type, p.document_id, p.document_no, p.material_document, p.material_document_year,
       (select count(*)::int from erp_posting_item i where i.company_code = p.company_code and i.posting_id = p.id) as item_count,
       (select r.state from erp_posting r where r.company_code = p.company_code and r.direction = 'reverse'
          and r.reverses_posting_id = p.id and r.state <> 'closed' order by r.sequence desc limit 1) as reversal
     from erp_posting p
     where p.company_code = $1 and p.material_document = $2 and p.material_document_year = $3 and p.direction = 'post'
       and p.state = 'posted'
     order by p.sequence desc limit 1 for update of p`,
    [companyCode, reversedDocument, reversedYear],
  )
  if (row === undefined) return undefined
  const { reversal, ...original } = row
  if (reversal === null || reversal === 'rejected' || reversal === 'dead') return original
  return 'reversing'
}

/** Whether an item lies in a storage location of the company. */
async function isInOurPlaces(
  tx: Queryable,
  companyCode: string,
  { items }: MaterialDocument,
): Promise<boolean> {
  const rows = await tx.query(
    `select 1 as one from storage_location s join unnest($2::text[], $3::text[]) as i (plant, storage_location)
       using (plant, storage_location) where s.company_code = $1 limit 1`,
    [
      companyCode,
      items.map(({ plant }) => plant),
      items.map(({ storageLocation }) => storageLocation),
    ],
  )
  return rows.length > 0
}

/** A direct movement that was reversed in the ERP again: its alarm is resolved, nothing is left of it. */
async function isTakenBack(
  tx: Queryable,
  companyCode: string,
  document: MaterialDocument,
  { reversedDocument, reversedYear }: { reversedDocument: string; reversedYear: string },
): Promise<boolean> {
  const [taken] = await tx.query(
    `update erp_direct_document set reversed_by = $4
     where company_code = $1 and material_document = $2 and material_document_year = $3 and kind = 'movement'
       and jsonb_array_length(items) <= $5
     returning 1 as one`,
    [companyCode, reversedDocument, reversedYear, document.materialDocument, document.items.length],
  )
  if (taken === undefined) return false
  await resolveDirectAlarm(tx, companyCode, `${reversedDocument}/${reversedYear}`, document)
  return true
}
