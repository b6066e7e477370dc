import { newId } from '@kufang/kernel/identifier.ts'
import { parseQuantity } from '@kufang/kernel/quantity.ts'
import { inOtherUnit } from '@kufang/kernel/unit-conversion.ts'
import { makeOver } from '../journey/walk.ts'
import { deleteDocument, runAction } from '../service/service.ts'
import type { World } from '../testing/world.ts'
import { worldWalker } from '../testing/world-walker.ts'
import { called } from '../testing/core-flow.ts'
import { ordered as makeOrder, reserved as makeReservation, type Place } from '../testing/ground.ts'
import { materials } from '../testing/small-company.ts'
import type { Model } from './model.ts'
import { foreseen, ordered, type Done, type Kind, type Operation } from './operation.ts'

export const materialOf: Record<Kind, string> = {
  plain: materials.bolt,
  inspected: materials.valve,
}
/** The plain goods are ordered and reserved in rolls: 7 of them are 3 pieces. */
const rolls = { entryUnit: 'ROL', unitNumerator: 3, unitDenominator: 7 }
const inRolls = { numerator: rolls.unitNumerator, denominator: rolls.unitDenominator }

/** A quantity of the model, in pieces, as a person enters it: in rolls if it is a number of whole ones. */
const entered = (kind: Kind, pieces: number): string => {
  const base = parseQuantity(pieces)
  const isWhole = kind === 'plain' && pieces > 0 && pieces % rolls.unitNumerator === 0
  return isWhole ? `${inOtherUnit(base, inRolls, 0)} ${rolls.entryUnit}` : base
}

const lineOf: Record<Kind, number> = { plain: 1, inspected: 2 }

/** The ERP documents on which a run is based. */
export interface Ground {
  place: Place
  order: string
  reservation: string
}

export async function newGround(world: World, place: Place): Promise<Ground> {
  const of = (quantities: Record<Kind, number>) => [
    { materialNo: materialOf.plain, quantity: String(quantities.plain), ...rolls },
    { materialNo: materialOf.inspected, quantity: String(quantities.inspected) },
  ]
  return {
    place,
    order: await makeOrder(world, place, of(ordered)),
    reservation: await makeReservation(world, place, of(foreseen)),
  }
}

const reason = { input: { reason: '试' } }

