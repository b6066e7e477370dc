import { newId } from '@kufang/kernel/identifier.ts'
import { ignorePosting, retryPosting } from '../../../erp/person-actions.ts'
import { settleDocument } from '../../books/settle.ts'
import { deleteDocument, runAction } from '../../service.ts'
import { called } from '../../testing/core-flow.ts'
import type { World } from '../../testing/world.ts'
import { days, type Books, type Ground } from './books.ts'
import { demandOf, entered, kindOf, weighed } from './goods.ts'
import { isOfWorld, type Answer, type Operation, type PersonOperation } from './operation.ts'
import { idOfPosting, performOutside, RefusedThere } from './perform-outside.ts'
import type { State } from './state.ts'

/** Performs one operation as a person, a job or a user of the ERP would; refusals are thrown unchanged. */
export function perform(
  books: Books,
  ground: Ground,
  state: State,
  operation: Operation,
): Promise<Answer> {
  return isOfWorld(operation)
    ? performOutside(books, ground, state, operation)
    : performPersonal(books.world, ground, state, operation)
}

const reason = { input: { reason: '试' } }
const none: Answer = { id: '' }

// oxlint-disable-next-line max-lines-per-function -- one branch per operation of a person
async function performPersonal(
  world: World,
  ground: Ground,
  state: State,
  operation: PersonOperation,
): Promise<Answer> {
  const line = (id: string, lineNo: number, quantity: string, more: object = {}) => [
    { source: { id, lineNo }, quantity, ...more },
  ]
  switch (operation.type) {
    case 'announce': {
      const { item } = kindOf(operation.goods)
      const quantity = entered(operation.goods, operation.quantity)
      const { id } = await world.create('delivery-note', {
        header: { etaDate: '2099-12-01', deliveryMode: 'warehouse' },
        lines: line(ground.order, item, quantity),
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
        lines: line(note.id, 1, String(operation.quantity), {
          bin: 'R-01',
          deliveryCompletion: 'open',
          secondQuantity: weighed(note.goods, operation.quantity),
        }),
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
      const { accepted, rejected } = operation
      return world.create('inspection-order', {
        header: { inspectionMethod: 'full' },
        lines: line(state.arrivals[operation.arrival]!.notice, 1, String(accepted + rejected), {
          acceptedQuantity: String(accepted),
          rejectedQuantity: String(rejected),
          defectClass: 'surface',
        }),
        actionAfterCreate: 'decide',
      })
    }
    case 'withdraw':
      return world.act(
        'inspection-order',
        state.decisions[operation.decision]!.id,
        'withdraw',
        reason,
      )
    case 'receive': {
      const { paper } = state.arrivals[operation.arrival]!
      return world.create('goods-receipt', {
        header: {},
        lines: line(paper.id, 1, String(operation.quantity), {
          stockCategory: operation.category,
          bin: operation.category === 'UU' ? 'A-01' : 'X-01',
          deliveryCompletion: 'open',
        }),
        actionAfterCreate: 'receive',
      })
    }
    case 'ask':
      return ask(world, ground, operation)
    case 'issue': {
      const { specialStock, reference } = kindOf(operation.goods)
      return world.create('goods-issue', {
        header: { recipient: '张三' },
        lines: line(state.requests[operation.request]!.id, 1, String(operation.quantity), {
          bin: 'A-01',
          finalIssue: 'open',
          stockReason: '试',
          ...(specialStock === '' ? {} : { specialStock, specialStockReference: reference }),
        }),
        actionAfterCreate: 'issue',
      })
    }
    case 'reverseArrival': {
      const { id } = state.arrivals[operation.arrival]!.paper
      return world.act('arrival', id, 'reversePhysical', reason)
    }
    case 'retry':
    case 'giveUp':
      return dealWith(world, state, operation)
    case 'post':
    case 'reverse': {
      const { name, id } = state.reviewed[operation.paper]!
      const { day } = operation
      const input = day === null ? {} : { postingDate: days[day] }
      return world.act(name, id, operation.type, { input })
    }
    case 'review':
    case 'refuse':
    case 'resubmit':
    case 'requestReversal':
    case 'approveReversal':
    case 'refuseReversal':
    case 'reversePhysical': {
      const { name, id } = state.reviewed[operation.paper]!
      const input =
        operation.type === 'resubmit'
          ? { input: { correction: '已更正' } }
          : ['review', 'approveReversal'].includes(operation.type)
            ? {}
            : reason
      return world.act(name, id, operation.type, input)
    }
  }
}

/** Calls the inspector if the arrival requires inspection. */
async function calledFor(world: World, id: string): Promise<Answer> {
  const [notice] = await world.database.query<{ toId: string }>(
    `select to_id from document_link where from_id = $1 and to_type = 'inspection-notice'`,
    [id],
  )
  if (!notice) return { id }
  await called(world, notice.toId)
  return { id, notice: notice.toId }
}

async function ask(
  world: World,
  ground: Ground,
  { demand, quantity }: Extract<PersonOperation, { type: 'ask' }>,
): Promise<Answer> {
  const { account, item, takes } = demandOf(demand)
  const { id } = await world.create('requisition', {
    header: { pickingUnit: 'U1', requester: 'P1', requiredDate: '2099-01-01' },
    lines: [
      {
        source: { id: ground.reservations[account], lineNo: item },
        quantity: entered(takes[0]!, quantity),
      },
    ],
    actionAfterCreate: 'submit',
  })
  // If another transaction took the pieces between proposal and hold, try again as a person would.
  for (let tries = 1; ; tries += 1) {
    try {
      return await world.act('requisition', id, 'approve')
    } catch (error) {
      if (tries === 5 || (error as { code?: string }).code !== 'stock-short') throw error
    }
  }
}

/** A person deals with a dead letter. */
async function dealWith(
  { database, companyCode }: World,
  state: State,
  operation: { type: 'retry' | 'giveUp'; posting: number },
): Promise<Answer> {
  const postingId = await idOfPosting(database, state, state.postings[operation.posting]!)
  const action = { companyCode, postingId, userId: newId() }
  const change = await database.transaction((tx) =>
    operation.type === 'retry'
      ? retryPosting(tx, action, settleDocument)
      : ignorePosting(tx, { ...action, reason: '试' }, settleDocument),
  )
  // The route refuses with a code of its own.
  if (change === undefined) throw new RefusedThere('the posting does not permit it')
  return none
}
