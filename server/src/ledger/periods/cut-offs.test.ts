import { newId } from '@kufang/kernel/identifier.ts'
import type { LocalDate } from '@kufang/kernel/local-date.ts'
import { parseQuantity } from '@kufang/kernel/quantity.ts'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { stockKey } from '../key.ts'
import { postMoves } from '../ledger.ts'
import { reverseMoves } from '../reversal.ts'
import { failedProofs, keeper, move, openLedger } from '../testing/ledger-fixture.ts'
import type { LedgerDatabase } from '../testing/ledger-fixture.ts'
import { postIntoRecordedMonths, rebuiltCutOffs } from './cut-offs.ts'
import { takeSnapshot } from './snapshot.ts'

let ledger: LedgerDatabase

beforeAll(async () => {
  ledger = await openLedger()
})
afterAll(async () => {
  const failed = await failedProofs(ledger.database)
  await ledger.drop()
  expect(failed).toEqual([])
})

const outsideOf = (companyCode: string, materialNo: string) =>
  stockKey({ companyCode, place: 'supplier', materialNo })

describe('the stock of a month end by posting date', () => {
  const own = '5000'
  const noon = (day: string) => new Date(`2026-${day}T12:00:00+08:00`)
  const moves = new Map<string, { id: string; documentId: string }>()
  const place = (materialNo: string, storageLocation = 'W001') =>
    stockKey({ companyCode: own, plant: '1100', storageLocation, bin: 'A-01', materialNo })

  async function moved(name: string, day: string, to = place(name), more = {}): Promise<void> {
    const isTransfer = to.storageLocation !== 'W001'
    const from = isTransfer ? place(name) : outsideOf(own, name)
    const documentId = newId()
    const [done] = await ledger.database.transaction((tx) =>
      postMoves(tx, {
        companyCode: own,
        documentType: 'test',
        documentId,
        documentNo: name,
        userId: keeper,
        now: noon(day),
        idempotencyPrefix: newId(),
        moves: [move(from, to, '10', more)],
      }),
    )
    moves.set(name, { id: done!.id, documentId })
  }
  const takenBack = (name: string, day: string, quantity: string) =>
    ledger.database.transaction((tx) =>
      reverseMoves(tx, {
        companyCode: own,
        documentType: 'test',
        documentId: moves.get(name)!.documentId,
        byDocumentType: 'test',
        byDocumentId: newId(),
        byDocumentNo: 'CX',
        userId: keeper,
        now: noon(day),
        idempotencyPrefix: newId(),
        lines: [{ lineNo: 1, quantity: parseQuantity(quantity) }],
      }),
    )
  /** As the sender settles it: the ERP has this of a move. */
  async function posted(name: string, day: string, quantity = '10', direction = 'post') {
    const { id } = moves.get(name)!
    await ledger.database.transaction(async (tx) => {
      await tx.query(
        `with posting as (
           insert into erp_posting (company_code, id, document_type, document_id, document_no, step, direction, generation,
             reverses_posting_id, posting_key, state, posting_date, document_date, goods_movement_code, payload, user_id,
             material_document, material_document_year)
           select $1, gen_random_uuid(), 'test', gen_random_uuid(), $2, 1, $6, 1,
             case $6 when 'reverse' then (select p.id from erp_posting p join erp_posting_item i on i.posting_id = p.id
               where i.move_id = $3 and p.direction = 'post' limit 1) end,
             left(upper(gen_random_uuid()::text), 16), 'posted', $4, $4, '01', '{}', gen_random_uuid(), '5000', '2026'
           returning company_code, id)
         insert into erp_posting_item (company_code, posting_id, item_no, document_line, move_id, material_no, quantity, unit,
           movement_type) select company_code, id, 1, 1, $3, $2, $5, 'EA', '101' from posting`,
        [own, name, id, `2026-${day}`, quantity, direction],
      )
      await postIntoRecordedMonths(tx, own, {
        postingDate: `2026-${day}` as LocalDate,
        direction: direction as 'post' | 'reverse',
        items: [{ moveId: id, quantity }],
      })
    })
  }
  const months = `(select $1 as company_code, month, (to_date(month || '01', 'YYYYMMDD')::timestamp) at time zone 'Asia/Shanghai' as begins_at,
    (to_date(month || '01', 'YYYYMMDD') + interval '1 month') at time zone 'Asia/Shanghai' as ends_at
    from unnest(array['202601', '202602']) month)`
  /** Per material: by how much the ledger has more than the ERP at the end of each month. */
  async function cutOffs(from: string): Promise<Record<string, string>> {
    const rows = await ledger.database.query<{ name: string; quantities: number[] }>(
      `select concat_ws(' ', material_no, nullif(storage_location, 'W001')) as name,
         array[coalesce(sum(quantity) filter (where month = '202601'), 0), coalesce(sum(quantity) filter (where month = '202602'), 0)]::float8[] as quantities
       from ${from} c where company_code = $1 group by 1 having bool_or(quantity <> 0)`,
      [own],
    )
    return Object.fromEntries(rows.map(({ name, quantities }) => [name, quantities.join(' ')]))
  }

  // The ERP's book, which the sender keeps.
  afterAll(() =>
    ledger.database.query(
      `insert into erp_book (company_code, plant, storage_location, material_no, batch, stock_category, special_stock,
         special_stock_reference, quantity)
       select company_code, plant, storage_location, material_no, batch, stock_category, special_stock,
         special_stock_reference, sum(quantity)
       from (
         select company_code, plant, storage_location, material_no, batch, stock_category, special_stock, special_stock_reference,
           quantity from stock_balance where book = 'ERP'
         union all
         select company_code, plant, storage_location, material_no, batch, stock_category, special_stock, special_stock_reference,
           -quantity from erp_open_effect) one
       where company_code = $1 group by 1, 2, 3, 4, 5, 6, 7, 8 having sum(quantity) <> 0`,
      [own],
    ),
  )

  const expected = {
    'posted in the next month': '10 0',
    'never posted': '10 10',
    'posted before it moved': '-10 0',
    'taken back later, never posted': '10 0',
    'posted again': '0 10',
    'reversed in the ERP, taken back later': '10 0',
    'a part taken back before the rest was posted': '3 0',
    'posted in parts': '4 0',
    transferred: '-10 0',
    'transferred W002': '10 0',
  }

  test('differs by what moved in one month and is posted in another or not at all', async () => {
    for (const name of Object.keys(expected)) {
      if (name.includes('W002')) continue
      await moved(name, name === 'posted before it moved' ? '02-01' : '01-31')
    }
    for (const name of ['posted at once', 'taken back at once'] as const) await moved(name, '01-31')
    await moved(
      'no stock of the ERP',
      '01-31',
      { ...place('no stock of the ERP'), book: 'OFF' },
      { postsToErp: false },
    )
    await posted('transferred', '01-31')
    await moved('transferred', '01-31', place('transferred', 'W002'))

    await posted('posted at once', '01-31')
    await takenBack('taken back at once', '01-31', '10')
    await posted('posted in the next month', '02-01')
    await posted('posted before it moved', '01-31')
    await takenBack('taken back later, never posted', '02-01', '10')
    await posted('posted again', '01-31')
    await posted('posted again', '02-28', '10', 'reverse')
    await posted('posted again', '03-01')
    await posted('reversed in the ERP, taken back later', '01-31')
    await posted('reversed in the ERP, taken back later', '01-31', '10', 'reverse')
    await takenBack('reversed in the ERP, taken back later', '02-01', '10')
    await takenBack('a part taken back before the rest was posted', '02-01', '3')
    await posted('a part taken back before the rest was posted', '01-31', '7')
    await posted('posted in parts', '01-31', '6')
    await posted('posted in parts', '02-01', '4')
    await posted('transferred', '02-01')
    for (const isDistributed of [false, true])
      expect(await cutOffs(rebuiltCutOffs(months, isDistributed))).toEqual(expected)
  })

  test('is kept with the month, and follows what is posted into it later', async () => {
    const { database } = ledger
    await moved('posted late', '01-31')
    await database.transaction((tx) => takeSnapshot(tx, own, '202601'))
    expect(await cutOffs('stock_cut_off')).toMatchObject({ 'posted late': '10 0' })
    await posted('posted late', '01-31')
    await moved('posted into it', '02-01')
    await posted('posted into it', '01-31')
    await database.transaction((tx) => takeSnapshot(tx, own, '202602'))
    const kept = { ...expected, 'posted into it': '-10 0' }
    expect(await cutOffs('stock_cut_off')).toEqual(kept)
    await moved('posted late again', '03-01')
    await posted('posted late again', '02-28')
    await posted('never posted', '02-28')
    expect(await cutOffs('stock_cut_off')).toEqual({
      ...kept,
      'never posted': '10 0',
      'posted late again': '0 -10',
    })
    // What has neither moves nor stock in the month has its row all the same.
    expect(
      await database.query(
        `select month, closing_quantity::int from stock_period where company_code = $1 and material_no = 'posted late again'`,
        [own],
      ),
    ).toEqual([{ month: '202602', closingQuantity: 0 }])
  })
})