/** Performs one operation as a person would; refusals are thrown unchanged. */
// oxlint-disable-next-line max-lines-per-function -- one branch per action of the model
export async function perform(
  world: World,
  ground: Ground,
  model: Model,
  operation: Operation,
): Promise<Done> {
  const line = (
    id: string,
    lineNo: number,
    quantity: number,
    more: Record<string, unknown> = {},
  ) => [{ source: { id, lineNo }, quantity: String(quantity), ...more }]
  const walker = worldWalker(world, ground.place)
  switch (operation.type) {
    case 'announce': {
      const wanted = {
        source: { id: ground.order, lineNo: lineOf[operation.kind] },
        materialNo: materialOf[operation.kind],
        quantity: entered(operation.kind, operation.quantity),
      }
      return { id: await makeOver(walker, 'delivery-note', [wanted], ['submit', 'confirm']) }
    }
    case 'arrive': {
      const note = model.notes[operation.note]!
      const arrival = await world.create('arrival', {
        header: { visualCheck: 'intact' },
        lines: line(note.id, 1, operation.quantity, { bin: 'R-01' }),
        actionAfterCreate: 'confirm',
      })
      return calledFor(world, arrival.id)
    }
    case 'draftArrival':
      return world.create('arrival', {
        header: { visualCheck: 'intact' },
        lines: line(model.notes[operation.note]!.id, 1, operation.quantity, { bin: 'R-01' }),
      })
    case 'confirmDraft': {
      const { id } = model.drafts[operation.draft]!
      const actor = world.actorFor('arrival', 'confirm')
      // Version 1: a confirmed or deleted draft is refused.
      await runAction(world.database, actor, 'arrival', id, 'confirm', { version: 1 }, newId())
      return calledFor(world, id)
    }
    case 'discardDraft': {
      const { id } = model.drafts[operation.draft]!
      const actor = world.actorFor('arrival', 'edit')
      await deleteDocument(world.database, actor, 'arrival', id, 1, newId())
      return { id }
    }
    case 'decide': {
      const { notice } = model.arrivals[operation.arrival]!
      const { accepted, rejected, destroyed } = operation
      return world.create('inspection-order', {
        header: { inspectionMethod: 'full' },
        lines: line(notice, 1, accepted + rejected + destroyed, {
          acceptedQuantity: String(accepted),
          rejectedQuantity: String(rejected),
          destroyedQuantity: String(destroyed),
          defectClass: 'surface',
        }),
        actionAfterCreate: 'decide',
      })
    }
    case 'withdraw':
      return world.act(
        'inspection-order',
        model.decisions[operation.decision]!.id,
        'withdraw',
        reason,
      )
    case 'receive': {
      const bin = operation.category === 'UU' ? 'A-01' : 'X-01'
      const lines = line(model.arrivals[operation.arrival]!.id, 1, operation.quantity, {
        stockCategory: operation.category,
        bin,
      })
      return world.create('goods-receipt', { header: {}, lines, actionAfterCreate: 'receive' })
    }
    case 'ask': {
      const wanted = {
        source: { id: ground.reservation, lineNo: lineOf[operation.kind] },
        materialNo: materialOf[operation.kind],
        quantity: entered(operation.kind, operation.quantity),
      }
      const id = await makeOver(walker, 'requisition', [wanted], ['submit'])
      await approve(world, id)
      const { lines } = await world.read('requisition', id)
      return { id, held: Number(lines[0]!['reservedQuantity']) }
    }
    case 'issue': {
      const request = model.requests[operation.request]!
      const lines = line(request.id, 1, operation.quantity, { bin: 'A-01' })
      const made = await world.create('goods-issue', {
        header: { recipient: '张三' },
        lines,
        actionAfterCreate: 'issue',
      })
      const [move] = await world.database.query<{ consumed: string }>(
        `select sum(consumed_quantity) as consumed from stock_move where document_id = $1`,
        [made.id],
      )
      return { id: made.id, consumed: Number(move!.consumed) }
    }
    case 'reverseIssue':
      return world.act('goods-issue', model.issues[operation.issue]!.id, 'reversePhysical', reason)
    case 'reversePart':
      return world.act('goods-issue', model.issues[operation.issue]!.id, 'reversePart', {
        ...reason,
        lines: [{ lineNo: 1, quantityBack: String(operation.quantity) }],
      })
    case 'reverseReceipt':
      return world.act('goods-receipt', model.receipts[operation.receipt]!.id, 'reversePhysical', {
        input: { reason: '错收' },
      })
    case 'reverseReceiptPart':
      return world.act('goods-receipt', model.receipts[operation.receipt]!.id, 'reversePart', {
        input: { reason: '错收' },
        lines: [{ lineNo: 1, quantityBack: String(operation.quantity) }],
      })
    case 'reverseArrival':
      return world.act('arrival', model.arrivals[operation.arrival]!.id, 'reversePhysical', reason)
  }
}

/** If another transaction took the pieces between proposal and hold, try again as a person would. */
async function approve(world: World, id: string): Promise<void> {
  for (let tries = 1; ; tries += 1) {
    try {
      await world.act('requisition', id, 'approve')
      return
    } catch (error) {
      if (tries === 5 || (error as { code?: string }).code !== 'stock-short') throw error
    }
  }
}

/** Calls the inspector if the arrival requires inspection. */
async function calledFor(world: World, arrival: string): Promise<Done> {
  const [notice] = await world.database.query<{ toId: string }>(
    `select to_id from document_link where from_id = $1 and to_type = 'inspection-notice'`,
    [arrival],
  )
  if (!notice) return { id: arrival }
  await called(world, notice.toId)
  return { id: arrival, notice: notice.toId }
}
