import { kept, money, text } from '@kufang/contract/document/declare/field.ts'
import { label } from '@kufang/contract/document/declare/label.ts'
import { expect, test } from 'vitest'
import { keptOfInput } from './kept-of-input.ts'

const fields = {
  fee: kept('feeSoFar', money(label('检定费', 'Fee'))),
  remark: kept('remark', text(label('备注', 'Remark'))),
}
const actions = { receive: { label: label('收回', 'Receive'), input: fields } }

/** An act on a document whose amounts only administrators see. */
const actingAs = (isAdmin: boolean, isSystem = false) =>
  ({
    table: { definition: { pages: {}, actions } },
    session: { roles: new Set(), isAdmin },
    isSystem,
  }) as never

test('what is left out of an input empties what was kept of it', () => {
  const given = { fee: null, remark: '二次检定' }
  const all = { feeSoFar: null, remark: '二次检定' }
  expect(keptOfInput(actingAs(true), fields, given)).toEqual(all)
  expect(keptOfInput(actingAs(false, true), fields, given)).toEqual(all)
})

test('an amount that another has entered stays if the person does not see it', () => {
  expect(keptOfInput(actingAs(false), fields, { remark: null })).toEqual({ remark: null })
})
