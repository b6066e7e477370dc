import type { Database, Queryable, Transaction } from '../platform/database/database.ts'
import { raiseAlarm } from './alarm.ts'
import type { FailureFacts } from './client/erp-failure.ts'
import { failureWords } from './failure-words.ts'
import { isWithoutValue } from './goods-value.ts'
import { readItems } from './posting-items.ts'
import type { ErpDetail, PostingState, SettledPosting } from './posting-model.ts'
import { readPosting, settledPosting, type PostingRow } from './posting-row.ts'
import { matchItems } from './match-items.ts'
import { spreadItems } from './spread-items.ts'
import { wakeSender } from './wake-sender.ts'
import type { DocumentNumber, ErpDocument } from './s4/material-document.ts'

/** Called in the transaction that settles a posting; an exception rolls it back. */
export type OnSettled = (tx: Transaction, posting: SettledPosting) => Promise<void>

/** Another sender has taken over the posting after the lease expired, and will determine its outcome. */
export class LeaseLost extends Error {
  constructor(postingId: string) {
    super(`posting ${postingId} was taken over by another sender`)
    this.name = 'LeaseLost'
  }
}

export interface StateChange {
  state: PostingState
  event: SettledPosting['event']
  isOutcomeOpen: boolean
  waitSeconds?: number
  lookUps?: number
  facts?: FailureFacts
  /** Our own texts if the reason is not a failed call. */
  words?: { code: string; zh: string; en: string; details?: ErpDetail[] }
}

/** Ends an attempt without an ERP document, in one transaction with the effect on documents. */
export async function settleWithout(
  database: Database,
  row: PostingRow,
  change: StateChange,
  onSettled: OnSettled,
): Promise<void> {
  const words =
    change.facts === undefined
      ? change.words
      : { ...failureWords(change.facts), code: change.facts.code }
  const details = change.facts?.details ?? change.words?.details ?? []
  await database.transaction(async (tx) => {
    const updated = await tx.query(
      `update erp_posting set state = $4, is_outcome_open = $5, next_attempt_at = now() + $6 * interval '1 second',
         look_ups = $7, sap_code = $8, sap_message_zh = $9, sap_message_en = $10, sap_details = $11::jsonb,
         transaction_id = $12, leased_by = '', leased_until = null, updated_at = now(),
         settled_at = case when $4 in ('rejected', 'dead', 'blocked') then now() end
       where company_code = $1 and id = $2 and leased_by = $3 and state in ('sending', 'unknown') returning id`,
      [
        row.companyCode,
        row.id,
        row.leasedBy,
        change.state,
        change.isOutcomeOpen,
        change.waitSeconds ?? 0,
        change.lookUps ?? row.lookUps,
        words?.code ?? '',
        words?.zh ?? '',
        words?.en ?? '',
        JSON.stringify(details),
        change.facts?.transactionId ?? '',
      ],
    )
    if (updated.length === 0) throw new LeaseLost(row.id)
    if (change.state === 'dead')
      await raiseAlarm(tx, {
        companyCode: row.companyCode,
        kind: 'dead',
        postingId: row.id,
        documentNo: row.documentNo,
        message: {
          zh: `${row.documentNo} 过账重试 ${row.attempts} 次后停止：${words?.zh ?? ''}`,
          en: `${row.documentNo} stopped after ${row.attempts} tries: ${words?.en ?? ''}`,
        },
        proposal: { action: 'retry' },
      })
    // A retry changes nothing for the document: it is being posted before and after.
    if (change.event !== 'resumed') await tellDocuments(tx, row, change.event, onSettled)
  })
}

/** The posting is in the ERP: number, items, amounts, book and documents in one transaction. */
export async function settlePosted(
  database: Database,
  row: PostingRow,
  number: DocumentNumber,
  document: ErpDocument | undefined,
  onSettled: OnSettled,
): Promise<void> {
  await database.transaction(async (tx) => {
    const updated = await tx.query(
      `update erp_posting set state = 'posted', is_outcome_open = false, material_document = $4, material_document_year = $5,
         sap_code = '', sap_message_zh = '', sap_message_en = '', sap_details = '[]', leased_by = '', leased_until = null,
         settled_at = now(), updated_at = now()
       where company_code = $1 and id = $2 and leased_by = $3 and state in ('sending', 'unknown') returning id`,
      [row.companyCode, row.id, row.leasedBy, number.materialDocument, number.year],
    )
    if (updated.length === 0) throw new LeaseLost(row.id)
    await enterPosted(tx, row, document, onSettled)
  })
}

/** The rest of settling a posting whose row is already `posted`; also for a number entered by a person. */
export async function enterPosted(
  tx: Transaction,
  row: PostingRow,
  document: ErpDocument | undefined,
  onSettled: OnSettled,
): Promise<void> {
  await bookPosting(tx, row.companyCode, row.id)
  if (document !== undefined) await keepItems(tx, row, document)
  await tellDocuments(tx, row, 'posted', onSettled)
  // Postings that depend on this one can be sent now.
  wakeSender(tx)
}

