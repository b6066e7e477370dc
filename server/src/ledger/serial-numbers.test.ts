import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import {
  bin,
  company,
  consumption,
  documentCalled,
  failedProofs,
  keeper,
  move,
  openLedger,
  post,
  refusalsOf,
  reverse,
  supplier,
} from './testing/ledger-fixture.ts'
import type { LedgerDatabase } from './testing/ledger-fixture.ts'
import type { StockKey } from './key.ts'
import { postMoves } from './ledger.ts'
import { reverseMoves } from './reversal.ts'
import { newId } from '@kufang/kernel/identifier.ts'
import { parseQuantity } from '@kufang/kernel/quantity.ts'

// Pieces of a serial-managed material: a move of them names each, a piece lies at one key, and a reversal moves it back.

let ledger: LedgerDatabase
let materialNo: string
let pumps = 0

beforeAll(async () => {
  ledger = await openLedger()
  await ledger.database
    .query(`insert into company (company_code, name) values ('1000', '甲'), ('2000', '乙')
     on conflict do nothing`)
})
afterAll(() => ledger.drop())

beforeEach(async () => {
  materialNo = `PUMP-${(pumps += 1)}`
  await ledger.database.query(
    `insert into material (material_no, description, material_group, unit, is_serial_managed)
     values ($1, '离心泵', 'G1', 'EA', true)`,
    [materialNo],
  )
})

const pump = (parts: Partial<StockKey> = {}) => bin({ materialNo, ...parts })
const shelf = (parts: Partial<StockKey> = {}) => bin({ materialNo, bin: 'A-02', ...parts })
const from = () => supplier({ materialNo })
const used = () => consumption({ materialNo })
const act = (no: string, moves: Parameters<typeof post>[2], document = documentCalled(no)) =>
  ledger.database.transaction((tx) => post(tx, document, moves)).then(() => document)
const receive = (...serialNumbers: string[]) =>
  act('RK1', [move(from(), pump(), String(serialNumbers.length), { serialNumbers })])
const issue = (no: string, ...serialNumbers: string[]) =>
  act(no, [move(pump(), used(), String(serialNumbers.length), { serialNumbers })])
const undo = (document: Awaited<ReturnType<typeof receive>>, no = 'CX1') =>
  ledger.database.transaction((tx) => reverse(tx, document, documentCalled(no)))
/** The pieces by bin. */
const pieces = async () => {
  const rows = await ledger.database.query<{ bin: string; numbers: string[] }>(
    `select b.bin, array_agg(n.serial_no order by n.serial_no) as numbers from stock_serial_number n
     join stock_balance b on b.company_code = n.company_code and b.key_id = n.key_id
     where n.company_code = $1 and n.material_no = $2 group by b.bin order by b.bin`,
    [company, materialNo],
  )
  return Object.fromEntries(rows.map((row) => [row.bin, row.numbers]))
}

