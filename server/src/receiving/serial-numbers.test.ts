import { describe, expect, test } from 'vitest'
import { called } from '../document/testing/core-flow.ts'
import { linesFrom, makeOver, walk } from '../document/journey/walk.ts'
import { expectRefused, tradeOf, useWorld } from '../document/testing/trade.ts'
import { worldWalker } from '../document/testing/world-walker.ts'
import { gauge, pump, useSerialGoods } from './testing/serial-trial.ts'

// Goods with a serial number profile (MARC-SERNP): each piece is named from where it comes in to where it goes, in both books.

const world = useWorld()
const trial = useSerialGoods(world)
const trade = tradeOf(world, 'goods-receipt')
const walker = () => worldWalker(world(), trial().place)

/** A confirmed delivery note for some pieces of an item. */
async function announced(lineNo: number, quantity: string, serialNumbers?: string[]) {
  const { id } = await world().create('delivery-note', {
    header: { etaDate: '2099-12-01', deliveryMode: 'warehouse' },
    lines: [
      {
        source: { id: trial().order, lineNo },
        quantity,
        ...(serialNumbers === undefined ? {} : { serialNumbers }),
      },
    ],
  })
  await walk(walker(), 'delivery-note', id, ['submit', 'confirm'])
  return id
}
const arrive = (note: string, quantity: string, line: object = {}) =>
  world().create('arrival', {
    header: { visualCheck: 'intact' },
    lines: [{ source: { id: note, lineNo: 1 }, quantity, bin: 'R-01', ...line }],
    actionAfterCreate: 'confirm',
  })
/** The notice of an arrival's only line, ready to be inspected. */
async function noticed(arrival: string) {
  const notice = (await walker().successorOf('arrival', arrival, 'inspection-notice'))!
  await called(world(), notice)
  return notice
}
const decide = (notice: string, line: Record<string, unknown>) =>
  world().create('inspection-order', {
    header: { inspectionMethod: 'full' },
    lines: [{ source: { id: notice, lineNo: 1 }, missingQuantity: '0', ...line }],
    actionAfterCreate: 'decide',
  })
const inspected = async (arrival: string, line: Record<string, unknown>) =>
  decide(await noticed(arrival), line)
const accepted = (quantity: string) => ({
  quantity,
  acceptedQuantity: quantity,
  rejectedQuantity: '0',
})
async function postedReceipt(arrival: string) {
  const over = await linesFrom(walker(), 'arrival', arrival)
  const receipt = await makeOver(walker(), 'goods-receipt', over, ['receive', 'review', 'post'])
  await trial().erp.send()
  expect((await world().read('goods-receipt', receipt)).header.erpState).toBe('posted')
  return receipt
}
/** Pieces arrived, accepted, received and posted. */
async function received(lineNo: number, ...serialNumbers: string[]) {
  const quantity = String(serialNumbers.length)
  const { id } = await arrive(await announced(lineNo, quantity, serialNumbers), quantity)
  if (lineNo === 10) await inspected(id, accepted(quantity))
  return { arrival: id, receipt: await postedReceipt(id) }
}
/** A goods issue of two pieces from bin A-01. */
async function issue(materialNo: string, line: object, way: string[] = ['issue']) {
  const reservation = await trial().reserve([materialNo])
  const asked = await makeOver(
    walker(),
    'requisition',
    await linesFrom(walker(), 'reservation', reservation),
    ['submit', 'approve'],
  )
  const { id } = await world().create('goods-issue', {
    header: { recipient: '沈一诺' },
    lines: [{ source: { id: asked, lineNo: 1 }, quantity: '2', bin: 'A-01', ...line }],
  })
  await walk(walker(), 'goods-issue', id, way as never)
  return id
}

