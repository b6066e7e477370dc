import { companyToday } from '@kufang/kernel/company-day.ts'
import { addDays } from '@kufang/kernel/local-date.ts'
import { describe, expect, test } from 'vitest'
import { announced, arrived, called, decided, stocked } from '../document/testing/core-flow.ts'
import { goods, newPlace } from '../document/testing/ground.ts'
import { materials } from '../document/testing/small-company.ts'
import { expectRefused, useWorld } from '../document/testing/trade.ts'

// A batch has its dates, heat and certificate once: a later arrival does not rewrite what is recorded of its stock.

const world = useWorld()
let last = 0
const newBatch = () => `B${String((last += 1)).padStart(4, '0')}`

const noteOfResin = async () =>
  announced(world(), await newPlace(world()), goods(1, materials.resin))

/** Ten of a batch-managed material arrive with these data of the batch, on lines of four and six. */
async function arrive(
  first: Record<string, unknown>,
  second = first,
  given?: string,
): Promise<{ id: string }> {
  const note = given ?? (await noteOfResin())
  const line = (quantity: string, more: Record<string, unknown>) => ({
    source: { id: note, lineNo: 1 },
    quantity,
    bin: 'R-01',
    heatNo: null,
    certificateNo: null,
    productionDate: null,
    expiryDate: null,
    ...more,
  })
  return world().create('arrival', {
    header: { visualCheck: 'intact' },
    lines: [line('4', first), line('6', second)],
    actionAfterCreate: 'confirm',
  })
}

const recorded = async (batch: string) => {
  const [row] = await world().database.query(
    `select expiry_date, heat_no, mtc_no from batch where company_code = '1010' and batch = $1`,
    [batch],
  )
  return row
}

describe('an arrival', () => {
  test('keeps a batch as the ERP does: what is typed in small or wide letters is the same one', async () => {
    const batch = newBatch()
    const dates = { expiryDate: '2099-06-30' }
    const { id } = await arrive(
      { ...dates, batch: batch.toLowerCase() },
      { ...dates, batch: batch.replace('B', 'ｂ') },
    )
    expect((await world().read('arrival', id)).lines.map((line) => line['batch'])).toEqual([
      batch,
      batch,
    ])
    expect(
      await world().database.query(
        `select batch, sum(quantity) as quantity from stock_balance where upper(batch) = $1 and has_stock group by batch`,
        [batch],
      ),
    ).toEqual([{ batch, quantity: '10' }])
    const note = await noteOfResin()
    const foreign = { ...dates, batch: 'B*1' }
    await expectRefused(world(), () => arrive(foreign, foreign, note), [
      { code: 'input-invalid', line: 1, field: 'batch' },
      { code: 'input-invalid', line: 2, field: 'batch' },
    ])
  })

  test('is refused where the dates of a batch contradict each other, or it is not produced yet', async () => {
    const tomorrow = addDays(companyToday(), 1)
    const note = await noteOfResin()
    const dates = { batch: newBatch(), productionDate: tomorrow, expiryDate: '2026-01-01' }
    await expectRefused(world(), () => arrive(dates, { ...dates, productionDate: null }, note), [
      {
        code: 'expiry-before-production',
        line: 1,
        field: 'expiryDate',
        params: { production: tomorrow, expiry: '2026-01-01' } as never,
      },
      { code: 'production-in-future', line: 1, field: 'productionDate' },
      { code: 'batch-expired', line: 1 },
      { code: 'batch-expired', line: 2 },
    ])
  })

  test('is refused where it states something else of a batch in stock, field by field with both values', async () => {
    const batch = newBatch()
    const stated = { batch, heatNo: 'H-1', certificateNo: 'MTC-1', expiryDate: '2099-06-30' }
    await arrive(stated)
    const differs = (line: number, field: string, recorded: string, given: string) => ({
      code: 'batch-data-differs',
      line,
      field,
      params: { batch, recorded, given } as never,
    })
    const note = await noteOfResin()
    await expectRefused(
      world(),
      () =>
        arrive(
          { ...stated, heatNo: 'H-2', expiryDate: '2099-12-31' },
          { ...stated, certificateNo: 'MTC-2' },
          note,
        ),
      [
        differs(1, 'expiryDate', '2099-06-30', '2099-12-31'),
        differs(1, 'heatNo', 'H-1', 'H-2'),
        differs(2, 'certificateNo', 'MTC-1', 'MTC-2'),
      ],
    )
    await arrive(stated)
    expect(await recorded(batch)).toEqual({
      expiryDate: '2099-06-30',
      heatNo: 'H-1',
      mtcNo: 'MTC-1',
    })
  })

  test('completes what is not recorded yet, and leaves what it does not state', async () => {
    const batch = newBatch()
    await arrive({ batch, expiryDate: '2099-06-30' })
    await arrive({ batch, expiryDate: '2099-06-30', heatNo: 'H-7' })
    await arrive({ batch, expiryDate: '2099-06-30' })
    expect(await recorded(batch)).toEqual({ expiryDate: '2099-06-30', heatNo: 'H-7', mtcNo: '' })
  })

  test('states a batch once on all its lines', async () => {
    const batch = newBatch()
    const line = { batch, expiryDate: '2099-06-30' }
    const note = await noteOfResin()
    await expectRefused(
      world(),
      () => arrive({ ...line, heatNo: 'H-1' }, { ...line, heatNo: 'H-2' }, note),
      [
        {
          code: 'batch-data-mixed',
          line: 2,
          field: 'heatNo',
          params: { other: 1, recorded: 'H-1', given: 'H-2' } as never,
        },
      ],
    )
  })

  test('states a batch anew once nothing of it is in stock, as after a reversal', async () => {
    const batch = newBatch()
    const { id } = await arrive({ batch, expiryDate: '2099-06-30' })
    await world().act('arrival', id, 'reversePhysical', { input: { reason: '整单退回' } })
    await arrive({ batch, expiryDate: '2099-07-31' })
    expect(await recorded(batch)).toMatchObject({ expiryDate: '2099-07-31' })
  })

  test('of two at once that state a new batch differently is one', async () => {
    const batch = newBatch()
    const ended = await Promise.allSettled(
      ['2099-06-30', '2099-07-31'].map((expiryDate) => arrive({ batch, expiryDate })),
    )
    expect(ended.map(({ status }) => status).toSorted()).toEqual(['fulfilled', 'rejected'])
  })
})