describe('pieces with serial numbers', () => {
  test('come in, are issued, and are back after the reversal, each at one key', async () => {
    await receive('P1', 'P2', 'P3')
    await act('HW1', [move(pump(), shelf(), '1', { serialNumbers: ['P2'] })])
    const issued = await issue('CK1', 'P1', 'P3')
    expect(await pieces()).toEqual({ 'A-02': ['P2'] })
    await undo(issued)
    expect(await pieces()).toEqual({ 'A-01': ['P1', 'P3'], 'A-02': ['P2'] })
    expect(await failedProofs(ledger.database)).toEqual([])
  })

  test('are named by every movement, as many as pieces, and by no other material', async () => {
    const required = (given: number) => [
      expect.objectContaining({
        code: 'serial-numbers-required',
        line: 1,
        field: 'serialNumbers',
        params: { material: materialNo, quantity: '2', given, unit: 'EA' },
      }),
    ]
    const two = (serialNumbers?: string[]) =>
      act('RK2', [move(from(), pump(), '2', serialNumbers === undefined ? {} : { serialNumbers })])
    expect(await refusalsOf(two())).toEqual(required(0))
    expect(await refusalsOf(two(['P1']))).toEqual(required(1))
    const plain = act('RK3', [move(supplier(), bin(), '1', { serialNumbers: ['P1'] })])
    expect(await refusalsOf(plain)).toMatchObject([
      { code: 'serial-numbers-not-managed', params: { material: 'M-1', given: 1 } },
    ])
  })

  test('do not come in twice, and the place of the first one is named', async () => {
    await receive('P1')
    expect(await refusalsOf(receive('P1', 'P2'))).toMatchObject([
      {
        code: 'serial-number-in-stock',
        params: { serialNo: 'P1', place: '1100/W001/A-01', by: 'RK1' },
      },
    ])
    await issue('CK1', 'P1')
    // Repaired, it comes again.
    await receive('P1')
    expect(await pieces()).toEqual({ 'A-01': ['P1'] })
  })

  test('in stock of another company do not come in', async () => {
    const there = { companyCode: '2000' }
    await ledger.database.transaction(async (tx) => {
      await postMoves(tx, {
        companyCode: '2000',
        documentType: 'goodsReceipt',
        documentId: newId(),
        documentNo: 'RK9',
        userId: keeper,
        now: new Date(),
        idempotencyPrefix: newId(),
        moves: [
          move(supplier({ materialNo, ...there }), pump(there), '1', { serialNumbers: ['P1'] }),
        ],
      })
    })
    expect(await refusalsOf(receive('P1'))).toMatchObject([
      { code: 'serial-number-in-stock', params: { serialNo: 'P1', place: '2000 1100/W001/A-01' } },
    ])
  })

  test('leave only from where they lie: unknown, gone, elsewhere, of another material', async () => {
    await receive('P1', 'P2', 'P3')
    await act('HW1', [move(pump(), shelf(), '1', { serialNumbers: ['P2'] })])
    await issue('CK1', 'P3')
    const wrong = async (serialNo: string) => (await refusalsOf(issue('CK2', serialNo)))[0]
    expect(await wrong('P2')).toMatchObject({
      code: 'serial-number-elsewhere',
      params: { serialNo: 'P2', bin: 'A-01', place: '1100/W001/A-02' },
    })
    expect(await wrong('P3')).toMatchObject({ code: 'serial-number-gone', params: { by: 'CK1' } })
    expect(await wrong('P9')).toMatchObject({
      code: 'serial-number-unknown',
      params: { other: '' },
    })
    await receive('X1')
    const first = materialNo
    materialNo = `${first}-B`
    await ledger.database.query(
      `insert into material (material_no, description, material_group, unit, is_serial_managed)
       values ($1, '离心泵', 'G1', 'EA', true)`,
      [materialNo],
    )
    await receive('Q1')
    expect(await wrong('X1')).toMatchObject({
      code: 'serial-number-unknown',
      params: { material: materialNo, other: first },
    })
  })

  test('of which one has moved on are not taken back, and its document is named', async () => {
    const received = await receive('P1', 'P2')
    await act('RK2', [move(from(), pump(), '1', { serialNumbers: ['P3'] })])
    await issue('CK1', 'P1')
    // Two pieces lie there, but not the two of the receipt.
    expect(await refusalsOf(undo(received))).toMatchObject([
      { code: 'serial-number-moved-on', line: 1, params: { serialNo: 'P1', by: 'CK1' } },
    ])
  })

  test('issued, come back and issued again are not taken back by the first issue', async () => {
    await receive('P1')
    const first = await issue('CK1', 'P1')
    await receive('P1')
    await issue('CK2', 'P1')
    expect(await refusalsOf(undo(first))).toMatchObject([
      { code: 'serial-number-moved-on', params: { serialNo: 'P1', by: 'CK2' } },
    ])
  })

  test('are named when a part of a movement is taken back', async () => {
    await receive('P1', 'P2', 'P3')
    const issued = await issue('CK1', 'P1', 'P2', 'P3')
    const back = (serialNumbers?: string[]) =>
      ledger.database.transaction((tx) =>
        reverseMoves(tx, {
          companyCode: company,
          documentType: issued.type,
          documentId: issued.id,
          byDocumentType: issued.type,
          byDocumentId: issued.id,
          byDocumentNo: issued.no,
          userId: keeper,
          now: new Date(),
          idempotencyPrefix: newId(),
          lines: [
            {
              lineNo: 1,
              quantity: parseQuantity('1'),
              ...(serialNumbers === undefined ? {} : { serialNumbers }),
            },
          ],
        }),
      )
    expect(await refusalsOf(back())).toMatchObject([
      { code: 'serial-numbers-required', params: { quantity: '1', given: 3 } },
    ])
    await back(['P2'])
    expect(await pieces()).toEqual({ 'A-01': ['P2'] })
    await undo(issued)
    expect(await pieces()).toEqual({ 'A-01': ['P1', 'P2', 'P3'] })
    expect(await failedProofs(ledger.database)).toEqual([])
  })

  test('are issued by one of two people', async () => {
    await receive('P1', 'P2')
    const outcomes = await Promise.allSettled([issue('CK1', 'P1'), issue('CK2', 'P1')])
    expect(outcomes.map(({ status }) => status).sort()).toEqual(['fulfilled', 'rejected'])
    expect(await pieces()).toEqual({ 'A-01': ['P2'] })
  })

  test('that lay there before their material had serial numbers are named when they leave', async () => {
    await ledger.database.query(
      `update material set is_serial_managed = false where material_no = $1`,
      [materialNo],
    )
    await act('RK1', [move(from(), pump(), '2')])
    await ledger.database.query(
      `update material set is_serial_managed = true where material_no = $1`,
      [materialNo],
    )
    await receive('P3')
    await issue('CK1', 'P1')
    expect(await failedProofs(ledger.database)).toEqual([])
    expect(await refusalsOf(issue('CK2', 'P4', 'P5'))).toMatchObject([
      { code: 'serial-number-unknown', params: { serialNo: 'P5' } },
    ])
    await issue('CK3', 'P2', 'P3')
    expect(await failedProofs(ledger.database)).toEqual([])
  })
})