/**
 * Writes the ERP's item data to ours; differences raise an alarm and change no quantity. Read back is done only with the
 * values of all items that have one: an unknown value is null, never zero, and asked for again.
 */
export async function keepItems(
  tx: Queryable,
  row: PostingRow,
  asRead: ErpDocument,
): Promise<void> {
  const items = await readItems(tx, row.companyCode, row.id)
  const document = row.interfaceCode === 'material-document' ? asRead : spreadItems(items, asRead)
  const { matches, differences } = matchItems(items, document.items, row.direction)
  const known = matches.map(({ itemNo, erp }) => {
    const item = items.find((one) => one.itemNo === itemNo)
    const hasNone = row.direction === 'reverse' || item === undefined || isWithoutValue(item)
    return { hasNone, value: hasNone ? undefined : document.values?.byItem.get(erp.itemNo) }
  })
  const isComplete =
    document.values?.source === 'none' ||
    known.every(({ hasNone, value }) => hasNone || value !== undefined)
  await tx.query(
    `update erp_posting_item i set material_document_item = m.item, posted_quantity = m.quantity, posted_amount = m.amount,
       posted_currency = m.currency, posted_value_source = case when m.amount is null then '' else $8 end
     from unnest($3::int[], $4::text[], $5::numeric[], $6::numeric[], $7::text[]) as m (item_no, item, quantity, amount, currency)
     where i.company_code = $1 and i.posting_id = $2 and i.item_no = m.item_no`,
    [
      row.companyCode,
      row.id,
      matches.map((match) => match.itemNo),
      // A part of an item has its number.
      matches.map((match) => match.erp.itemNo.replace(/\.\d+$/, '')),
      matches.map((match) => match.erp.baseQuantity),
      known.map(({ value }) => value?.amount ?? null),
      known.map(({ value }) => value?.currency ?? ''),
      document.values?.source ?? '',
    ],
  )
  await tx.query(
    `update erp_posting set read_back_at = case when $3 then now() end,
       next_attempt_at = case when $3 then next_attempt_at else greatest(next_attempt_at, now() + interval '10 seconds') end
     where company_code = $1 and id = $2`,
    [row.companyCode, row.id, isComplete],
  )
  const isFirst = items.every(({ materialDocumentItem }) => materialDocumentItem === '')
  if (differences.length > 0 && isFirst)
    await raiseAlarm(tx, {
      companyCode: row.companyCode,
      kind: 'items-differ',
      postingId: row.id,
      documentNo: row.documentNo,
      message: {
        zh: `ERP 凭证 ${document.materialDocument}/${document.year} 与 ${row.documentNo} 不一致：${differences.join('；')}`,
        en: `ERP document ${document.materialDocument}/${document.year} differs from ${row.documentNo}: ${differences.join('; ')}`,
      },
      proposal: {
        action: 'check',
        documents: [{ materialDocument: document.materialDocument, year: document.year }],
      },
    })
}

/** Adds the posting's effect to the ERP book, with keys in order to avoid deadlocks. */
async function bookPosting(tx: Queryable, companyCode: string, postingId: string): Promise<void> {
  await tx.query(
    `insert into erp_book (company_code, plant, storage_location, material_no, batch, stock_category, special_stock,
       special_stock_reference, quantity)
     select company_code, plant, storage_location, material_no, batch, stock_category, special_stock, special_stock_reference, sum(quantity)
     from (
       select company_code, from_plant as plant, from_storage_location as storage_location, material_no, from_batch as batch,
         from_stock_category as stock_category, from_special_stock as special_stock,
         from_special_stock_reference as special_stock_reference, -quantity as quantity
       from erp_posting_item where company_code = $1 and posting_id = $2 and from_plant is not null
       union all
       select company_code, to_plant, to_storage_location, material_no, to_batch, to_stock_category, to_special_stock,
         to_special_stock_reference, quantity
       from erp_posting_item where company_code = $1 and posting_id = $2 and to_plant is not null) effect
     group by 1, 2, 3, 4, 5, 6, 7, 8
     having sum(quantity) <> 0
     order by 1, 2, 3, 4, 5, 6, 7, 8
     on conflict (company_code, plant, storage_location, material_no, batch, stock_category, special_stock, special_stock_reference)
     do update set quantity = erp_book.quantity + excluded.quantity, updated_at = excluded.updated_at`,
    [companyCode, postingId],
  )
}

/** Passes the current posting to the documents' callback. */
export async function tellDocuments(
  tx: Transaction,
  row: PostingRow,
  event: SettledPosting['event'],
  onSettled: OnSettled,
): Promise<void> {
  const current = await readPosting(tx, row.companyCode, row.id)
  if (current === undefined) throw new Error(`posting ${row.id} vanished`)
  await onSettled(tx, await settledPosting(tx, current, event))
}
