import { expect, test } from 'vitest'
import { defineDocument, state } from '@kufang/contract/document/declare/define-document.ts'
import { label } from '@kufang/contract/document/declare/label.ts'
import { creationOutcome } from './creation-outcome.ts'

const words = {
  name: 'paper',
  area: 'stock',
  label: label('移交单', 'Handover'),
  prefix: 'ZZ',
  header: {},
  lines: {},
  initial: 'begun',
  actions: { submit: { label: label('提交', 'Submit'), from: ['begun'], to: 'begun' } },
  states: { begun: state(label('草稿', 'Draft'), 'draft') },
  pages: {},
} as const
const draft = defineDocument({ ...words, editable: ['begun'] })
const record = defineDocument({ ...words, editable: [] })

test('a create page without a first action saves a draft, and its button says so', () => {
  expect(creationOutcome(draft, {})).toEqual({
    verb: { zh: '存为草稿', en: 'Save as draft' },
    made: { zh: '移交单已存为草稿', en: 'Handover saved as a draft' },
    draftMade: { zh: '移交单已存为草稿', en: 'Handover saved as a draft' },
    hasDraftButton: false,
  })
})

test('what begins in a state nobody edits is created, and is no draft', () => {
  const { verb, made, hasDraftButton } = creationOutcome(record, {})
  expect([verb.zh, made.zh, hasDraftButton]).toEqual(['创建', '移交单已创建', false])
})

test('with a first action the button names it, and a second one saves the draft', () => {
  const { verb, made, draftMade, hasDraftButton } = creationOutcome(draft, {
    actionAfterCreate: 'submit',
  })
  expect([verb.zh, made.zh, draftMade.zh, hasDraftButton]).toEqual([
    '提交',
    '提交完成',
    '移交单已存为草稿',
    true,
  ])
  expect(creationOutcome(record, { actionAfterCreate: 'submit' }).hasDraftButton).toBe(false)
})
