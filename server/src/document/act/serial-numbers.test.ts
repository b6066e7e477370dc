import { beforeAll, describe, expect, test } from 'vitest'
import { materials, person } from '../testing/small-company.ts'
import { addSerialNumbers, newPlace, type Place } from '../testing/ground.ts'
import { expectRefused, tradeOf, useWorld } from '../testing/trade.ts'
import { worldWalker } from '../testing/world-walker.ts'
import { walk } from '../journey/walk.ts'
import { queryRoutes } from '../routes/query-routes.ts'
import { serialNumberList, serialNumberMoveList } from '../../stock/queries/list-serial-numbers.ts'
import { documentCalls } from '../testing/http.ts'
import { decideDifference, reportDifference } from '../../transfer/testing/difference.ts'

// Goods with serial numbers that move within the company: which pieces, all of them or a part.

const world = useWorld()
const { act, column, proven } = tradeOf(world, 'transfer-order')
let place: Place

beforeAll(async () => {
  await addSerialNumbers(world())
  place = await newPlace(world())
})

let pieces = 0
/** Five new valves in bin A-01. */
async function stocked(): Promise<string[]> {
  const serialNumbers = Array.from({ length: 5 }, () => `V-${(pieces += 1)}`)
  const at = await newPlace(world())
  place = at
  const { id } = await world().create('stock-initialisation', {
    companyCode: at.companyCode,
    header: { plant: at.plant, storageLocation: at.storageLocation, origin: 'new' },
    lines: [
      {
        materialNo: materials.valve,
        quantity: '5',
        bin: 'A-01',
        stockCategory: 'UU',
        amount: '100',
        serialNumbers,
      },
    ],
  })
  await walk(worldWalker(world(), at), 'stock-initialisation', id, ['submit', 'initialise'])
  return serialNumbers
}
const transfer = (quantity: string, line: object = {}) =>
  world().create('transfer-order', {
    companyCode: place.companyCode,
    header: {
      plant: place.plant,
      storageLocation: place.storageLocation,
      receivingStorageLocation: '1002',
    },
    lines: [{ materialNo: materials.valve, quantity, bin: 'A-01', receivingBin: 'B-01', ...line }],
  })
/** Where these pieces lie: bin, or the stock category where they lie in none. */
const placesOf = async (numbers: readonly string[]) =>
  (
    await world().database.query<{ at: string }>(
      `select coalesce(nullif(b.bin, ''), b.stock_category) as at
       from unnest($1::text[]) with ordinality as w (serial_no, position)
       join stock_serial_number n on n.material_no = $2 and n.serial_no = w.serial_no
       join stock_balance b on b.company_code = n.company_code and b.key_id = n.key_id order by w.position`,
      [numbers, materials.valve],
    )
  ).map(({ at }) => at)

describe('pieces that are transferred', () => {
  test('are those of the line, and a part of them arrives by name', async () => {
    const [first, second, third, ...others] = await stocked()
    const shipped = [first!, second!, third!]
    const { id } = await transfer('3', { serialNumbers: shipped })
    for (const action of ['submit', 'approve', 'ship']) await act(id, action)
    expect(await placesOf([...shipped, ...others])).toEqual(['IT', 'IT', 'IT', 'A-01', 'A-01'])
    const arrive = (quantityReceived: string, ...serialNumbers: string[]) =>
      act(id, 'receive', {
        lines: [
          { lineNo: 1, quantityReceived, ...(serialNumbers.length > 0 && { serialNumbers }) },
        ],
      })
    const at = { line: 1, field: 'serialNumbers' }
    await expectRefused(world(), () => arrive('1'), [
      { code: 'serial-numbers-required', ...at, params: { quantity: '1', given: 3 } as never },
    ])
    await expectRefused(world(), () => arrive('1', others[0]!), [
      { code: 'serial-number-not-of-source', ...at, params: { serialNo: others[0] } as never },
    ])
    await expectRefused(world(), () => arrive('1', first!, second!), [
      { code: 'serial-numbers-required', ...at, params: { quantity: '1', given: 2 } as never },
    ])
    await arrive('1', second!)
    expect(await placesOf(shipped)).toEqual(['IT', 'B-01', 'IT'])
    // What did not arrive is again where it was.
    const difference = await reportDifference(world(), id)
    const missing = (await world().read('transfer-difference', difference)).lines[0]!
    expect(missing['serialNumbers']).toEqual([first, third])
    const decide = (decided: object) =>
      decideDifference(world(), difference, [{ lineNo: 1, ...decided }])
    await expectRefused(world(), () => decide({ returnedQuantity: '1', lostQuantity: '1' }), [
      { code: 'difference-pieces-together', line: 1 },
    ])
    await decide({ returnedQuantity: '2' })
    expect(await placesOf(shipped)).toEqual(['A-01', 'B-01', 'A-01'])
    expect(await column(id, 'serialNumbers')).toEqual([shipped])
    await proven()
  })

  test('are refused as they are entered: too few, twice, another number of them than pieces', async () => {
    const [first] = await stocked()
    const at = { line: 1, field: 'serialNumbers' }
    await expectRefused(world(), () => transfer('2', { serialNumbers: [first!] }), [
      { code: 'serial-numbers-required', ...at },
    ])
    await expectRefused(world(), () => transfer('2', { serialNumbers: [first!, first!] }), [
      { code: 'serial-number-doubled', ...at },
    ])
    const { id } = await transfer('2')
    for (const action of ['submit', 'approve']) await act(id, action)
    // Nobody has said which.
    await expectRefused(world(), () => act(id, 'ship'), [
      { code: 'serial-numbers-required', ...at, params: { quantity: '2', given: 0 } as never },
    ])
  })

  test('are found in the list of what lies in a bin, the oldest first, with their movements', async () => {
    const numbers = await stocked()
    const move = await world().create('location-adjustment', {
      companyCode: place.companyCode,
      header: { plant: place.plant, storageLocation: place.storageLocation, reason: '整理库位' },
      lines: [
        {
          materialNo: materials.valve,
          quantity: '1',
          bin: 'A-01',
          targetBin: 'A-02',
          stockCategory: 'UU',
          serialNumbers: [numbers[4]!],
        },
      ],
      actionAfterCreate: 'execute',
    })
    const app = await documentCalls(
      world().database,
      person('查询员', ['KCCX']),
      queryRoutes({
        'serial-number': serialNumberList,
        'serial-number-move': serialNumberMoveList,
      }),
    )
    const list = async (name: string, payload: object) => {
      const reply = await app.inject({ method: 'POST', url: `/api/queries/${name}/list`, payload })
      expect(reply.statusCode, reply.body).toBe(200)
      return (JSON.parse(reply.body) as { datas: { rows: Record<string, unknown>[] } }).datas.rows
    }
    const eq = (field: string, value: string) => ({ field, operator: 'eq', value })
    const lying = await list('serial-number', {
      filters: [
        eq('plant', place.plant),
        eq('storageLocation', place.storageLocation),
        eq('bin', 'A-01'),
        eq('materialNo', materials.valve),
      ],
    })
    expect(lying.map(({ serialNo }) => serialNo)).toEqual(numbers.slice(0, 4).toSorted())
    const history = await list('serial-number-move', {
      parameters: { materialNo: materials.valve, serialNo: numbers[4] },
    })
    expect(history.map(({ documentNo, fromBin, toBin }) => [documentNo, fromBin, toBin])).toEqual([
      [move.docNo, 'A-01', 'A-02'],
      [expect.stringMatching(/^QC/), '', 'A-01'],
    ])
    await app.close()
  })
})
