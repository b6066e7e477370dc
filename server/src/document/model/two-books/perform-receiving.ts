import { newId } from '@kufang/kernel/identifier.ts'
import { deleteDocument, runAction } from '../../service/service.ts'
import { called } from '../../testing/core-flow.ts'
import type { World } from '../../testing/world.ts'
import type { Ground } from './books.ts'
import { entered, inKilograms, kindOf } from './goods.ts'
import type { Answer, ReceivingOperation } from './operation.ts'
import type { Arrival, State } from './state.ts'

const reason = { input: { reason: '试' } }

/** Performs an operation between the announcement of goods and their receipt as persons would. */
// oxlint-disable-next-line max-lines-per-function -- one branch per operation
export async function performReceiving(
  world: World,
  ground: Ground,
  state: State,
  operation: ReceivingOperation,
): Promise<Answer> {
  switch (operation.type) {
    case 'announce': {
      const { id } = await world.create('delivery-note', {
        header: { etaDate: '2099-12-01', deliveryMode: 'warehouse' },
        lines: operation.lines.map(({ goods, quantity }) => ({
          source: { id: ground.order, lineNo: kindOf(goods).item },
          quantity: entered(goods, quantity),
        })),
      })
      await world.act('delivery-note', id, 'submit')
      return world.act('delivery-note', id, 'confirm', {
        input: { appointmentSlot: '08:00-10:00', unloadingPoint: '2 号卸货台' },
      })
    }
    case 'arrive':
    case 'draftArrival': {
      const note = state.notes[operation.note]!
      const { id } = await world.create('arrival', {
        header: { visualCheck: 'intact' },
        lines: operation.lines.map(({ line, quantity, grams }) => ({
          source: { id: note.id, lineNo: line + 1 },
          quantity: String(quantity),
          bin: 'R-01',
          deliveryCompletion: 'open',
          secondQuantity: grams === null ? null : inKilograms(grams),
        })),
        ...(operation.type === 'arrive' ? { actionAfterCreate: 'confirm' } : {}),
      })
      return operation.type === 'arrive' ? calledFor(world, id) : { id }
    }
    case 'confirmDraft': {
      const { id } = state.drafts[operation.draft]!
      const actor = world.actorFor('arrival', 'confirm')
      // Version 1: a confirmed or deleted draft is refused.
      await runAction(world.database, actor, 'arrival', id, 'confirm', { version: 1 }, newId())
      return calledFor(world, id)
    }
    case 'discardDraft': {
      const { id } = state.drafts[operation.draft]!
      const actor = world.actorFor('arrival', 'edit')
      await deleteDocument(world.database, actor, 'arrival', id, 1, newId())
      return { id }
    }
    case 'decide': {
      const arrival = state.arrivals[operation.arrival]!
      const { id } = await world.create('inspection-order', {
        header: { inspectionMethod: 'full' },
        lines: operation.lines.map(({ line, accepted, rejected, destroyed }) => ({
          source: { id: arrival.notice, lineNo: noticeLineOf(arrival, line) },
          quantity: String(accepted + rejected + destroyed),
          acceptedQuantity: String(accepted),
          rejectedQuantity: String(rejected),
          destroyedQuantity: String(destroyed),
          defectClass: 'surface',
        })),
        actionAfterCreate: 'decide',
      })
      const sample = await successorOf(world, id, 'sample-withdrawal')
      return sample === undefined ? { id } : { id, sample }
    }
    case 'withdraw': {
      const { id } = state.decisions[operation.decision]!
      return world.act('inspection-order', id, 'withdraw', reason)
    }
    case 'receive': {
      const { paper } = state.arrivals[operation.arrival]!
      return world.create('goods-receipt', {
        header: {},
        lines: operation.lines.map(({ line, category, quantity }) => ({
          source: { id: paper.id, lineNo: line + 1 },
          quantity: String(quantity),
          stockCategory: category,
          bin: category === 'UU' ? 'A-01' : 'X-01',
          deliveryCompletion: 'open',
        })),
        actionAfterCreate: 'receive',
      })
    }
  }
}

/** The notice names only the lines that are inspected. */
const noticeLineOf = ({ lines }: Arrival, line: number): number =>
  lines.slice(0, line + 1).filter(({ goods }) => kindOf(goods).isInspected).length

/** Calls the inspector if the arrival requires inspection. */
async function calledFor(world: World, id: string): Promise<Answer> {
  const notice = await successorOf(world, id, 'inspection-notice')
  if (notice === undefined) return { id }
  await called(world, notice)
  return { id, notice }
}

/** The document of this type made from another one. */
async function successorOf(world: World, id: string, type: string): Promise<string | undefined> {
  const [found] = await world.database.query<{ toId: string }>(
    `select to_id from document_link where from_id = $1 and to_type = $2`,
    [id, type],
  )
  return found?.toId
}