describe('goods with serial numbers', () => {
  test('are named by the supplier, decided by piece, received, issued and taken back as the same pieces', async () => {
    const note = await announced(10, '4', ['a-1', 'A-2', 'A-3', 'A-4'])
    const { id: arrival } = await arrive(note, '4')
    expect(await tradeOf(world, 'arrival').column(arrival, 'serialNumbers')).toEqual([
      ['A-1', 'A-2', 'A-3', 'A-4'],
    ])
    const rejecting = {
      quantity: '4',
      acceptedQuantity: '3',
      rejectedQuantity: '1',
      defectClass: 'surface',
    }
    const notice = await noticed(arrival)
    await expectRefused(world(), () => decide(notice, rejecting), [
      { code: 'serial-numbers-required', line: 1, field: 'rejectedSerialNumbers' },
    ])
    const rejects = (serialNo: string) => ({ ...rejecting, rejectedSerialNumbers: [serialNo] })
    await expectRefused(world(), () => decide(notice, rejects('A-9')), [
      { code: 'serial-number-not-of-source', field: 'rejectedSerialNumbers' },
    ])
    await decide(notice, rejects('A-2'))
    const receipt = await postedReceipt(arrival)
    expect(await trade.column(receipt, 'serialNumbers')).toEqual([['A-1', 'A-3', 'A-4'], ['A-2']])
    expect(await trial().pieces(pump)).toEqual({
      'A-01 UU': ['A-1', 'A-3', 'A-4'],
      'X-01 BL': ['A-2'],
    })
    const issued = await issue(pump, { serialNumbers: ['A-3', 'A-4'] }, ['issue', 'review', 'post'])
    await trial().erp.send()
    expect(await trial().posted(pump)).toEqual([
      '101 A-1 A-2 A-3 A-4',
      '201 A-3 A-4',
      '321 A-1 A-3 A-4',
      '350 A-2',
    ])
    await trial().reverse('goods-issue', issued)
    await world().act('goods-issue', issued, 'reversePhysical', { input: { reason: '退回' } })
    const [asked] = await tradeOf(world, 'goods-issue').column(issued, 'sourceId')
    await world().act('requisition', String(asked), 'writeOff', { input: { reason: '不再需要' } })
    await trial().reverse('goods-receipt', receipt)
    await world().act('goods-receipt', receipt, 'reversePhysical', {
      input: { reason: '整单退回' },
    })
    expect(await trial().pieces(pump)).toEqual({ 'R-01 QI': ['A-1', 'A-2', 'A-3', 'A-4'] })
    expect(await trial().posted(pump)).toEqual([
      '101 A-1 A-2 A-3 A-4',
      '102 A-1 A-2 A-3 A-4',
      '201 A-3 A-4',
      '202 A-3 A-4',
      '321 A-1 A-3 A-4',
      '322 A-1 A-3 A-4',
      '349 A-2',
      '350 A-2',
    ])
    await trade.proven()
  })

  test('are named at the receipt where nobody inspects them', async () => {
    const { id: arrival } = await arrive(await announced(20, '2'), '2')
    const receive = (serialNumbers?: string[], quantity = '2') =>
      world().create('goods-receipt', {
        header: {},
        lines: [
          {
            source: { id: arrival, lineNo: 1 },
            quantity,
            stockCategory: 'UU',
            bin: 'A-01',
            ...(serialNumbers === undefined ? {} : { serialNumbers }),
          },
        ],
        actionAfterCreate: 'receive',
      })
    const at = { line: 1, field: 'serialNumbers' }
    await expectRefused(world(), () => receive(), [
      { code: 'serial-numbers-required', ...at, params: { quantity: '2', given: 0 } as never },
    ])
    await expectRefused(world(), () => receive(['G-1']), [
      { code: 'serial-numbers-required', ...at, params: { quantity: '2', given: 1 } as never },
    ])
    await expectRefused(world(), () => receive(['G-1', ' g-1 ']), [
      { code: 'serial-number-doubled', ...at, params: { serialNo: 'G-1' } as never },
    ])
    await receive(['G-1', '0012'])
    expect(await trial().pieces(gauge)).toEqual({ 'A-01 UU': ['12', 'G-1'] })
  })

  test('do not arrive twice, and other goods have none', async () => {
    await received(10, 'B-1', 'B-2')
    const again = await announced(10, '1', ['B-1'])
    await expectRefused(world(), () => arrive(again, '1'), [
      {
        code: 'serial-number-in-stock',
        params: {
          serialNo: 'B-1',
          place: `${trial().place.plant}/${trial().place.storageLocation}/A-01`,
        } as never,
      },
    ])
    // The gate reads another number than was announced.
    await arrive(again, '1', { serialNumbers: ['B-3'] })
    const place = trial().place
    await expectRefused(
      world(),
      () =>
        world().create('stock-initialisation', {
          companyCode: place.companyCode,
          header: { plant: place.plant, storageLocation: place.storageLocation, origin: 'new' },
          lines: [
            {
              materialNo: 'M-VALVE',
              quantity: '1',
              bin: 'A-01',
              stockCategory: 'UU',
              serialNumbers: ['V-1'],
            },
          ],
        }),
      [{ code: 'serial-numbers-not-managed', line: 1, params: { given: 1 } as never }],
    )
  })

  test('are proposed at the issue, the oldest first, and only what lies in the bin is issued', async () => {
    await received(20, 'H-1', 'H-2', 'H-3')
    const reservation = await trial().reserve([gauge])
    const asked = await makeOver(
      walker(),
      'requisition',
      await linesFrom(walker(), 'reservation', reservation),
      ['submit', 'approve'],
    )
    const proposed = await walker().propose('goods-issue', 'storekeeper', [
      { id: asked, lineNo: 1 },
    ])
    expect(proposed.lines.map((line) => line['serialNumbers'])).toEqual([['12', 'G-1']])
    const take = (serialNumbers: string[]) =>
      world().create('goods-issue', {
        header: { recipient: '沈一诺' },
        lines: [{ source: { id: asked, lineNo: 1 }, quantity: '2', bin: 'A-01', serialNumbers }],
        actionAfterCreate: 'issue',
      })
    await expectRefused(world(), () => take(['G-1', 'H-9']), [
      {
        code: 'serial-number-unknown',
        line: 1,
        field: 'serialNumbers',
        params: { serialNo: 'H-9' } as never,
      },
    ])
    // A number of the pumps.
    await expectRefused(world(), () => take(['G-1', 'B-2']), [
      {
        code: 'serial-number-unknown',
        params: { serialNo: 'B-2', material: gauge, other: pump } as never,
      },
    ])
    await take(['G-1', 'H-3'])
    const next = await issue(gauge, { serialNumbers: ['H-1', 'H-3'] }, [])
    // Already when they are picked, before anybody issues them.
    await expectRefused(world(), () => world().act('goods-issue', next, 'pick'), [
      { code: 'serial-number-gone', field: 'serialNumbers', params: { serialNo: 'H-3' } as never },
    ])
    await expectRefused(world(), () => world().act('goods-issue', next, 'issue'), [
      { code: 'serial-number-gone', params: { serialNo: 'H-3' } as never },
    ])
    await trade.proven()
  })

  test('of which a part is received keep their own numbers in each receipt', async () => {
    const { id: arrival } = await arrive(await announced(10, '3', ['C-1', 'C-2', 'C-3']), '3')
    await inspected(arrival, accepted('3'))
    const part = (quantity: string, line: object = {}) =>
      world().create('goods-receipt', {
        header: {},
        lines: [
          {
            source: { id: arrival, lineNo: 1 },
            quantity,
            stockCategory: 'UU',
            bin: 'A-02',
            ...line,
          },
        ],
        actionAfterCreate: 'receive',
      })
    const { id: first } = await part('1', { serialNumbers: ['C-2'] })
    await expectRefused(world(), () => part('2', { serialNumbers: ['C-2', 'C-3'] }), [
      { code: 'serial-number-not-of-source', params: { serialNo: 'C-2' } as never },
    ])
    const { id: second } = await part('2')
    expect(await trade.column(first, 'serialNumbers')).toEqual([['C-2']])
    expect(await trade.column(second, 'serialNumbers')).toEqual([['C-1', 'C-3']])
  })

  test('announced together arrive in two parts, each with those that have not come yet', async () => {
    const note = await announced(10, '3', ['F-1', 'F-2', 'F-3'])
    const { id: first } = await arrive(note, '1', { serialNumbers: ['F-2'] })
    const { id: second } = await arrive(note, '2')
    const arrived = tradeOf(world, 'arrival')
    expect(await arrived.column(first, 'serialNumbers')).toEqual([['F-2']])
    expect(await arrived.column(second, 'serialNumbers')).toEqual([['F-1', 'F-3']])
  })

  test('found missing go back to the delivery note, and arrive again', async () => {
    const note = await announced(10, '2', ['D-1', 'D-2'])
    const { id: arrival } = await arrive(note, '2')
    await inspected(arrival, {
      quantity: '2',
      acceptedQuantity: '1',
      rejectedQuantity: '0',
      missingQuantity: '1',
      missingSerialNumbers: ['D-1'],
    })
    expect((await trial().pieces(pump))['R-01 QI']).not.toContain('D-1')
    await arrive(note, '1')
    expect((await trial().pieces(pump))['R-01 QI']).toContain('D-1')
    await trade.proven()
  })

  test.for(['inspection-stock', 'blocked-stock'])(
    'destroyed by a test of goods in %s are named, leave the stock and are whole again with the decision',
    async (route) => {
      await world().database.query(
        `insert into business_parameter (company_code, id, name, value, valid_from, changed_by, changed_by_name)
         values ('1010', gen_random_uuid(), 'receiving.route', to_jsonb($1::text), $2, gen_random_uuid(), '测试')`,
        [route, route === 'blocked-stock' ? '2020-02-01' : '2020-01-01'],
      )
      const [first, second] = route === 'blocked-stock' ? ['H-1', 'H-2'] : ['G-1', 'G-2']
      const { id: arrival } = await arrive(await announced(10, '2', [first!, second!]), '2')
      const notice = await noticed(arrival)
      const destroying = {
        quantity: '2',
        acceptedQuantity: '1',
        rejectedQuantity: '0',
        destroyedQuantity: '1',
      }
      await expectRefused(world(), () => decide(notice, destroying), [
        { code: 'serial-numbers-required', line: 1, field: 'destroyedSerialNumbers' },
      ])
      const { id } = await decide(notice, { ...destroying, destroyedSerialNumbers: [second] })
      const sample = (await walker().successorOf('inspection-order', id, 'sample-withdrawal'))!
      expect(await tradeOf(world, 'sample-withdrawal').column(sample, 'serialNumbers')).toEqual([
        [second],
      ])
      const waiting = route === 'blocked-stock' ? 'R-01 GRB' : 'R-01 QI'
      expect((await trial().pieces(pump))[waiting]).toContain(first)
      expect((await trial().pieces(pump))[waiting]).not.toContain(second)
      await world().act('inspection-order', id, 'withdraw', { input: { reason: '误判' } })
      expect((await trial().pieces(pump))[waiting]).toContain(second)
      await decide(notice, { ...destroying, destroyedSerialNumbers: [second] })
      await postedReceipt(arrival)
      const posted = await trial().posted(pump)
      expect(posted).toContain(`331 ${second}`)
      if (route === 'blocked-stock')
        expect(posted).toEqual(expect.arrayContaining([`105 ${first}`, `105 ${second}`]))
      await trade.proven()
    },
  )
})
