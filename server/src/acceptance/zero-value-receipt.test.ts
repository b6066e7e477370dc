import { describe, expect, test } from 'vitest'
import { testConformance } from '../document/conformance/conformance.ts'
import { arrived, called } from '../document/testing/core-flow.ts'
import { goods, newPlace, type Place } from '../document/testing/ground.ts'
import { materials } from '../document/testing/small-company.ts'
import { approveReversal, expectRefused, tradeOf, useWorld } from '../document/testing/trade.ts'

testConformance('zero-value-receipt')

describe('surplus spares', () => {
  const world = useWorld()
  const trade = tradeOf(world, 'zero-value-receipt')

  /** The receipt of so many surplus spares of this material that were in a crate of valves. */
  async function found(
    place: Place,
    materialNo: string,
    count: number,
    more: readonly string[] = [],
  ): Promise<string> {
    const { notice } = await arrived(world(), place, goods(1))
    await called(world(), notice)
    const { id } = await world().create('packing-check', {
      header: { caseNo: '1/1' },
      lines: [
        {
          source: { id: notice, lineNo: 1 },
          quantity: '10',
          itemKind: 'spare',
          itemName: '密封垫',
          foundCount: 10 + count,
          spareMaterialNo: materialNo,
        },
        ...more.map((itemName) => ({
          source: { id: notice, lineNo: 1 },
          quantity: '10',
          itemKind: 'tool',
          itemName,
          foundCount: 1,
          spareMaterialNo: materialNo,
        })),
      ],
      actionAfterCreate: 'confirm',
    })
    const [made] = await world().database.query<{ id: string }>(
      `select to_id as id from document_link where from_id = $1 and to_type = 'zero-value-receipt'`,
      [id],
    )
    return made!.id
  }
  const receive = (id: string, line: Record<string, unknown> = {}) =>
    trade.act(id, 'receive', { lines: [{ lineNo: 1, bin: 'A-01', ...line }] })
  const balances = ({ companyCode, storageLocation }: Place, materialNo: string) =>
    world().database.query(
      `select book, bin, batch, quantity from stock_balance
       where company_code = $1 and storage_location = $2 and material_no = $3 and quantity > 0 order by book`,
      [companyCode, storageLocation, materialNo],
    )

  test('lie in the book without value, beside what was bought, and the ERP is told 511', async () => {
    const place = await newPlace(world())
    const { companyCode, plant, storageLocation } = place
    const bought = await world().create('stock-initialisation', {
      companyCode,
      header: { plant, storageLocation, origin: 'new' },
      lines: [{ materialNo: materials.bolt, quantity: '5', bin: 'A-01', stockCategory: 'UU' }],
      actionAfterCreate: 'submit',
    })
    await world().act('stock-initialisation', bought.id, 'initialise')
    const id = await found(place, materials.bolt, 3)
    await receive(id)
    expect(await balances(place, materials.bolt)).toEqual([
      { book: 'ERP', bin: 'A-01', batch: '', quantity: '5' },
      { book: 'ZERO', bin: 'A-01', batch: '', quantity: '3' },
    ])
    await trade.act(id, 'review')
    await trade.act(id, 'post')
    await world().send()
    expect((await trade.header(id)).erpState).toBe('posted')
    expect(
      await world().database.query(
        `select movement_type, amount from stock_move where document_id = $1`,
        [id],
      ),
    ).toEqual([{ movementType: '511', amount: '0' }])
    await trade.proven()
    await approveReversal(world(), 'zero-value-receipt', id)
    await trade.act(id, 'reverse')
    await world().send()
    await trade.act(id, 'reversePhysical', { input: { reason: '清点有误' } })
    expect(await balances(place, materials.bolt)).toEqual([
      { book: 'ERP', bin: 'A-01', batch: '', quantity: '5' },
    ])
    await trade.proven()
  })

  test('are received whole, each line with its bin, and reviewed by somebody else', async () => {
    const id = await found(await newPlace(world()), materials.bolt, 3, ['扳手'])
    await expectRefused(world(), () => receive(id), [
      { code: 'field-required', line: 2, field: 'bin' },
    ])
    const both = (bin: string) => ({ lines: [1, 2].map((lineNo) => ({ lineNo, bin })) })
    await expectRefused(world(), () => trade.act(id, 'receive', both('Z-99')), [
      { code: 'master-unknown', line: 1, field: 'bin' },
      { code: 'master-unknown', line: 2, field: 'bin' },
    ])
    await trade.act(id, 'receive', both('A-02'))
    expect(await trade.column(id, 'bin')).toEqual(['A-02', 'A-02'])
    const { acts } = await trade.header(id)
    await expectRefused(world(), () => trade.actAs(acts['receive']!.userId, id, 'review'), [
      { code: 'separation-of-duties' },
    ])
  })

  test('with a shelf life and batches need both, and keep them', async () => {
    const place = await newPlace(world())
    const id = await found(place, materials.resin, 2)
    await expectRefused(world(), () => receive(id), [
      { code: 'batch-required', line: 1, field: 'batch' },
      { code: 'expiry-required', line: 1, field: 'expiryDate' },
    ])
    const contrary = { batch: 'B-1', productionDate: '2025-06-01', expiryDate: '2025-01-01' }
    await expectRefused(world(), () => receive(id, contrary), [
      { code: 'expiry-before-production', line: 1, field: 'expiryDate' },
      { code: 'batch-expired', line: 1 },
    ])
    await receive(id, { batch: 'B-1', expiryDate: '2099-01-01' })
    expect(await balances(place, materials.resin)).toEqual([
      { book: 'ZERO', bin: 'A-01', batch: 'B-1', quantity: '2' },
    ])
    expect(await trade.column(id, 'expiryDate')).toEqual(['2099-01-01'])
  })

  test('that the supplier takes back are cancelled, and received no more', async () => {
    const id = await found(await newPlace(world()), materials.bolt, 1)
    await trade.act(id, 'cancel', { input: { reason: '供应商取回多余备件' } })
    await expectRefused(world(), () => receive(id), [{ code: 'wrong-state' }])
  })
})
