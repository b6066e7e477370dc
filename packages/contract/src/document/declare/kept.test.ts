import { expect, test } from 'vitest'
import { kept, money, text } from './field.ts'
import { keptFields } from './kept.ts'
import { label } from './label.ts'

const fee = kept('feeSoFar', money(label('检定费', 'Fee')))
const note = kept('note', text(label('备注', 'Note'), { isInternal: true }))

test('what a document keeps of an input is hidden from whom the input is hidden from', () => {
  const fields = keptFields({ header: {}, actions: { receive: { input: { fee, note } } } })
  expect(fields).toMatchObject({
    feeSoFar: { kind: 'money', isAmount: true },
    note: { kind: 'text', isInternal: true },
  })
  expect(fields['note']).not.toHaveProperty('isAmount')
})
