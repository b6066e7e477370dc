import { expect, test } from 'vitest'
import { undoOrder } from './undo-order.ts'

const actions = { decide: {}, withdraw: { isUndo: true } } as never

/** A document that was created at a minute and then acted on. */
const document = (id: string, createdAt: number, acts: Record<string, number> = {}) => ({
  id,
  createdAt: at(createdAt),
  acts: Object.fromEntries(
    Object.entries(acts).map(([name, minute]) => [
      name,
      { userId: '', userName: '', at: at(minute) },
    ]),
  ),
  definition: { actions },
})
const at = (minute: number) => `2026-11-26T08:${String(minute).padStart(2, '0')}:00.000Z`
const idsOf = (...given: Parameters<typeof undoOrder>) => undoOrder(...given).map(({ id }) => id)

test('a decision is undone before what was there when it was made, though its draft is older', () => {
  const order = document('order', 1, { decide: 5 })
  const sheet = document('sheet', 3, { decide: 4 })
  expect(idsOf([sheet, order], [])).toEqual(['order', 'sheet'])
})

test('what was derived from a document is undone before it, even if the document was acted on later', () => {
  const arrival = document('arrival', 1, { decide: 9 })
  const receipt = document('receipt', 2)
  const links = [{ fromId: 'arrival', toId: 'receipt' }]
  expect(idsOf([arrival, receipt], links)).toEqual(['receipt', 'arrival'])
})

test('an act that was itself an undoing does not bring a document to the front', () => {
  const first = document('first', 1, { withdraw: 9 })
  const second = document('second', 2)
  expect(idsOf([first, second], [])).toEqual(['second', 'first'])
})
