import { newId } from '@kufang/kernel/identifier.ts'
import { parseQuantity } from '@kufang/kernel/quantity.ts'
import { isRefusal } from '@kufang/kernel/refusal.ts'
import { expect } from 'vitest'
import type { Database } from '../../platform/database/database.ts'
import { releaseHolds } from '../holds/holds.ts'
import type { StockKey } from '../key.ts'
import {
  bin,
  company,
  consumption,
  documentCalled,
  hold,
  holdOf,
  move,
  post,
  reverse,
  supplier,
} from '../testing/ledger-fixture.ts'
import { isBin, keyParts, Model, places, type Place } from './model.ts'
import type { Step } from './steps.ts'

/** Whether the ledger accepted it; errors other than refusals fail the test. */
async function accepted(work: Promise<unknown>): Promise<boolean> {
  try {
    await work
    return true
  } catch (error) {
    if (isRefusal(error)) return false
    throw error
  }
}

const thousandths = (count: number) => parseQuantity((count / 1000).toFixed(3))

export interface Outcomes {
  accepted: number
  refused: number
}

/** Does the steps with a material of their own, and compares the ledger with the model after them. */
// oxlint-disable-next-line max-lines-per-function -- one branch per kind of step
export async function runSteps(
  database: Database,
  steps: readonly Step[],
  outcomes: Outcomes,
): Promise<void> {
  const materialNo = `F-${newId()}`
  const keyOf = (place: Place) => {
    if (place === 'supplier') return supplier({ materialNo })
    if (place === 'consumption') return consumption({ materialNo })
    if (place === 'count-difference') return consumption({ materialNo, place })
    return bin({ materialNo, bin: 'A', ...keyParts[place] })
  }
  const nameOf = (key: StockKey) =>
    places.find((place) => {
      const { companyCode: _company, ...own } = keyOf(place)
      return Object.entries(own).every(([part, value]) => key[part as keyof StockKey] === value)
    })!
  const model = new Model()
  for (const current of steps) {
    const document = documentCalled('D', current.kind)
    let expected: boolean
    let actual: boolean
    if (current.kind === 'post') {
      const own =
        current.own === undefined || model.holds.length === 0
          ? undefined
          : current.own % model.holds.length
      const held = own === undefined ? undefined : model.holds[own]
      const reference =
        held === undefined
          ? {}
          : { consumesHold: holdOf(held.document, 1, held.frozen ? 'freeze' : 'reservation') }
      actual = await accepted(
        database.transaction((tx) =>
          post(
            tx,
            document,
            current.lines.map(({ from, to, quantity: count }, index) =>
              move(keyOf(from), keyOf(to), thousandths(count), {
                lineNo: index + 1,
                ...(isBin(from) ? reference : {}),
              }),
            ),
          ),
        ),
      )
      expected = model.post(document, current.lines, own)
    } else if (current.kind === 'reverse') {
      if (model.documents.length === 0) continue
      const index = current.index % model.documents.length
      actual = await accepted(
        database.transaction((tx) => reverse(tx, model.documents[index]!.document, document)),
      )
      expected = model.reverse(index)
    } else if (current.kind === 'hold') {
      actual = await accepted(
        database.transaction((tx) =>
          hold(
            tx,
            document,
            keyOf(current.place),
            thousandths(current.quantity),
            current.frozen ? 'freeze' : 'reservation',
          ),
        ),
      )
      expected = model.place(document, current.place, current.quantity, current.frozen)
    } else {
      if (model.holds.length === 0) continue
      const index = current.index % model.holds.length
      const held = model.holds[index]!
      await database.transaction((tx) =>
        releaseHolds(tx, {
          companyCode: company,
          documentType: held.document.type,
          documentId: held.document.id,
          now: new Date(),
        }),
      )
      model.release(index)
      actual = expected = true
    }
    expect({ current, accepted: actual }).toEqual({ current, accepted: expected })
    outcomes[actual ? 'accepted' : 'refused']++
  }
  const rows = await database.query<
    StockKey & { quantity: string; reserved: string; frozen: string }
  >(
    `select b.quantity, b.reserved, b.frozen, k.* from stock_balance b
     join stock_key k on k.company_code = b.company_code and k.id = b.key_id
     where b.company_code = $1 and b.material_no = $2`,
    [company, materialNo],
  )
  for (const { quantity: count, reserved, frozen, ...key } of rows) {
    const place = nameOf(key)
    const balance = model.balance.get(place)!
    expect({ place, quantity: count, reserved, frozen }).toEqual({
      place,
      quantity: thousandths(balance.quantity),
      reserved: thousandths(balance.reserved),
      frozen: thousandths(balance.frozen),
    })
  }
}
