import type { World } from '../../testing/world.ts'
import { owners } from './apply-transfers.ts'
import type { Ground } from './books.ts'
import { entered, kindOf, wbsElement, type Goods } from './goods.ts'
import type { Answer, TransferOperation } from './operation.ts'
import type { State, Transfer } from './state.ts'

const name = 'transfer-order'
const difference = 'transfer-difference'

/** Performs an operation on a transfer as persons would. */
export async function performTransfer(
  world: World,
  { place, second }: Ground,
  state: State,
  operation: TransferOperation,
): Promise<Answer> {
  switch (operation.type) {
    case 'transfer':
    case 'transferAtOnce': {
      const kind = operation.type === 'transfer' ? 'twoStep' : 'oneStep'
      const [from, to] = operation.from === 1 ? [place, second] : [second, place]
      return enter(world, kind, from, to, operation.lines)
    }
    case 'changeOwner': {
      const { kind, quantity } = operation
      return enter(world, kind, place, place, [{ goods: owners[kind].from, quantity }])
    }
    case 'ship':
    case 'carryOut':
    case 'receiveTransfer':
    case 'sendBack':
    case 'cancelTransfer':
      return proceed(world, state, operation)
  }
}

type Where = Ground['place']

async function enter(
  world: World,
  transferType: Transfer['kind'],
  from: Where,
  to: Where,
  lines: readonly { goods: Goods; quantity: number }[],
): Promise<Answer> {
  const { id } = await world.create(name, {
    header: {
      plant: from.plant,
      storageLocation: from.storageLocation,
      transferType,
      receivingStorageLocation: to.storageLocation,
      reason: '库区调整',
    },
    lines: lines.map(({ goods, quantity }) => {
      const { materialNo, specialStock, reference } = kindOf(goods)
      return {
        materialNo,
        bin: 'A-01',
        receivingBin: 'A-01',
        quantity: entered(goods, quantity),
        ...(specialStock === '' ? {} : { specialStock, specialStockReference: reference }),
        ...(transferType === 'ownToProject' ? { targetWbsElement: wbsElement } : {}),
      }
    }),
    actionAfterCreate: 'submit',
  })
  return world.act(name, id, 'approve')
}

async function proceed(
  world: World,
  state: State,
  operation: Extract<TransferOperation, { transfer: number }>,
): Promise<Answer> {
  const { id } = state.transfers[operation.transfer]!.paper
  switch (operation.type) {
    case 'ship':
      return world.act(name, id, 'ship')
    case 'carryOut':
      return world.act(name, id, 'transfer')
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
  await world.act(difference, made!.id, 'decide', {
    input: { reason: '已与发出方核对' },
    lines: lines.map(({ lineNo, quantity }) => ({ lineNo, returnedQuantity: quantity })),
  })
  return answer
}