test('opening stock is refused where it states another expiry than a batch in stock has', async () => {
  const batch = newBatch()
  await arrive({ batch, expiryDate: '2099-06-30' })
  const enter = async (expiryDate: string) =>
    stocked(world(), await newPlace(world()), goods(1, materials.resin), { batch, expiryDate })
  const place = await newPlace(world())
  await expectRefused(
    world(),
    () => stocked(world(), place, goods(1, materials.resin), { batch, expiryDate: '2099-07-31' }),
    [{ code: 'batch-data-differs', line: 1, field: 'expiryDate' }],
  )
  await enter('2099-06-30')
})

test('the remaining life is judged at the gate: goods that were accepted are received until they expire', async () => {
  const today = companyToday()
  const batch = newBatch()
  const { arrival, notice } = await arrived(
    world(),
    await newPlace(world()),
    goods(1, materials.resin),
    { batch, expiryDate: addDays(today, 100) },
  )
  await called(world(), notice)
  await decided(world(), notice)
  const receive = () =>
    world().create('goods-receipt', {
      header: {},
      lines: [
        { source: { id: arrival, lineNo: 1 }, quantity: '10', stockCategory: 'UU', bin: 'A-01' },
      ],
      actionAfterCreate: 'receive',
    })
  const expires = (expiryDate: string) =>
    world().database.query('update arrival_line set expiry_date = $2 where document_id = $1', [
      arrival,
      expiryDate,
    ])
  await expires(addDays(today, -1))
  await expectRefused(world(), receive, [{ code: 'batch-expired', line: 1, field: 'expiryDate' }])
  // The inspection took months: less is left than is asked for at the gate.
  await expires(addDays(today, 30))
  expect((await receive()).id).not.toBe('')
})
