import type { ActionRequest, LineInput } from '@kufang/contract/document/api.ts'
import { describe, expect, test } from 'vitest'
import { testConformance } from '../document/conformance/conformance.ts'
import { makeOver } from '../document/journey/walk.ts'
import { goods, newPlace, type Place } from '../document/testing/ground.ts'
import { materials } from '../document/testing/small-company.ts'
import { approveReversal, expectRefused, useWorld } from '../document/testing/trade.ts'
import { worldWalker } from '../document/testing/world-walker.ts'
import { runProofs } from '../ledger/public.ts'

const name = 'stocktaking'

testConformance('stocktaking')

describe('counting what lies in the bins', () => {
  const world = useWorld()

  const filled = async (quantity = '20', kinds = 2): Promise<Place> => {
    const place = await newPlace(world())
    await makeOver(
      worldWalker(world(), place),
      'stock-initialisation',
      goods(kinds, materials.valve, quantity),
      ['submit', 'initialise'],
    )
    return place
  }
  const ordered = async (place: Place, more: LineInput[] = []) => {
    const lines = goods(2).map(({ materialNo }) => ({
      materialNo,
      bin: 'A-01',
      stockCategory: 'UU',
    }))
    const { companyCode, ...where } = place
    const { id } = await world().create(name, {
      companyCode,
      header: { ...where, countType: 'cycle' },
      lines: [...lines, ...more],
      actionAfterCreate: 'start',
    })
    return id
  }
  const act = (id: string, action: string, request: Partial<ActionRequest> = {}) =>
    world().act(name, id, action, request)
  const read = async (id: string) => {
    const { header, lines } = await world().read(name, id)
    const of = (field: string) => lines.map((line) => line[field])
    return { header, lines, of }
  }
  const stockOf = async (place: Place) =>
    Object.fromEntries(
      (
        await world().database.query<{ materialNo: string; quantity: string }>(
          `select material_no, quantity from stock_balance where storage_location = $1 and place = 'stock'`,
          [place.storageLocation],
        )
      ).map(({ materialNo, quantity }) => [materialNo, quantity]),
    )
  const found = (...counts: string[]) => ({
    lines: counts.map((countedQuantity, index) => ({ lineNo: index + 1, countedQuantity })),
  })
  const adjusted = async (place: Place, ...counts: string[]) => {
    const id = await ordered(place)
    await act(id, 'count', found(...counts))
    const { lines } = await read(id)
    await act(id, 'explain', {
      lines: lines
        .filter((line) => line['differenceQuantity'] !== '0')
        .map(({ lineNo }) => ({ lineNo, differenceReason: 'lost' })),
    })
    await act(id, 'review')
    return id
  }

  test('the books are what lay there when the count was started, and goods that move meanwhile are no difference', async () => {
    const place = await filled('20')
    const id = await ordered(place)
    expect((await read(id)).of('quantity')).toEqual(['20', '20'])
    // Five pieces of the first kind leave the stock before the counter comes to them.
    await adjusted(place, '15', '20')
    await act(id, 'count', found('15', '17'))
    const { header, of } = await read(id)
    expect([header.state, of('differenceQuantity')]).toEqual(['differing', ['0', '-3']])
  })

  test('lines are counted in parts, and only with the last one the order goes on', async () => {
    const id = await ordered(await filled())
    await act(id, 'count', { lines: [{ lineNo: 2, countedQuantity: '20' }] })
    const { header, of } = await read(id)
    expect([header.state, of('countedQuantity'), of('differenceQuantity')]).toEqual([
      'counting',
      [null, '20'],
      [null, null],
    ])
    await act(id, 'count', { lines: [{ lineNo: 1, countedQuantity: '20' }] })
    expect((await read(id)).header.state).toBe('counted')
  })

  test('an empty bin is counted as zero, and goods the books do not know are counted beside the others', async () => {
    const place = await filled()
    const id = await ordered(place, [
      { materialNo: materials.bolt, bin: 'A-02', stockCategory: 'UU' },
    ])
    expect((await read(id)).of('quantity')).toEqual(['20', '20', '0'])
    await act(id, 'count', found('0', '20', '7'))
    expect((await read(id)).of('differenceQuantity')).toEqual(['-20', '0', '7'])
  })

  test('a line counted twice in one go, one there is none of, one without a count and pieces in parts are refused at their line', async () => {
    const id = await ordered(await filled())
    const refused = (lines: NonNullable<ActionRequest['lines']>, code: string, line?: number) =>
      expectRefused(world(), () => act(id, 'count', { lines }), [
        { code, ...(line === undefined ? {} : { line }) },
      ])
    const counted = (lineNo: number, countedQuantity: string) => ({ lineNo, countedQuantity })
    await refused([counted(1, '1'), counted(1, '2')], 'line-twice', 1)
    await refused([counted(9, '1')], 'line-unknown', 9)
    await refused([{ lineNo: 2 }], 'field-required', 2)
    await refused([counted(2, '1.5')], 'quantity-whole-only', 2)
    await refused([counted(2, '-1')], 'input-invalid', 2)
    await refused([], 'lines-required')
  })

  test('who counted does not count again, and what the second one finds is what counts', async () => {
    const id = await ordered(await filled())
    await act(id, 'count', found('20', '17'))
    await act(id, 'recount', { lines: [{ lineNo: 2, recountedQuantity: '20' }] })
    const { header, of } = await read(id)
    expect([header.state, of('differenceQuantity')]).toEqual(['counted', ['0', '0']])
  })

  test('a line without a difference is not explained, and nothing is approved before each difference is', async () => {
    const id = await ordered(await filled())
    await act(id, 'count', found('18', '17'))
    const explain = (...lineNos: number[]) =>
      act(id, 'explain', {
        lines: lineNos.map((lineNo) => ({ lineNo, differenceReason: 'lost' })),
      })
    await explain(1)
    expect((await read(id)).header.state).toBe('differing')
    await explain(2)
    expect((await read(id)).header.state).toBe('handled')
    const other = await ordered(await filled())
    await act(other, 'count', found('20', '17'))
    await expectRefused(
      world(),
      () => act(other, 'explain', { lines: [{ lineNo: 1, differenceReason: 'lost' }] }),
      [{ code: 'no-difference', line: 1, params: { material: materials.valve, bin: 'A-01' } }],
    )
  })

  test('adjusted, the stock is what was found, and SAP books what was missing as 702 and what was too much as 701', async () => {
    const place = await filled()
    const id = await adjusted(place, '17', '24')
    const [first, second] = goods(2).map(({ materialNo }) => materialNo)
    expect(await stockOf(place)).toEqual({ [first!]: '17', [second!]: '24' })
    await act(id, 'post')
    await world().send()
    expect((await read(id)).header.erpState).toBe('posted')
    expect(
      await world().database.query(
        `select i.document_line, i.movement_type, i.quantity from erp_posting_item i
         join erp_posting p on p.company_code = i.company_code and p.id = i.posting_id where p.document_id = $1 order by 1`,
        [id],
      ),
    ).toEqual([
      { documentLine: 1, movementType: '702', quantity: '3' },
      { documentLine: 2, movementType: '701', quantity: '4' },
    ])
  })

  test('of 3 missing pieces 2 are found again: these go back, the third is booked alone', async () => {
    const place = await filled()
    const id = await adjusted(place, '17', '20')
    await approveReversal(world(), 'stocktaking', id)
    await act(id, 'reversePart', {
      lines: [{ lineNo: 1, quantityBack: '2' }],
    })
    const { header, of } = await read(id)
    expect([header.state, header.erpState, of('adjustedQuantity')]).toEqual([
      'adjusted',
      'unposted',
      ['1', null],
    ])
    const [first] = goods(2).map(({ materialNo }) => materialNo)
    expect((await stockOf(place))[first!]).toBe('19')
    await act(id, 'post')
    await world().send()
    expect(
      await world().database.query(
        `select i.quantity from erp_posting_item i
         join erp_posting p on p.company_code = i.company_code and p.id = i.posting_id where p.document_id = $1`,
        [id],
      ),
    ).toEqual([{ quantity: '1' }])
    for (const proof of await runProofs(world().database))
      expect(proof.rows, proof.name).toEqual([])
  })

  test('cancelled in SAP, one line goes back as a whole and the other is posted again: the count is posted', async () => {
    const id = await adjusted(await filled(), '17', '24')
    await act(id, 'post')
    await world().send()
    world().erp.cancel(String((await read(id)).of('materialDocument')[0]), 'MUELLER')
    await world().watchErp()
    expect((await read(id)).of('lineErpState')).toEqual(['cancelledInErp', 'cancelledInErp'])
    await approveReversal(world(), 'stocktaking', id)
    await act(id, 'reversePart', { lines: [{ lineNo: 1, quantityBack: '3' }] })
    expect((await read(id)).of('lineErpState')).toEqual(['notNeeded', 'cancelledInErp'])
    await act(id, 'post')
    await world().send()
    const { header, of } = await read(id)
    expect([header.erpState, of('lineErpState')]).toEqual(['posted', ['notNeeded', 'posted']])
    for (const proof of await runProofs(world().database))
      expect(proof.rows, proof.name).toEqual([])
  })

  test('no more goes back than was adjusted; where all of it does, the order is reversed and nothing is left to book', async () => {
    const id = await adjusted(await filled(), '17', '24')
    const back = (...quantities: string[]) =>
      act(id, 'reversePart', {
        lines: quantities.map((quantityBack, index) => ({ lineNo: index + 1, quantityBack })),
      })
    await approveReversal(world(), 'stocktaking', id)
    await expectRefused(world(), () => back('4', '4'), [
      {
        code: 'quantity-beyond-line',
        line: 1,
        field: 'quantityBack',
        params: { quantity: '4', allowed: '3', limit: '已调账数量' } as never,
      },
    ])
    await expectRefused(world(), () => back('0', '0'), [{ code: 'lines-required' }])
    await back('3', '1')
    const part = await read(id)
    expect([part.header.erpState, part.of('lineErpState')]).toEqual([
      'unposted',
      ['notNeeded', 'unposted'],
    ])
    await approveReversal(world(), 'stocktaking', id)
    await back('0', '3')
    const { header } = await read(id)
    expect([header.state, header.erpState]).toEqual(['reversed', 'notNeeded'])
  })

  test('a stock is counted once on an order, in a bin of the storage location', async () => {
    const place = await filled()
    const line = { materialNo: materials.valve, bin: 'A-01', stockCategory: 'UU' }
    const { companyCode, ...where } = place
    const create = (...lines: object[]) =>
      world().create(name, {
        companyCode,
        header: { ...where, countType: 'spot' },
        lines: lines as never,
      })
    await expectRefused(world(), () => create(line, line), [{ code: 'line-repeated', line: 2 }])
    await expectRefused(world(), () => create({ ...line, bin: 'Z-99' }), [
      { code: 'master-unknown', line: 1, field: 'bin' },
    ])
  })
})
