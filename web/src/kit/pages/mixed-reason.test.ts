import { expect, it } from 'vitest'
import { documentDefinition } from '@kufang/contract/registry.ts'
import { translate } from '../text/messages.ts'
import type { Translate } from '../text/messages.ts'
import { createMessages } from './create-messages.ts'
import { mixedReason } from './mixed-reason.ts'

const note = documentDefinition('delivery-note')!
const t: Translate<typeof createMessages> = (key, ...parameters) =>
  translate(createMessages, key, ...parameters)
const of = (plants: readonly string[], header = {}) =>
  mixedReason(
    note,
    header,
    plants.map((plant, index) => ({ docNo: '4500001138', lineNo: (index + 1) * 10, plant })),
    t,
  )

it('says of two plants which lines have them, and of many the first three and how many there are', () => {
  expect(of(['1011', '1011'])).toBeNull()
  expect(of(['1011', '1012'])).toBe(
    '所选行的工厂不一致：1011（如 4500001138/10）、1012（如 4500001138/20）；请分开建单',
  )
  expect(of(['1012'], { plant: '1011' })).toBe(
    '所选行的工厂不一致：1011（表单已填）、1012（如 4500001138/10）；请分开建单',
  )
  expect(of(['1011', '1012', '1013', '1014', '1015'])).toBe(
    '所选行的工厂不一致：1011（如 4500001138/10）、1012（如 4500001138/20）、1013（如 4500001138/30）等 5 种；请分开建单',
  )
})
