import { subtractQuantity, type Quantity } from '@kufang/kernel/quantity.ts'
import type { Team } from '../../tools/demo/team.ts'
import type { EmptyPlace } from './goods.ts'

const type = 'stocktaking'

/**
 * Counts the stock of a place, of whose first line a piece is missing: counted twice, explained, reviewed and posted, which in
 * the plants of these places is done by a physical inventory document.
 * @param key the idempotency key of a step
 * @returns the id of the count
 */
export async function adjustByCount(
  team: Team,
  { companyCode, plant, storageLocation }: EmptyPlace,
  key: (step: string) => string,
): Promise<string> {
  const { materialEngineer, counter, shiftLeader, poster } = team
  const { rows } = await materialEngineer.client.read<{
    rows: { materialNo: string; bin: string; stockCategory: string }[]
  }>('POST', '/api/queries/stock/list', {
    filters: [
      { field: 'plant', operator: 'eq', value: plant },
      { field: 'storageLocation', operator: 'eq', value: storageLocation },
    ],
    size: 10,
  })
  const request = {
    companyCode,
    header: { plant, storageLocation, countType: 'cycle', isBlind: false },
    lines: rows.map(({ materialNo, bin, stockCategory }) => ({ materialNo, bin, stockCategory })),
    actionAfterCreate: 'start',
  }
  const { id } = await materialEngineer.create(type, request, key('order a count'))
  const { header, lines } = await materialEngineer.open(type, id)
  const found = (name: string) =>
    lines.map(({ lineNo, quantity }, index) => ({
      lineNo: Number(lineNo),
      [name]: index === 0 ? subtractQuantity(quantity as Quantity, '1' as Quantity) : quantity,
    }))
  const keeper = team.storekeeperOf(companyCode)
  const counted = await keeper.act(
    type,
    { id, version: Number(header.version) },
    'count',
    key('count'),
    undefined,
    found('countedQuantity'),
  )
  const again = await counter.act(
    type,
    counted,
    'recount',
    key('count again'),
    undefined,
    found('recountedQuantity'),
  )
  const why = [
    { lineNo: Number(lines[0]!.lineNo), differenceReason: 'lost', treatment: '故障演练' },
  ]
  const explained = await materialEngineer.act(
    type,
    again,
    'explain',
    key('explain'),
    undefined,
    why,
  )
  await shiftLeader.act(type, explained, 'review', key('review the difference'))
  await poster.openAndAct(type, id, 'post', key('post the difference'))
  return id
}
