import type { World } from '../../testing/world.ts'
import type { Ground } from './books.ts'
import { entered, kindOf } from './goods.ts'
import type { Answer, TransferOperation } from './operation.ts'
import type { State } from './state.ts'

const name = 'transfer-order'
const difference = 'transfer-difference'

/** Performs an operation on a transfer as persons would. */
export async function performTransfer(
  world: World,
  { place, second }: Ground,
  state: State,
  operation: TransferOperation,
): Promise<Answer> {
  if (operation.type === 'transfer') {
    const [from, to] = operation.from === 1 ? [place, second] : [second, place]
    const { id } = await world.create(name, {
      header: {
        plant: from.plant,
        storageLocation: from.storageLocation,
        receivingStorageLocation: to.storageLocation,
        reason: '库区调整',
      },
      lines: operation.lines.map(({ goods, quantity }) => ({
        materialNo: kindOf(goods).materialNo,
        bin: 'A-01',
        receivingBin: 'A-01',
        quantity: entered(goods, quantity),
      })),
      actionAfterCreate: 'submit',
    })
    return world.act(name, id, 'approve')
  }
  const { id } = state.transfers[operation.transfer]!.paper
  switch (operation.type) {
    case 'ship':
      return world.act(name, id, 'ship')
    case 'receiveTransfer': {
      const lines = operation.quantities.map((quantity, index) => ({
        lineNo: index + 1,
        quantityReceived: String(quantity),
      }))
      return world.act(name, id, 'receive', { lines })
    }
    case 'sendBack':
      return sendBack(world, id)
    case 'cancelTransfer':
      return world.act(name, id, 'cancel', { input: { reason: '录入错误' } })
  }
}

/** What did not arrive is reported, and decided by another person to be with the sender. */
async function sendBack(world: World, id: string): Promise<Answer> {
  const answer = await world.act(name, id, 'reportDifference', { input: { reason: '实物未到' } })
  const [made] = await world.database.query<{ id: string }>(
    `select to_id as id from document_link where from_id = $1 and to_type = $2`,
    [id, difference],
  )
  const { lines } = await world.read(difference, made!.id)
  await world.act(difference, made!.id, 'decideDifference', {
    input: { reason: '已与发出方核对' },
    lines: lines.map(({ lineNo, quantity }) => ({ lineNo, returnedQuantity: quantity })),
  })
  return answer
}
