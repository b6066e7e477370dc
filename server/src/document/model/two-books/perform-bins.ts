import type { World } from '../../testing/world.ts'
import { inOtherBin } from './apply-bins.ts'
import { areaOfStorage, type Ground } from './books.ts'
import { entered, kindOf } from './goods.ts'
import type { Answer, BinOperation, PlaceOperation, Scope } from './operation.ts'
import { binOf, goodsOf } from './pools.ts'
import type { State } from './state.ts'

const entryError = { input: { reason: '录入错误' } }

/** Puts goods into another bin, or takes that back, as a storekeeper would. */
export async function performBins(
  world: World,
  { place: { plant, storageLocation } }: Ground,
  state: State,
  operation: BinOperation,
): Promise<Answer> {
  const name = 'location-adjustment'
  if (operation.type === 'undoBin')
    return world.act(name, state.binMoves[operation.move]!.id, 'undo', entryError)
  return world.create(name, {
    header: { plant, storageLocation, reason: '整理库位' },
    lines: operation.lines.map(({ from, quantity }) => ({
      materialNo: kindOf(goodsOf(from)).materialNo,
      bin: binOf(from),
      targetBin: binOf(inOtherBin(from)),
      stockCategory: 'UU',
      quantity: entered(goodsOf(from), quantity),
    })),
    actionAfterCreate: 'execute',
  })
}

/** Freezes a bin, an area or a storage location, or ends that, as a storekeeper would. */
export async function performPlaces(
  world: World,
  { place, second }: Ground,
  state: State,
  operation: PlaceOperation,
): Promise<Answer> {
  const name = 'place-freeze'
  if (operation.type !== 'freezePlace') {
    const { id } = state.placeFreezes[operation.freeze]!
    return operation.type === 'releasePlace'
      ? world.act(name, id, 'release', { input: { releaseGround: '试' } })
      : world.act(name, id, 'cancel', entryError)
  }
  const { plant, storageLocation } = operation.place === 1 ? place : second
  return world.create(name, {
    header: {
      plant,
      storageLocation,
      freezeReason: 'seal',
      releaseCondition: '试',
      holdUntil: '2099-01-01',
    },
    lines: [lineOf(operation.scope)],
    actionAfterCreate: 'freeze',
  })
}

function lineOf(scope: Scope): Record<string, string> {
  if (scope === 'location') return { scope }
  return scope === 'area' ? { scope, binArea: areaOfStorage } : { scope: 'bin', bin: scope }
}
